"""Before GO: cards are chosen, dealt and passed, everybody gets ready, the dice are thrown."""

from __future__ import annotations

from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY
from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES, THROW_NAMES
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.rules import CapioPosition, start
from caponata.games.capio.view import view
from tests.games.capio.positions import acting, capio, cards_of, chance, odds, phase, play, refused


def play_chance(position: CapioPosition, rng: Rng) -> None:
    """Play chance moves until a seat may act."""
    while position.to_act == CHANCE_ACTS:
        position.play(CHANCE, position.chance_move(rng.below(position.total_weight())))


def play_playthrough(position: CapioPosition, rng: Rng) -> None:
    """Play a playthrough in which seat 0 calls STOP immediately, until everybody is ready for the next."""
    play_chance(position, rng)
    for seat in range(position.seats):
        play(position, seat, "ready")
    play_chance(position, rng)
    play(position, 0, "stop")
    if position.to_act != NOBODY:
        for seat in range(position.seats):
            play(position, seat, "ready")
        play_chance(position, rng)


@pytest.mark.parametrize(("seats", "playthroughs"), [(2, 6), (3, 9), (4, 12)])
def test_a_game_has_three_rounds_of_as_many_playthroughs_as_seats(seats: int, playthroughs: int) -> None:
    """[CAPIO-2.1] [CAPIO-7.1]"""
    position = start(seats, CapioOptions())
    rng = Rng(seats)
    played = 0
    while position.to_act != NOBODY:
        assert view(position, 0)["round"] == played // seats + 1
        play_playthrough(position, rng)
        played += 1
    assert played == playthroughs
    assert len(view(position, 0)["points"]) == playthroughs
    assert refused(position, 0, "ready") == ("CAPIO-7.1", "game-over")


def test_three_different_numbers_determine_the_kinds() -> None:
    """[CAPIO-2.2]"""
    position = start(2, CapioOptions())
    assert len(odds(position)) == 20 and set(odds(position).values()) == {1}
    chance(position, "choose 146")
    for card in ("target-3", "chain-5", "confusion-24"):
        chance(position, f"deal {card}")
    assert cards_of(position, 0) == "target-3 chain-5 confusion-24"
    assert phase(position) == "choosing"


def test_a_card_is_dealt_only_once_in_a_game() -> None:
    """[CAPIO-2.2]"""
    position = start(2, CapioOptions())
    chance(position, "choose 123", "deal target-3", "deal towers-1", "deal lines-1", "choose 123")
    assert len(odds(position)) == 11
    assert "deal target-3" not in odds(position)
    rng = Rng(1)
    game = start(4, CapioOptions(course=True))
    dealt: list[str] = []
    while game.to_act != NOBODY:
        play_chance(game, rng)
        if view(game, 0)["playthrough"] == 1 and phase(game) == "gathering":
            dealt += [card for seat in range(4) for card in cards_of(game, seat).split()]
        play_playthrough(game, rng)
    assert len(dealt) == len(set(dealt)) == 36


def test_cards_are_passed_to_the_left() -> None:
    """[CAPIO-2.3]"""
    rng = Rng(3)
    position = start(3, CapioOptions())
    play_chance(position, rng)
    before = [cards_of(position, seat) for seat in range(3)]
    play_playthrough(position, rng)
    assert [cards_of(position, seat) for seat in (1, 2, 0)] == before


def test_a_course_teaches_the_kinds_in_two_halves() -> None:
    """[CAPIO-2.4]"""
    rng = Rng(2)
    position = start(2, CapioOptions(course=True))
    for kinds in ("target towers lines", "chain sets confusion"):
        play_chance(position, rng)
        for seat in (0, 1):
            assert [card.split("-")[0] for card in cards_of(position, seat).split()] == kinds.split()
        play_playthrough(position, rng)
        play_rest_of_round(position, rng)
    assert phase(position) in ("choosing", "gathering", "rolling")
    assert position.round == 2


def play_rest_of_round(position: CapioPosition, rng: Rng) -> None:
    """Play playthroughs until the next round begins."""
    in_round = position.round
    while position.round == in_round:
        for seat in range(position.seats):
            play(position, seat, "ready")
        play_chance(position, rng)
        play(position, 0, "stop")
        for seat in range(position.seats):
            play(position, seat, "ready")
    if not position.options.course or position.round == 2:
        assert phase(position) == "choosing"


@pytest.mark.parametrize(("number", "colour"), [(2, "print"), (4, "print"), (1, "word"), (5, "word")])
def test_an_even_roll_counts_the_print_and_an_odd_one_the_word(number: int, colour: str) -> None:
    """[CAPIO-2.5]"""
    position = start(2, CapioOptions())
    chance(position, "choose 126", "deal target-1", "deal towers-1", "deal confusion-1")
    chance(position, "choose 123", "deal target-2", "deal towers-2", "deal lines-1")
    assert phase(position) == "rolling"
    chance(position, f"roll {number}")
    assert phase(position) == "gathering"  # the other seat has no such card
    field = view(position, 0)["goals"][0][2]["fields"][0]
    required = position.required_colour(0, 2, 1)
    assert COLOUR_NAMES[required] == field[colour]
    assert view(position, 0)["rolls"] == [number, None]


def test_dice_are_thrown_when_everybody_is_ready() -> None:
    """[CAPIO-2.6] [CAPIO-8.1]"""
    position = start(3, CapioOptions())
    play_chance(position, Rng(4))
    assert acting(position) == [0, 1, 2]
    assert refused(position, 0, "take red-1") == ("CAPIO-2.6", "not-started")
    play(position, 1, "ready")
    assert refused(position, 1, "ready") == ("CAPIO-2.6", "already-ready")
    seat_view = view(position, 1)
    assert all(faces == [None] * 4 for faces in seat_view["middle"].values())
    assert len(seat_view["goals"][2]) == 3
    play(position, 2, "ready")
    play(position, 0, "ready")
    assert phase(position) == "throwing"
    for colour in COLOUR_NAMES:
        assert sum(odds(position).values()) == 6**4
        assert odds(position)[f"throw {colour} 1111"] == 1
        assert odds(position)[f"throw {colour} 1236"] == 24
        chance(position, f"throw {colour} 1236")
    assert phase(position) == "grabbing"
    assert view(position, 0)["middle"]["grey"] == [1, 2, 3, 6]
    assert acting(position) == [0, 1, 2]
    assert len(THROW_NAMES) == 126


def test_table_waits_for_everybody_after_the_scoring() -> None:
    """[CAPIO-2.6]"""
    position = capio(["target-1 towers-1 sets-1"], middle="red-6", phase="grabbing")
    play(position, 0, "stop")
    assert phase(position) == "reckoning"
    play(position, 1, "ready")
    assert view(position, 0)["reckoning"] is not None
    play(position, 0, "ready")
    assert view(position, 0)["reckoning"] is None
    assert phase(position) == "gathering"


def test_all_dice_are_thrown_again_for_the_next_playthrough() -> None:
    """[CAPIO-2.6]"""
    position = capio(["target-1 towers-1 sets-1"], middle="red-6", phase="grabbing")
    play(position, 0, "stop")
    play(position, 0, "ready")
    play(position, 1, "ready")
    play_chance(position, Rng(4))
    assert phase(position) == "gathering"
    for seat in acting(position):
        play(position, seat, "ready")
    for colour in COLOUR_NAMES:
        assert phase(position) == "throwing"
        chance(position, f"throw {colour} 2345")
    assert phase(position) == "grabbing"
    assert all(faces == [2, 3, 4, 5] for faces in view(position, 0)["middle"].values())


def test_every_kind_and_card_has_a_name() -> None:
    """[CAPIO-1.2]"""
    assert len(KIND_NAMES) == 6
    assert {name.split("-")[0] for name in CARD_NAMES} == set(KIND_NAMES)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"colour_words": "latin"}, "CAPIO-1.9"),
        ({"idle_after": 17}, "CAPIO-4.3"),
        ({"quiet_after": 1}, "CAPIO-4.3"),
        ({"hand_time": 0}, "CAPIO-4.3"),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        CapioOptions(**options)
