"""Reports in the browser: light and dark, desktop and phone, accessibility, buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Page

from caponata.lab import balance, tournament
from caponata.lab.report.pages import balance_page, tournament_page
from tests.browser.axe import violations

Colours: TypeAlias = Literal["light", "dark"]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A balance study of two variants, and a tournament."""
    folder = tmp_path_factory.mktemp("reports")
    study = balance(
        "capital-lux", games=140, out=folder / "study", processes=1, vary={"opening_cards": [1, 3]}
    )
    cup = tournament("caper", ["greedy", "random"], games=20, out=folder / "cup", processes=1)
    files = [folder / "balance.html", folder / "tournament.html"]
    for file, page in zip(files, (balance_page(study), tournament_page(cup)), strict=True):
        file.write_text(page, encoding="utf-8")
    return files


def open_report(
    browser: Browser, file: Path, width: int, colours: Literal["light", "dark"]
) -> tuple[Page, list[str]]:
    """Open a report. Returns the page and a list of its errors, console messages and requests."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=colours)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.on("request", lambda request: problems.append(request.url) if "http" in request.url[:5] else None)
    page.goto(file.as_uri())
    return page, problems


@pytest.mark.parametrize(("width", "colours"), [(1280, "dark"), (375, "light")])
def test_reports_are_accessible_and_fit_the_screen(
    browser: Browser, reports: list[Path], width: int, colours: Colours
) -> None:
    for file in reports:
        page, problems = open_report(browser, file, width, colours)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == colours
        assert violations(page) == []
        assert problems == []
        page.context.close()


def test_the_buttons_of_a_report_work(browser: Browser, reports: list[Path]) -> None:
    page, problems = open_report(browser, reports[0], 1280, "light")
    page.get_by_role("button", name="light or dark").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_role("button", name="light or dark").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.locator("#variant-0").is_visible()
    assert not page.locator("#variant-1").is_visible()
    page.get_by_role("button", name="opening_cards 3").click()
    assert not page.locator("#variant-0").is_visible()
    assert page.locator("#variant-1").is_visible()
    assert problems == []
    page.context.close()
