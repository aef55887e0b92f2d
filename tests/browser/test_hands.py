"""The same game by finger, by keys alone, and in Dutch."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import caponata
from tests.browser.house import House
from tests.browser.people import Person, Toucher, Typist, on_shelf, play
from tests.catalogues import catalogue

PACKAGE = Path(caponata.__file__).parent
CATALOGUES = (PACKAGE / "web" / "texts", PACKAGE / "games" / "capital_lux" / "texts")
PLACE = re.compile(r"\\\{[^}]*\\\}")
TOO_SHORT = 6  # letters: "Log" is "Log" in many languages
VISIBLE = """() => {
    const names = ["aria-label", "title", "placeholder"];
    const labels = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())]
        .flatMap((each) => names.map((name) => each.getAttribute(name) ?? ""));
    return [...document.body.innerText.split("\\n"), ...labels, document.title]
        .map((line) => line.trim()).filter(Boolean);
}"""


def against_bots(person: Person, words: str = "Play with bots") -> None:
    """Begin a game with bots from the shelf."""
    person.go("/")
    person.use(on_shelf(person.page, words))
    person.until(lambda: person.decision is not None, "the first decision")


def play_rounds(person: Person, rounds: int, look: Callable[[], None] = lambda: None) -> None:
    """Play so many whole rounds, and look at the page after each move."""

    def is_enough() -> bool:
        look()
        return person.round > rounds

    play([person], until=is_enough)
    assert person.is_over or person.round > rounds


def test_a_round_is_played_by_touch_on_a_phone(house: House) -> None:
    ada = house.person(Toucher, phone=True)
    against_bots(ada)
    play_rounds(ada, 1)
    assert ada.moves_made >= 6


def test_a_round_is_played_with_keys_alone(house: House) -> None:
    ada = house.person(Typist)
    against_bots(ada)
    play_rounds(ada, 1)
    assert ada.moves_made >= 6


def test_a_round_in_dutch_says_nothing_in_english(house: House) -> None:
    ada = house.person(Person, language="nl", guided=True)
    said: set[str] = set()
    against_bots(ada, "Speel met bots")

    def look() -> None:
        said.update(ada.page.evaluate(VISIBLE))

    look()
    play_rounds(ada, 1, look)
    for tab in ("log", "chat", "history"):
        ada.use(ada.page.locator(f"#tab-{tab}"))
        look()
    ada.use(ada.page.locator(".table-head button"))
    look()
    assert len(said) > 50
    assert english_among(said) == []


@pytest.mark.parametrize("address", ["/", "/settings", "/new/capital-lux", "/nowhere", "/t/nosuchtable"])
def test_no_screen_in_dutch_says_anything_in_english(house: House, address: str) -> None:
    page = house.page(language="nl")
    page.goto(address)
    page.locator("main h1").wait_for()
    page.locator(".game-blurb:not(:empty), .settings, .seatplan, .gone").first.wait_for()
    assert english_among(set(page.evaluate(VISIBLE))) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Toucher, Typist, Person], ids=["touch", "keys", "dutch"])
def test_a_whole_game_is_played(house: House, kind: type[Person]) -> None:
    is_dutch = kind is Person
    ada = house.person(kind, phone=kind is Toucher, language="nl" if is_dutch else "en")
    said: set[str] = set()
    against_bots(ada, "Speel met bots" if is_dutch else "Play with bots")
    play_rounds(ada, 3, lambda: said.update(seen(ada.page, is_dutch)))
    ada.outcome()
    said.update(seen(ada.page, is_dutch))
    assert english_among(said) == []


def seen(page: Page, is_dutch: bool) -> list[str]:
    """All that can be read, where it matters."""
    lines: list[str] = page.evaluate(VISIBLE) if is_dutch else []
    return lines


def english_among(lines: set[str]) -> list[str]:
    """The lines that are English sentences of a catalogue, and no Dutch ones."""
    english = [pattern for folder in CATALOGUES for pattern in patterns(catalogue(folder / "en.json"))]
    dutch = [pattern for folder in CATALOGUES for pattern in patterns(catalogue(folder / "nl.json"))]
    assert any(pattern.fullmatch("Pull up a chair.") for pattern in english)
    return sorted(
        line
        for line in lines
        if any(pattern.fullmatch(line) for pattern in english)
        and not any(pattern.fullmatch(line) for pattern in dutch)
    )


def patterns(form: Any) -> list[re.Pattern[str]]:
    """All sentences of a catalogue, with anything in their places."""
    if isinstance(form, dict):
        return [pattern for each in form.values() for pattern in patterns(each)]
    if not isinstance(form, str):
        return []
    letters = re.sub(r"\{[^}]*\}|\W", "", form)
    return [re.compile(PLACE.sub(".+", re.escape(form)))] if len(letters) >= TOO_SHORT else []
