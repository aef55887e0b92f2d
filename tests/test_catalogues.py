"""Every game speaks each of its languages completely: no entry too few or too many, every place filled."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import caponata.games
from caponata.catalogue import BUILT_IN, find_game
from caponata.engine.texts import languages
from tests.catalogues import catalogue, differences

GAMES = Path(caponata.games.__file__).parent
SPOKEN = ("de", "en", "fr", "nl")
PAGES = sorted(page for page in GAMES.glob("*/texts/*.json") if page.stem != "en")
LUX = GAMES / "capital_lux" / "texts"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_language_has_the_entries_and_placeholders_of_english(page: Path) -> None:
    assert differences(catalogue(page.with_name("en.json")), catalogue(page)) == []


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_has_all_languages(game: str) -> None:
    assert languages(find_game(game)) == SPOKEN


def test_zero_is_singular_in_french() -> None:
    assert catalogue(LUX / "fr.json")["plurals"] == {"one": [0, 1]}


def drop_an_event(words: dict[str, Any]) -> None:
    del words["events"]["gold"]


def add_a_prompt(words: dict[str, Any]) -> None:
    words["prompts"]["sleep"] = "Slaap lekker."


def forget_a_place(words: dict[str, Any]) -> None:
    words["events"]["home"]["they"] = "{seat} speelt een kaart thuis."


def give_a_secret_away(words: dict[str, Any]) -> None:
    words["events"]["pick"]["hidden"] = "{seat} legt {cards} opzij."


def forget_a_case(words: dict[str, Any]) -> None:
    del words["moves"]["capital"]["explain"]["pink"]


def forget_a_colour(words: dict[str, Any]) -> None:
    del words["names"]["pink"]


def forget_the_value_of_a_card(words: dict[str, Any]) -> None:
    words["names"]["-"] = "{0}"


def forget_the_plural(words: dict[str, Any]) -> None:
    del words["nouns"]["card"]["other"]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (drop_an_event, "events.gold is missing"),
        (add_a_prompt, "prompts.sleep is not in English"),
        (forget_a_place, "events.home.they has the places ['seat'], not ['card', 'seat']"),
        (give_a_secret_away, "events.pick.hidden has the places ['cards', 'seat'], not ['seat']"),
        (forget_a_case, "moves.capital.explain has other forms than by, green, yellow, blue, pink"),
        (forget_the_value_of_a_card, "names.- leaves out a part"),
        (forget_the_plural, "nouns.card has no form 'other'"),
    ],
)
def test_fault_in_a_catalogue_is_found(
    spoil: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    words = copy.deepcopy(catalogue(LUX / "nl.json"))
    spoil(words)
    assert sentence in differences(catalogue(LUX / "en.json"), words)


def test_missing_name_is_found() -> None:
    words = copy.deepcopy(catalogue(LUX / "nl.json"))
    forget_a_colour(words)
    assert any(found.startswith("names are ") for found in differences(catalogue(LUX / "en.json"), words))
