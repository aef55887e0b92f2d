"""The worked examples and tables of the rulebook pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import caponata.games.capo
from caponata.games.capo.cards import STARS
from caponata.games.capo.deals import start_trick
from tests.games.capo.positions import (
    acting,
    capo,
    effect_events,
    events,
    hand,
    lay,
    moves,
    owned,
    phase,
    play,
    titles,
    top,
)

PAGES = sorted((Path(caponata.games.capo.__file__).parent / "rulebook").glob("*.md"))
STAR_ROW = re.compile(r"^\| [^|\d-]+ \|((?: \d \|){10})$", re.MULTILINE)
ANN, BEN, CLEO, DAN = range(4)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_table_of_stars_is_that_of_the_cards(page: Path) -> None:
    """[CAPO-1.2]"""
    rows = STAR_ROW.findall(page.read_text(encoding="utf-8"))
    by_family = [[int(stars) for stars in re.findall(r"\d", row)] for row in rows]
    assert by_family == [[STARS[rank][family] for rank in range(10)] for family in range(5)]


def test_the_example_of_a_hit_on_a_capo() -> None:
    """[CAPO-4.3]"""
    position = capo(hands=["orange-1 red-9", "orange-8 red-10", "red-6 green-10"])
    lay(position, ANN, "orange-1")
    assert moves(position, BEN) == ["pass", "lay orange-8"]
    lay(position, BEN, "orange-8")
    assert top(position) == ("orange-8", BEN)
    lay(position, CLEO, "red-6")
    assert top(position) == ("red-6", CLEO)


def test_the_example_of_a_hit_on_two_capos() -> None:
    """[CAPO-4.4]"""
    position = capo(hands=["green-1 purple-1 red-9", "red-8 orange-8 green-8 blue-8 red-10", "red-6"])
    lay(position, ANN, "green-1 purple-1")
    assert moves(position, BEN) == ["pass", "lay orange-8+red-8"]


def test_the_example_of_a_prospect_battle() -> None:
    """[CAPO-5.2] [CAPO-5.4] [CAPO-5.5]"""
    position = capo(
        hands=["red-9 red-1 red-2", "blue-1 blue-5 blue-6", "green-3 green-5 green-6"],
        cities=["red blue", "red green", "blue green"],
    )
    lay(position, ANN, "red-9")
    play(position, ANN, "challenge 2", "fight red-1")
    play(position, BEN, "fight blue-1")
    assert effect_events(position, "battle-won")[0]["seat"] == BEN
    assert hand(position, ANN) == "red-2"
    assert hand(position, BEN) == "blue-5 blue-6"
    assert acting(position) == [CLEO]
    play(position, CLEO, "discard green-6")
    assert moves(position, ANN) == ["yield red", "yield blue"]
    play(position, ANN, "yield blue")
    assert (owned(position, ANN), owned(position, BEN)) == ("red", "red blue green")
    assert top(position) == ("red-9", ANN)
    assert acting(position) == [BEN]


def test_the_example_of_a_battle_between_equal_plays() -> None:
    """[CAPO-5.6] [CAPO-5.7]"""
    position = capo(
        hands=["red-10 red-1", "blue-3 orange-3 blue-1 blue-6", "orange-5 orange-6 green-9"],
        cities=["red blue", "red green", "blue green"],
        top="red-3 green-3",
        top_seat=ANN,
        turn=BEN,
        passed=[CLEO],
    )
    lay(position, BEN, "blue-3 orange-3")
    assert phase(position) == "fighting"
    assert acting(position) == [ANN, BEN]
    play(position, BEN, "fight blue-6")
    play(position, ANN, "fight red-1")
    assert effect_events(position, "battle-won")[0]["seat"] == ANN
    play(position, CLEO, "hold")
    play(position, BEN, "yield green")
    assert top(position) == ("blue-3 orange-3", ANN)
    assert hand(position, BEN) == "blue-1"
    assert events(position)[-1] == "skipped"
    assert acting(position) == [CLEO]


def test_the_example_of_police_penalties() -> None:
    """[CAPO-6.4] [CAPO-6.5] [CAPO-6.6]"""
    position = capo(hands=["police", "red-5 police", "red-4", "red-10 blue-10"])
    for seat, cards in ((ANN, "police"), (BEN, "red-5 police"), (CLEO, "red-4")):
        start_trick(position, seat)
        lay(position, seat, cards)
    assert [event["penalty"] for event in effect_events(position, "out")] == ["busted", "crooked", "none"]
    assert titles(position) == {CLEO: "capo", BEN: "soto-capo", ANN: "cugine", DAN: "cafone"}
