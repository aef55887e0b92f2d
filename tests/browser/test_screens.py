"""Every screen: nobody is kept out, nothing is cut, nothing scrolls sideways; pictures for us to look at."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import wire
from tests.browser.axe import barriers
from tests.browser.house import House
from tests.browser.screens import Gallery, Screen
from tests.server.process import ServerProcess

POSITIONS = 8
MANY_POSITIONS = 50
MOST_DECISIONS = 22  # of one seat, in a short game
CUT = """() => {
    const wrong = [];
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide`);
    const texts = "button, label, a, p, h1, h2, h3, h4, li, summary, legend, th, td, span, strong, small";
    const isWord = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
    const scrolled = (each) => {
        for (let box = each; box && box !== document.body; box = box.parentElement)
            if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
        return false;
    };
    for (const each of document.querySelectorAll(texts)) {
        const own = [...each.childNodes].filter(isWord);
        if (own.length === 0 || each.closest(".unseen, .lux-unseen, .skip")) continue;
        if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (each.getBoundingClientRect().width <= 2 || getComputedStyle(each).clipPath !== "none") continue;
        const box = each.closest("button, a, label, summary, th, td") ?? each;
        if (getComputedStyle(each).textOverflow === "ellipsis" || scrolled(each)) continue;
        const edge = box.getBoundingClientRect();
        for (const node of own) {
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const { left, right } of range.getClientRects())
                if (right > Math.min(edge.right, innerWidth) + 1 || left < Math.max(edge.left, 0) - 1)
                    wrong.push(`"${node.data.trim()}" runs out of ${box.tagName}.${box.className}`);
        }
    }
    return [...new Set(wrong)];
}"""


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
    ("phone", "dark"),
    [
        pytest.param(True, False, id="phone-light"),
        pytest.param(False, True, id="desk-dark", marks=pytest.mark.soak),
        pytest.param(True, True, id="phone-dark", marks=pytest.mark.soak),
        pytest.param(False, False, id="desk-light", marks=pytest.mark.soak),
    ],
)
def test_every_screen_is_open_to_everyone_and_cuts_no_word(
    house: House, gallery: Gallery, shots: Path, phone: bool, dark: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong: dict[str, list[str]] = {}
    look = f"{'375' if phone else '1280'}-{'dark' if dark else 'light'}"
    for name, page in shown(house, gallery, phone=phone, dark=dark):
        page.screenshot(path=shots / f"{name}-{look}.png")
        if found := barriers(page) + page.evaluate(CUT):
            wrong[name] = found
    with capsys.disabled():
        sys.stdout.write(f"\npictures are in {shots}\n")
    assert wrong == {}


@pytest.mark.parametrize("language", ["nl", "fr", "de"])
def test_no_screen_scrolls_sideways_or_cuts_a_word_on_a_phone(
    house: House, gallery: Gallery, language: str
) -> None:
    wrong: dict[str, list[str]] = {}
    for name, page in shown(house, gallery, phone=True, language=language):
        if found := page.evaluate(CUT):
            wrong[name] = found
    assert wrong == {}


def shown(
    house: House, gallery: Gallery, *, phone: bool, dark: bool = False, language: str = "en"
) -> Iterator[tuple[str, Page]]:
    """Every screen in turn, on one device."""
    page = house.page(phone=phone, dark=dark, language=language)
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
    page = house.page(dark=dark, phone=not dark)
    page.goto("/")
    for seed in seeds:
        number = seed * 2 + dark
        decisions = number * 7 % MOST_DECISIONS
        table = wire.table_at(house.server.address, wire.after(decisions), seed=number)
        Screen("position", f"/t/{table.id}", ".lux-hand", table).open(page)
        if found := barriers(page):
            wrong[f"seed {number}, decision {decisions}"] = found
    assert wrong == {}
