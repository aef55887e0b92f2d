"""Every game has the same texts in all its languages, with the same placeholders."""

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
LANGUAGES = ("de", "en", "fr", "nl")
PAGES = sorted(page for page in GAMES.glob("*/texts/*.json") if page.stem != "en")
LUX = GAMES / "capital_lux" / "texts"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_language_has_the_entries_and_placeholders_of_english(page: Path) -> None:
    assert differences(catalogue(page.with_name("en.json")), catalogue(page)) == []


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_has_all_languages(game: str) -> None:
    assert languages(find_game(game)) == LANGUAGES


def test_zero_is_singular_in_french() -> None:
    assert catalogue(LUX / "fr.json")["plurals"] == {"one": [0, 1]}


def drop_an_event(texts: dict[str, Any]) -> None:
    del texts["events"]["gold"]


def add_a_prompt(texts: dict[str, Any]) -> None:
    texts["prompts"]["sleep"] = "Slaap lekker."


def drop_a_placeholder(texts: dict[str, Any]) -> None:
    texts["events"]["home"]["they"] = "{seat} speelt een kaart thuis."


def reveal_a_secret(texts: dict[str, Any]) -> None:
    texts["events"]["pick"]["hidden"] = "{seat} legt {cards} opzij."


def drop_a_case(texts: dict[str, Any]) -> None:
    del texts["moves"]["capital"]["explain"]["pink"]


def drop_a_colour(texts: dict[str, Any]) -> None:
    del texts["names"]["pink"]


def drop_the_value_of_a_card(texts: dict[str, Any]) -> None:
    texts["names"]["-"] = "{0}"


def drop_the_plural(texts: dict[str, Any]) -> None:
    del texts["nouns"]["card"]["other"]


@pytest.mark.parametrize(
    ("plant_fault", "sentence"),
    [
        (drop_an_event, "events.gold is missing"),
        (add_a_prompt, "prompts.sleep is not in English"),
        (drop_a_placeholder, "events.home.they has the places ['seat'], not ['card', 'seat']"),
        (reveal_a_secret, "events.pick.hidden has the places ['cards', 'seat'], not ['seat']"),
        (drop_a_case, "moves.capital.explain has other forms than by, green, yellow, blue, pink"),
        (drop_the_value_of_a_card, "names.- leaves out a part"),
        (drop_the_plural, "nouns.card has no form 'other'"),
    ],
)
def test_fault_in_a_catalogue_is_found(plant_fault: Callable[[dict[str, Any]], None], sentence: str) -> None:
    texts = copy.deepcopy(catalogue(LUX / "nl.json"))
    plant_fault(texts)
    assert sentence in differences(catalogue(LUX / "en.json"), texts)


def test_missing_name_is_found() -> None:
    texts = copy.deepcopy(catalogue(LUX / "nl.json"))
    drop_a_colour(texts)
    assert any(
        sentence.startswith("names are ") for sentence in differences(catalogue(LUX / "en.json"), texts)
    )
