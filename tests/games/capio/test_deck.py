"""The 84 goal cards: each follows the rules of its kind, and cards of a kind are about equally hard."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest

from caponata.games.capio.cards import CARD_NAMES, DECK, FORMS, KIND_NAMES, KIND_SIZES
from caponata.games.capio.design import CHAIN_FACES, mean_best_score, random_throws
from caponata.games.capio.dice import COLOUR_NAMES, DIE_NAMES

MOST_DEVIATION = 0.15
TRIAL_THROWS = 300
# Intended range of the mean best score.
INTENDED_SCORES = {
    "towers": (4.7, 4.7),
    "lines": (5.3, 5.3),
    "chain": (4.2, 4.6),
    "sets": (5.3, 5.3),
    "confusion": (4.7, 4.7),
}
TOLERANCE = 0.5


def fields(card: str) -> list[tuple[str, list[int]]]:
    """The colours and numbers of a Lines or Chain card."""
    words = [word.split("-") for word in DECK[card]]
    return [(colour, [int(face) for face in faces.split("|")]) for colour, faces in words]


def cards(kind: str) -> list[str]:
    """The names of all cards of a kind."""
    return [name for name in CARD_NAMES if name.startswith(f"{kind}-")]


def test_there_are_forty_dice_in_ten_colours() -> None:
    """[CAPIO-1.1]"""
    assert len(COLOUR_NAMES) == 10
    assert len(DIE_NAMES) == 60


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
    card_fields = fields(card)
    assert len(card_fields) == 9
    assert card_fields[4][0] == "joker" and len(card_fields[4][1]) == 1
    around = card_fields[:4] + card_fields[5:]
    assert len({colour for colour, _ in around}) == 8
    assert sorted(len(set(faces)) for _, faces in around) == [1] * 4 + [2] * 4


@pytest.mark.parametrize("card", cards("chain"))
def test_chain_has_twelve_fields_and_one_or_two_jokers(card: str) -> None:
    """[CAPIO-1.6]"""
    card_fields = fields(card)
    assert tuple(faces[0] for _, faces in card_fields) == CHAIN_FACES
    assert all(len(faces) == 1 for _, faces in card_fields)
    assert sum(colour == "joker" for colour, _ in card_fields) in (1, 2)
    assert len({(colour, faces[0]) for colour, faces in card_fields}) == 12


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
    assert all(
        word != print_colour and {word, print_colour} <= set(COLOUR_NAMES) for word, print_colour, _ in words
    )
    assert len({(word, face) for word, _, face in words}) == 9
    assert len({(print_colour, face) for _, print_colour, face in words}) == 9


def test_confusion_words_are_german_english_and_french() -> None:
    """[CAPIO-1.9]"""
    assert Counter(DECK[card][0] for card in cards("confusion")) == {"de": 12, "en": 6, "fr": 6}


@pytest.mark.parametrize("kind", INTENDED_SCORES)
def test_cards_of_a_kind_are_about_equally_hard(kind: str) -> None:
    throws = random_throws(TRIAL_THROWS, seed=7)  # not the throws that the cards were designed with
    number = KIND_NAMES.index(kind)
    scores = [mean_best_score(CARD_NAMES.index(card), number, throws) for card in cards(kind)]
    mean = sum(scores) / len(scores)
    assert max(scores) < mean * (1 + MOST_DEVIATION)
    assert min(scores) > mean * (1 - MOST_DEVIATION)
    low, high = INTENDED_SCORES[kind]
    assert low - TOLERANCE < mean < high + TOLERANCE


def test_a_higher_target_takes_more_dice() -> None:
    """[CAPIO-1.3] The number of a Target is its difficulty."""
    dice = sorted(face for faces in random_throws(1, seed=3) for face in faces)
    taken = []
    for target in range(6, 14):
        left, count = target, 0
        for face in dice:
            if face <= left:
                left, count = left - face, count + 1
        taken.append(count)
    assert all(lower <= higher for lower, higher in pairwise(taken))


def test_deck_file_matches_the_output_of_the_design_script() -> None:
    # The script changes the tables of the cards, so it runs in its own process.
    command = [sys.executable, "-m", "caponata.games.capio.design"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == files("caponata.games.capio").joinpath("deck.txt").read_text(encoding="utf-8")
