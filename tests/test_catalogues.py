"""Every game has the same texts in all its languages, with the same placeholders."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import caponata.games
from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.texts import languages
from caponata.texts.check import differences, read_catalogue

GAMES = Path(caponata.games.__file__).parent
LANGUAGES = ("de", "en", "fr", "nl")
PAGES = sorted(page for page in GAMES.glob("*/texts/*.json") if page.stem != "en")
LUX = GAMES / "capital_lux" / "texts"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_language_has_the_entries_and_placeholders_of_english(page: Path) -> None:
    assert differences(read_catalogue(page.with_name("en.json")), read_catalogue(page), page.stem) == []


@pytest.mark.parametrize("game", [*BUILT_IN, *TUTORIAL])
def test_every_game_has_all_languages(game: str) -> None:
    assert set(languages(find_game(game))) >= set(LANGUAGES)


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


def add_a_plural_that_dutch_does_not_have(texts: dict[str, Any]) -> None:
    texts["nouns"]["card"]["few"] = "{n} kaartjes"


def misspell_a_noun(texts: dict[str, Any]) -> None:
    texts["prompts"]["over"] = "Er zijn {n:kart}."


def forget_a_brace(texts: dict[str, Any]) -> None:
    texts["prompts"]["over"] = "Het spel is voorbij}."


@pytest.mark.parametrize(
    ("plant_fault", "sentence"),
    [
        (drop_an_event, "events.gold is missing"),
        (add_a_prompt, "prompts.sleep is not in English"),
        (drop_a_placeholder, "events.home.they has the placeholders ['seat'], not ['card', 'seat']"),
        (reveal_a_secret, "events.pick.hidden has the placeholders ['cards', 'seat'], not ['seat']"),
        (drop_a_case, "moves.capital.explain has other forms than by, green, yellow, blue, pink"),
        (drop_a_colour, "names.pink is missing"),
        (drop_the_value_of_a_card, "names.- leaves out a part"),
        (drop_the_plural, "nouns.card has no form 'other'"),
        (
            add_a_plural_that_dutch_does_not_have,
            "nouns.card has a form 'few', which this language does not use",
        ),
        (misspell_a_noun, "prompts.over counts with 'kart', which is not in nouns"),
        (forget_a_brace, "prompts.over: Single '}' encountered in format string"),
    ],
)
def test_fault_in_a_catalogue_is_found(plant_fault: Callable[[dict[str, Any]], None], sentence: str) -> None:
    texts = copy.deepcopy(read_catalogue(LUX / "nl.json"))
    plant_fault(texts)
    assert sentence in differences(read_catalogue(LUX / "en.json"), texts, "nl")


def test_polish_needs_more_plural_forms_than_dutch() -> None:
    english = {"nouns": {"card": {"one": "{n} card", "other": "{n} cards"}}, "over": "Over."}
    polish = {"nouns": {"card": {"one": "{n} karta", "other": "{n} kart"}}, "over": "Koniec."}
    assert differences(english, polish, "pl") == [
        "nouns.card has no form 'few'",
        "nouns.card has no form 'many'",
    ]


def test_form_that_ignores_the_number_needs_no_plural() -> None:
    english = {"nouns": {"money": {"0": "nothing", "other": "{n} grand"}}}
    assert differences(english, {"nouns": {"money": {"other": "{n} tys."}}}, "pl") == []


def test_language_may_add_grammatical_cases_of_a_noun() -> None:
    english = {"nouns": {"card": {"other": "{n} cards"}}}
    accusative = {"one": "{n} kartę", "few": "{n} karty", "many": "{n} kart"}
    polish = {"nouns": {"card": {"other": "{n} kart"}, "card.accusative": accusative}}
    assert differences(english, polish, "pl") == []
    polish["nouns"]["karta"] = accusative
    assert differences(english, polish, "pl") == ["nouns.karta is not in English"]
