"""The 84 goal cards: each within the frame of its kind, and all of a kind about equally hard."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest

from caponata.games.capio.cards import CARD_NAMES, DECK, FORMS, KIND_NAMES, KIND_SIZES
from caponata.games.capio.design import CHAIN_FIELDS, difficulty, throws
from caponata.games.capio.dice import COLOUR_NAMES, LOOK_NAMES
from caponata.games.capio.view import GOALS

SPREAD = 0.15
THROWS = 300
# What the rulings aim at, in points a card.
AIMS = {
    "towers": (4.7, 4.7),
    "lines": (5.3, 5.3),
    "chain": (4.2, 4.6),
    "sets": (5.3, 5.3),
    "confusion": (4.7, 4.7),
}
NEAR_AIM = 0.5


def of_kind(kind: str) -> list[dict[str, object]]:
    """The faces of all cards of a kind."""
    return [goal for goal in GOALS if goal["kind"] == kind]


def fields(card: str) -> list[tuple[str, list[int]]]:
    """Colours and numbers of a Lines or Chain card."""
    words = [word.split("-") for word in DECK[card]]
    return [(colour, [int(face) for face in faces.split("|")]) for colour, faces in words]


def cards(kind: str) -> list[str]:
    """The names of all cards of a kind."""
    return [name for name in CARD_NAMES if name.startswith(f"{kind}-")]


def test_there_are_forty_dice_in_ten_colours() -> None:
    """[CAPIO-1.1]"""
    assert len(COLOUR_NAMES) == 10
    assert len(LOOK_NAMES) == 60


def test_there_are_84_different_cards() -> None:
    """[CAPIO-1.2]"""
    assert set(DECK) == set(CARD_NAMES)
    assert len(CARD_NAMES) == 84
    assert Counter(name.split("-")[0] for name in CARD_NAMES) == dict(
        zip(KIND_NAMES, KIND_SIZES, strict=True)
    )
    faces = [tuple(DECK[name]) for name in CARD_NAMES if not name.startswith("target")]
    assert len(set(faces)) == len(faces)


def test_targets_go_from_6_to_13() -> None:
    """[CAPIO-1.3]"""
    numbers = [int(DECK[card][0]) for card in cards("target")]
    assert set(numbers) == set(range(6, 14))
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("card", cards("towers"))
def test_towers_have_nine_fields_with_two_colours(card: str) -> None:
    """[CAPIO-1.4]"""
    words = [word.replace("/", "-").split("-") for word in DECK[card]]
    assert len(words) == 9
    assert all(base != top and {base, top} <= set(COLOUR_NAMES) for base, top, _ in words)
    assert all(1 <= int(face) <= 6 for _, _, face in words)
    assert len({(top, face) for _, top, face in words}) == 9


@pytest.mark.parametrize("card", cards("lines"))
def test_lines_have_a_joker_in_the_centre_and_eight_colours(card: str) -> None:
    """[CAPIO-1.5]"""
    found = fields(card)
    assert len(found) == 9
    assert found[4][0] == "joker" and len(found[4][1]) == 1
    around = found[:4] + found[5:]
    assert len({colour for colour, _ in around}) == 8
    assert sorted(len(set(faces)) for _, faces in around) == [1] * 4 + [2] * 4


@pytest.mark.parametrize("card", cards("chain"))
def test_a_chain_has_twelve_fields_and_a_joker_or_two(card: str) -> None:
    """[CAPIO-1.6]"""
    found = fields(card)
    assert tuple(faces[0] for _, faces in found) == CHAIN_FIELDS
    assert all(len(faces) == 1 for _, faces in found)
    assert sum(colour == "joker" for colour, _ in found) in (1, 2)
    assert len({(colour, faces[0]) for colour, faces in found}) == 12


@pytest.mark.parametrize("card", cards("sets"))
def test_sets_have_three_rows_with_one_number_each(card: str) -> None:
    """[CAPIO-1.7]"""
    rows = [word.split("-") for word in DECK[card]]
    assert len(rows) == 3
    assert len({face for _, face, _ in rows}) == 3
    assert {form for _, _, form in rows} <= set(FORMS)
    for colours, _, _ in rows:
        left, right = colours.split("+")
        assert left != right and {left, right} <= set(COLOUR_NAMES)


@pytest.mark.parametrize("card", cards("confusion"))
def test_confusion_prints_each_word_in_another_colour(card: str) -> None:
    """[CAPIO-1.8]"""
    words = [word.replace("/", "-").split("-") for word in DECK[card][1:]]
    assert len(words) == 9
    assert all(said != ink and {said, ink} <= set(COLOUR_NAMES) for said, ink, _ in words)
    assert len({(said, face) for said, _, face in words}) == 9
    assert len({(ink, face) for _, ink, face in words}) == 9


def test_the_words_are_german_english_and_french_as_in_the_box() -> None:
    """[CAPIO-1.9]"""
    assert Counter(DECK[card][0] for card in cards("confusion")) == {"de": 12, "en": 6, "fr": 6}


@pytest.mark.parametrize("kind", AIMS)
def test_cards_of_a_kind_are_about_equally_hard(kind: str) -> None:
    tried = throws(THROWS, seed=7)  # other throws than those they were designed with
    number = KIND_NAMES.index(kind)
    found = [difficulty(CARD_NAMES.index(card), number, tried) for card in cards(kind)]
    mean = sum(found) / len(found)
    assert max(found) < mean * (1 + SPREAD)
    assert min(found) > mean * (1 - SPREAD)
    low, high = AIMS[kind]
    assert low - NEAR_AIM < mean < high + NEAR_AIM


def test_a_higher_target_takes_more_dice() -> None:
    """[CAPIO-1.3] its number is its difficulty"""
    dice = sorted(face for faces in throws(1, seed=3) for face in faces)
    taken = []
    for target in range(6, 14):
        left, count = target, 0
        for face in dice:
            if face <= left:
                left, count = left - face, count + 1
        taken.append(count)
    assert all(lower <= higher for lower, higher in pairwise(taken))


def test_the_deck_is_what_its_design_prints() -> None:
    command = [sys.executable, "-m", "caponata.games.capio.design"]  # elsewhere: it tries drafts on the cards
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == files("caponata.games.capio").joinpath("deck.txt").read_text(encoding="utf-8")
