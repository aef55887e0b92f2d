"""A report in the browser: light and dark, on a desk and on a phone, for everybody; its buttons work."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Page

from caponata.lab import balance, tournament
from caponata.lab.report.pages import balance_page, tournament_page
from tests.browser.axe import barriers

Colours: TypeAlias = Literal["light", "dark"]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A balance study of two variants, and a tournament."""
    desk = tmp_path_factory.mktemp("reports")
    study = balance("capital-lux", games=140, out=desk / "study", processes=1, vary={"opening_cards": [1, 3]})
    cup = tournament("caper", ["greedy", "random"], games=20, out=desk / "cup", processes=1)
    files = [desk / "balance.html", desk / "tournament.html"]
    for file, page in zip(files, (balance_page(study), tournament_page(cup)), strict=True):
        file.write_text(page, encoding="utf-8")
    return files


def opened(
    browser: Browser, file: Path, wide: int, colours: Literal["light", "dark"]
) -> tuple[Page, list[str]]:
    """A report as somebody sees it, and all that went wrong or was fetched."""
    context = browser.new_context(viewport={"width": wide, "height": 800}, color_scheme=colours)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("request", lambda request: wrong.append(request.url) if "http" in request.url[:5] else None)
    page.goto(file.as_uri())
    return page, wrong


@pytest.mark.parametrize(("wide", "colours"), [(1280, "dark"), (375, "light")])
def test_a_report_is_for_everybody(
    browser: Browser, reports: list[Path], wide: int, colours: Colours
) -> None:
    for file in reports:
        page, wrong = opened(browser, file, wide, colours)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == colours
        assert barriers(page) == []
        assert wrong == []
        page.context.close()


def test_the_buttons_of_a_report_work(browser: Browser, reports: list[Path]) -> None:
    page, wrong = opened(browser, reports[0], 1280, "light")
    page.get_by_role("button", name="light or dark").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_role("button", name="light or dark").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.locator("#variant-0").is_visible()
    assert not page.locator("#variant-1").is_visible()
    page.get_by_role("button", name="opening_cards 3").click()
    assert not page.locator("#variant-0").is_visible()
    assert page.locator("#variant-1").is_visible()
    assert wrong == []
    page.context.close()
