"""The same game by touch, by keyboard, and in Dutch."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import caponata
from caponata.texts.check import read_catalogue
from tests.browser.devices import Devices
from tests.browser.people import KeyboardPerson, Person, TouchPerson, on_home_screen, play

PACKAGE = Path(caponata.__file__).parent
CATALOGUES = (PACKAGE / "web" / "texts", PACKAGE / "games" / "capital_lux" / "texts")
PLACEHOLDER = re.compile(r"\\\{[^}]*\\\}")
MIN_LETTERS = 6  # shorter texts, such as "Log", are the same in several languages
VISIBLE = """() => {
    const names = ["aria-label", "title", "placeholder"];
    const labels = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())]
        .flatMap((element) => names.map((name) => element.getAttribute(name) ?? ""));
    return [...document.body.innerText.split("\\n"), ...labels, document.title]
        .map((line) => line.trim()).filter(Boolean);
}"""


def start_with_bots(person: Person, words: str = "Play with bots") -> None:
    """Start a game with bots from the home screen."""
    person.go("/")
    person.use(on_home_screen(person.page, words))
    person.until(lambda: person.decision is not None, "the first decision")


def play_rounds(person: Person, rounds: int, after_move: Callable[[], None] = lambda: None) -> None:
    """Play a number of rounds and call `after_move` after each move."""

    def is_done() -> bool:
        after_move()
        return person.round > rounds

    play([person], until=is_done)
    assert person.is_over or person.round > rounds


def test_a_round_is_played_by_touch_on_a_phone(devices: Devices) -> None:
    ada = devices.person(TouchPerson, phone=True)
    start_with_bots(ada)
    play_rounds(ada, 1)
    assert ada.moves_made >= 6


def test_a_round_is_played_by_keyboard(devices: Devices) -> None:
    ada = devices.person(KeyboardPerson)
    start_with_bots(ada)
    play_rounds(ada, 1)
    assert ada.moves_made >= 6


def test_a_round_in_dutch_shows_no_english_text(devices: Devices) -> None:
    ada = devices.person(Person, language="nl", guide=True)
    visible: set[str] = set()
    start_with_bots(ada, "Speel met bots")

    def look() -> None:
        visible.update(ada.page.evaluate(VISIBLE))

    look()
    play_rounds(ada, 1, look)
    for tab in ("log", "chat", "history"):
        ada.use(ada.page.locator(f"#tab-{tab}"))
        look()
    ada.use(ada.page.locator(".table-head button"))
    look()
    assert len(visible) > 50
    assert english_among(visible) == []


@pytest.mark.parametrize("address", ["/", "/settings", "/new/capital-lux", "/nowhere", "/t/nosuchtable"])
def test_dutch_screens_show_no_english_text(devices: Devices, address: str) -> None:
    page = devices.page(language="nl")
    page.goto(address)
    page.locator("main h1").wait_for()
    page.locator(".game-blurb:not(:empty), .settings, .seatplan, .gone").first.wait_for()
    assert english_among(set(page.evaluate(VISIBLE))) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", [TouchPerson, KeyboardPerson, Person], ids=["touch", "keys", "dutch"])
def test_a_whole_game_is_played_by_each_kind_of_person(devices: Devices, kind: type[Person]) -> None:
    is_dutch = kind is Person
    ada = devices.person(kind, phone=kind is TouchPerson, language="nl" if is_dutch else "en")
    visible: set[str] = set()
    start_with_bots(ada, "Speel met bots" if is_dutch else "Play with bots")
    play_rounds(ada, 3, lambda: visible.update(visible_texts(ada.page, is_dutch)))
    ada.outcome()
    visible.update(visible_texts(ada.page, is_dutch))
    assert english_among(visible) == []


def visible_texts(page: Page, is_dutch: bool) -> list[str]:
    """All visible texts of a Dutch page; empty for other languages."""
    lines: list[str] = page.evaluate(VISIBLE) if is_dutch else []
    return lines


def english_among(lines: set[str]) -> list[str]:
    """Lines that match an English text of a catalogue and no Dutch one."""
    english = [pattern for folder in CATALOGUES for pattern in patterns(read_catalogue(folder / "en.json"))]
    dutch = [pattern for folder in CATALOGUES for pattern in patterns(read_catalogue(folder / "nl.json"))]
    assert any(pattern.fullmatch("Pull up a chair.") for pattern in english)
    return sorted(
        line
        for line in lines
        if any(pattern.fullmatch(line) for pattern in english)
        and not any(pattern.fullmatch(line) for pattern in dutch)
    )


def patterns(texts: Any) -> list[re.Pattern[str]]:
    """Patterns of all long texts of a catalogue, in which placeholders match anything."""
    if isinstance(texts, dict):
        return [pattern for part in texts.values() for pattern in patterns(part)]
    if not isinstance(texts, str):
        return []
    letters = re.sub(r"\{[^}]*\}|\W", "", texts)
    return [re.compile(PLACEHOLDER.sub(".+", re.escape(texts)))] if len(letters) >= MIN_LETTERS else []
