"""The three endings of a game, how they are prevented, and the scoring."""

from __future__ import annotations

import pytest

from caponata.games.capo_dei_capi.layout import ENDS
from caponata.games.capo_dei_capi.rules import DeiCapiPosition
from tests.games.capo_dei_capi.positions import (
    beside,
    between_rolls,
    chance,
    cubes_on,
    events,
    gained,
    hands,
    moves,
    phase,
    play,
    refused,
    roll,
    side,
    with_effects,
)


def end_cause(position: DeiCapiPosition) -> str:
    """The name of the cause that ended the game."""
    return ENDS[position.ended]


def finished(**fields: object) -> DeiCapiPosition:
    """A position in which seat 0 has ended the game by putting the last cube on White 1."""
    position = between_rolls(supply_cubes=1, **fields)  # type: ignore[arg-type]
    roll(position, 1, 6)
    assert phase(position) == "over"
    return position


@pytest.mark.parametrize("dice", [(1, 6), (6, 4), (6, 6), (6, 5)])
def test_the_last_cube_ends_the_game(dice: tuple[int, int]) -> None:
    """[CDC-8.1]"""
    position = between_rolls(supply_cubes=1)
    roll(position, *dice)
    if phase(position) == "declaring":
        play(position, 0, "invest white-1")
    assert phase(position) == "over"
    assert end_cause(position) == "cubes"


def test_moving_a_cube_does_not_end_the_game() -> None:
    """[CDC-8.1]"""
    position = between_rolls(supply_cubes=1, cubes={"white-1": 1})
    roll(position, 6, 6)
    play(position, 0, "shift white-1 black-1")
    assert phase(position) == "turn"


def test_a_refill_of_the_mayor_may_end_the_game() -> None:
    """[CDC-8.1] [CDC-6.5]"""
    position = with_effects(between_rolls(supply_cubes=2, level=6, mayor=3))
    play(position, 0, "stop")
    assert end_cause(position) == "cubes"
    assert gained(position) == (3, 0)
    names = [event["event"] for event in events(position)]
    assert names[:3] == ["bonus", "refilled", "ending"]


@pytest.mark.parametrize("dice", [(1, 5), (5, 5)])
def test_the_last_bribe_ends_the_game(dice: tuple[int, int]) -> None:
    """[CDC-8.2]"""
    position = between_rolls(supply_bribes=1)
    roll(position, *dice)
    if phase(position) == "declaring":
        play(position, 0, "bribe white-1")
    chance(position, "look 3")
    assert phase(position) == "over"
    assert end_cause(position) == "bribes"
    assert side(position, 0, "white-1") == ["bribe-3"]


@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_last_influence_token_of_a_value_ends_the_game(value: int) -> None:
    """[CDC-8.3]"""
    left = [1 if other == value else 4 for other in (1, 2, 3)]
    position = between_rolls(supply_influence=left)
    roll(position, value, value)
    play(position, 0, f"influence black-1 {value}")
    assert phase(position) == "over"
    assert end_cause(position) == f"influence-{value}"


def test_a_bust_returns_influence_tokens_to_the_supply() -> None:
    """[CDC-8.3] [CDC-4.6]"""
    position = between_rolls(beside={"white-1": "influence-3"}, supply_influence=[9, 9, 1], level=6)
    roll(position, 4, 1)
    assert position.words[25] == 2


def test_the_last_turn_ends_as_after_a_stop() -> None:
    """[CDC-8.4]"""
    position = between_rolls(
        supply_cubes=1, beside={"white-2": "influence-3"}, mayor_chips=2, level=5, mayor=4, chips=(6, 0)
    )
    roll(position, 1, 6)
    play(position, 0, "invest white-1")
    assert phase(position) == "over"
    assert side(position, 0, "white-2") == ["influence-3"]
    assert hands(position) == (7, 0)
    assert gained(position) == (2, 0)
    assert refused(position, 0, "roll") == "CDC-8.4"
    assert position.outcome() is not None


def test_a_6_and_a_4_with_the_last_cube_does_not_bust() -> None:
    """[CDC-8.4]"""
    position = between_rolls(supply_cubes=1, level=5, mayor=4)
    roll(position, 6, 4)
    assert phase(position) == "over"
    assert hands(position) == (1, 0), "its chip is put beside the Mayor and taken"
    assert gained(position) == (2, 0), "half of five"
    assert cubes_on(position, "mayor") == 3


def test_a_6_and_a_4_with_the_last_cube_still_raises_the_level() -> None:
    """[CDC-8.4] [CDC-3.8]"""
    position = between_rolls(supply_cubes=1, level=3, mayor=2)
    roll(position, 6, 4)
    assert gained(position) == (3, 0), "level 6, and no cube is left to refill the Mayor"
    assert cubes_on(position, "mayor") == 0


def test_the_action_that_ends_the_game_is_completed() -> None:
    """[CDC-8.4] [CDC-3.9]"""
    position = between_rolls(supply_cubes=1, on={"white-1": ("", "bribe-2")})
    roll(position, 6, 5)
    play(position, 0, "expose white-1 1")
    assert side(position, 1, "white-1") == ["open-2"]
    assert phase(position) == "over"


def test_room_is_also_made_in_the_last_turn() -> None:
    """[CDC-8.4] [CDC-6.2]"""
    five = " ".join(["influence-1"] * 5)
    position = between_rolls(supply_cubes=1, beside={"black-1": "influence-3"}, on={"black-1": (five, "")})
    roll(position, 1, 6)
    play(position, 0, "discard black-1 1")
    assert phase(position) == "over"


def test_a_reneg_prevents_the_end() -> None:
    """[CDC-8.5]"""
    position = between_rolls(supply_cubes=1, chips=(2, 0))
    roll(position, 1, 6)
    play(position, 0, "reneg")
    roll(position, 4, 1)
    assert phase(position) == "turn"
    assert position.cubes == 1


def test_a_backstab_prevents_the_end() -> None:
    """[CDC-8.5]"""
    position = between_rolls(supply_bribes=1, chips=(0, 1))
    roll(position, 1, 5)
    play(position, 1, "backstab")
    roll(position, 4, 1)
    assert phase(position) == "turn"
    assert position.bribes == 1


def test_nobody_may_use_chips_after_the_last_piece_was_taken() -> None:
    """[CDC-8.6]"""
    position = between_rolls(supply_cubes=1, chips=(5, 5), beside={"white-1": "bribe"})
    roll(position, 1, 6)
    play(position, 0, "invest white-1")
    play(position, 1, "let-pass")
    assert phase(position) == "looking"
    chance(position, "look 2")
    assert phase(position) == "over"
    assert refused(position, 0, "scandal 1") == "CDC-8.4"


# Scoring


def test_an_area_and_its_cubes_go_to_the_higher_total() -> None:
    """[CDC-9.1]"""
    position = finished(
        on={"white-1": ("influence-1 bribe-3", "influence-3"), "black-2": ("", "open-1")},
        cubes={"white-1": 2, "black-2": 4},
    )
    assert position.score(0) == 1 + 3
    assert position.score(1) == 1 + 4
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.scores == (4, 5)
    won = {line.reason: line.points for line in outcome.lines[0] if line.points}
    assert won == {"area-white-1": 4}


def test_bribes_are_turned_up_before_areas_are_scored() -> None:
    """[CDC-9.1]"""
    position = with_effects(between_rolls(supply_cubes=1, on={"white-1": ("influence-1 bribe-3", "bribe-2")}))
    roll(position, 1, 6)
    final = events(position)
    revealed = [(event["seat"], event["value"]) for event in final if event["event"] == "revealed"]
    assert revealed == [(0, 3), (1, 2)]
    assert [event["event"] for event in final][-7:] == ["won", *["tied"] * 5, "finished"]


def test_nobody_scores_a_tied_area() -> None:
    """[CDC-9.2]"""
    position = finished(on={"white-1": ("influence-3", "bribe-1 influence-2")}, cubes={"black-1": 5})
    assert (position.score(0), position.score(1)) == (0, 0)


def test_cubes_gained_from_the_mayor_count_and_cubes_on_him_do_not() -> None:
    """[CDC-9.3]"""
    position = finished(gained=(3, 1), mayor=6)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.scores == (3, 1)
    assert outcome.decided_by == "CDC-9.3"
    assert outcome.winners == (0,)


def test_equal_points_are_decided_by_chips() -> None:
    """[CDC-9.4]"""
    position = between_rolls(supply_cubes=1, gained=(2, 2), chips=(1, 2), promised=True)
    roll(position, 1, 6)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.decided_by == "CDC-9.4"
    assert outcome.winners == (1,)


def test_equal_chips_are_decided_by_areas() -> None:
    """[CDC-9.5]"""
    position = finished(
        gained=(1, 0), on={"black-1": ("", "influence-1"), "black-2": ("", "influence-1")}, cubes={}
    )
    assert position.score(0) == 1
    assert position.score(1) == 2
    even = finished(gained=(2, 0), on={"black-1": ("", "influence-1"), "black-2": ("", "influence-1")})
    outcome = even.outcome()
    assert outcome is not None
    assert outcome.scores == (2, 2)
    assert outcome.decided_by == "CDC-9.5"
    assert outcome.winners == (1,)


@pytest.mark.parametrize("turn", [0, 1])
def test_the_seat_that_ended_the_game_wins_if_all_else_is_equal(turn: int) -> None:
    """[CDC-9.6]"""
    position = between_rolls(supply_cubes=1, turn=turn)
    roll(position, 1, 6)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.decided_by == "CDC-9.6"
    assert outcome.winners == (turn,)
    assert outcome.rule == "CDC-8.1"


def test_the_last_tie_break_does_not_apply_before_the_end() -> None:
    """[CDC-9.6]"""
    position = between_rolls()
    assert (position.place(0), position.place(1)) == (0, 0)
    assert position.outcome() is None
    assert "roll" in moves(position, 0)
    assert beside(position) == {}
