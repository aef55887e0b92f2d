"""Every screen: nobody is kept out, nothing is cut, nothing scrolls sideways; pictures for us to look at."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import pytest
from playwright.sync_api import Page

from caponata.catalogue import SHELF
from tests.browser import wire
from tests.browser.axe import barriers
from tests.browser.cut import cut_words
from tests.browser.house import House, Wishes
from tests.browser.screens import Gallery, Screen
from tests.server.process import ServerProcess

POSITIONS = 8
MANY_POSITIONS = 50
MOST_DECISIONS = 22  # of one seat, in a short game


@pytest.fixture(scope="module")
def gallery(server: ServerProcess) -> Gallery:
    """The tables that screens need."""
    return Gallery(server.address)


@pytest.fixture(scope="module")
def shots() -> Path:
    """The folder for pictures: the one that CAPONATA_SHOTS names, or one among temporary files."""
    folder = Path(os.environ.get("CAPONATA_SHOTS") or Path(tempfile.gettempdir()) / "caponata-shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize(
    "wishes",
    [
        pytest.param(Wishes(phone=True, language="de"), id="375-light-de"),  # the longest words
        pytest.param(Wishes(phone=True), id="375-light", marks=pytest.mark.soak),
        pytest.param(Wishes(phone=True, dark=True), id="375-dark", marks=pytest.mark.soak),
        pytest.param(Wishes(), id="1280-light", marks=pytest.mark.soak),
        pytest.param(Wishes(dark=True), id="1280-dark", marks=pytest.mark.soak),
    ],
)
def test_every_screen_is_open_to_everyone_and_cuts_no_word(
    house: House,
    gallery: Gallery,
    shots: Path,
    wishes: Wishes,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong: dict[str, list[str]] = {}
    look = request.node.callspec.id
    for name, page in shown(house, gallery, **wishes):
        page.screenshot(path=shots / f"{name}-{look}.png")
        if found := barriers(page) + cut_words(page):
            wrong[name] = found
    with capsys.disabled():
        sys.stdout.write(f"\npictures are in {shots}\n")
    assert wrong == {}


@pytest.mark.soak
def test_every_screen_works_at_200_percent(house: House, gallery: Gallery, shots: Path) -> None:
    wrong: dict[str, list[str]] = {}
    for name, page in shown(house, gallery, zoomed=True):
        page.screenshot(path=shots / f"{name}-zoomed.png")
        if found := cut_words(page):
            wrong[name] = found
    assert wrong == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["nl", "fr"])
def test_no_screen_scrolls_sideways_or_cuts_a_word_on_a_phone(
    house: House, gallery: Gallery, language: str
) -> None:
    wrong: dict[str, list[str]] = {}
    for name, page in shown(house, gallery, phone=True, language=language):
        if found := cut_words(page):
            wrong[name] = found
    assert wrong == {}


def shown(house: House, gallery: Gallery, **wishes: Unpack[Wishes]) -> Iterator[tuple[str, Page]]:
    """Every screen in turn, on one device."""
    page = house.page(**wishes)
    page.goto("/")
    for screen in gallery.screens():
        page.evaluate("localStorage.removeItem('caponata.seats')")
        screen.open(page)
        yield screen.name, page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_random_positions_are_open_to_everyone(house: House, dark: bool) -> None:
    look_at_positions(house, range(POSITIONS // 2), dark=dark)


@pytest.mark.soak
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_fifty_random_positions_are_open_to_everyone(house: House, dark: bool) -> None:
    look_at_positions(house, range(MANY_POSITIONS // 2), dark=dark)


def look_at_positions(house: House, seeds: range, *, dark: bool) -> None:
    """Let axe-core look at games that are at some moment or other."""
    wrong: dict[str, list[str]] = {}
    games = list(SHELF)
    page = house.page(dark=dark, phone=not dark)
    page.goto("/")
    for seed in seeds:
        number = seed * 2 + dark
        decisions = number * 7 % MOST_DECISIONS
        game = games[seed % len(games)]
        table = wire.table_at(house.server.address, wire.after(decisions), seed=number, game=game)
        Screen("position", f"/t/{table.id}", ".playarea .prompt", table).open(page)
        if found := barriers(page):
            wrong[f"{game}, seed {number}, decision {decisions}"] = found
    assert wrong == {}
