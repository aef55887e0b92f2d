"""The course of a turn, and its end after a stop."""

import pytest

from caponata.games.capo_dei_capi.layout import AREA_NAMES
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

FIVE = "influence-1 influence-2 influence-3 bribe-1 open-2"


def test_a_player_must_roll_before_stopping() -> None:
    """[CDC-2.1]"""
    position = between_rolls(rolls=0, must_roll=True)
    assert moves(position, 0) == ["roll"]
    assert refused(position, 0, "stop") == "CDC-2.1"


def test_a_scandal_may_come_before_the_first_roll() -> None:
    """[CDC-2.1] [CDC-7.11]"""
    position = between_rolls(rolls=0, must_roll=True, chips=(4, 0))
    assert moves(position, 0) == ["roll", "scandal 1", "scandal 2"]
    play(position, 0, "scandal 2")
    assert moves(position, 0) == ["roll", "scandal 1", "scandal 2"]


def test_only_the_active_player_may_act() -> None:
    """[CDC-2.1]"""
    position = between_rolls()
    assert refused(position, 1, "roll") == "CDC-2.1"
    assert refused(position, 0, "let-pass") == "CDC-2.2"


def test_after_a_roll_the_player_may_roll_stop_or_use_chips() -> None:
    """[CDC-2.2]"""
    position = between_rolls(beside={"white-1": "influence-1"}, chips=(1, 0))
    offered = moves(position, 0)
    assert offered[:3] == ["roll", "stop", "pocket white-1"]
    assert offered[3:] == [f"deceive white-1 {area}" for area in AREA_NAMES[1:]]


def test_reneg_backstab_and_payoff_are_offered_in_this_order() -> None:
    """[CDC-2.3]"""
    position = between_rolls(chips=(3, 1))
    roll(position, 3, 3)
    assert phase(position) == "declaring"
    assert "reneg" in moves(position, 0)
    play(position, 0, "influence black-1 3")
    assert phase(position) == "backstabbing"
    assert beside(position) == {}
    play(position, 1, "let-pass")
    assert phase(position) == "paying"
    assert beside(position) == {}
    play(position, 0, "payoff")
    assert beside(position) == {"black-1": "influence-3"}
    assert phase(position) == "turn"


def test_only_a_reneg_can_avert_a_bust() -> None:
    """[CDC-2.3]"""
    position = between_rolls(chips=(2, 5), hit_man=True)
    roll(position, 3, 3)
    assert phase(position) == "busting"
    assert moves(position, 0) == ["reneg", "bust"]
    assert refused(position, 0, "payoff") == "CDC-7.3"


@pytest.mark.parametrize(
    ("chips", "dice", "asked"),
    [
        ((0, 0), (4, 1), "turn"),  # neither seat has chips to react
        ((1, 0), (4, 1), "turn"),  # a Reneg costs two
        ((2, 0), (4, 1), "declaring"),
        ((0, 1), (4, 1), "backstabbing"),
        ((0, 0), (4, 4), "turn"),
        ((1, 0), (4, 4), "paying"),
        ((0, 0), (1, 2), "declaring"),
    ],
)
def test_decisions_without_a_choice_are_skipped(
    chips: tuple[int, int], dice: tuple[int, int], asked: str
) -> None:
    """[CDC-2.4]"""
    position = between_rolls(chips=chips)
    roll(position, *dice)
    assert phase(position) == asked


def test_a_bust_without_enough_chips_is_carried_out_at_once() -> None:
    """[CDC-2.4]"""
    position = between_rolls(chips=(1, 3), level=6)
    roll(position, 4, 1)
    assert position.turn == 1


def test_a_roll_is_never_made_automatically() -> None:
    """[CDC-2.4]"""
    position = between_rolls(rolls=0, must_roll=True)
    assert position.prompt(0) == "turn-first"
    assert moves(position, 0) == ["roll"]
    play(position, 0, "roll")
    assert refused(position, 0, "stop") == "CDC-2.4"


def test_an_automatic_declaration_is_reported() -> None:
    """[CDC-2.4]"""
    position = with_effects(between_rolls(beside={"white-1": "influence-3"}))
    roll(position, 1, 2)
    assert [event["event"] for event in events(position)] == ["influence", "placed"]


@pytest.mark.parametrize("again", [(1, 1), (2, 6)])
def test_a_cancelled_roll_is_repeated_at_once(again: tuple[int, int]) -> None:
    """[CDC-2.5]"""
    position = between_rolls(chips=(4, 2))
    roll(position, 3, 2)
    play(position, 0, "reneg")
    assert phase(position) == "rolling"
    roll(position, *again)
    assert phase(position) == "declaring"
    play(position, 0, moves(position, 0)[0])
    play(position, 1, "backstab")
    assert phase(position) == "rolling"
    assert hands(position) == (2, 1)
    roll(position, 4, 1)
    assert phase(position) == "declaring", "the same decisions are offered again"
    play(position, 0, "extort")
    assert phase(position) == "backstabbing"


def test_a_stop_moves_tokens_onto_their_areas() -> None:
    """[CDC-6.1]"""
    position = between_rolls(
        beside={"white-1": "influence-3", "black-2": "influence-1"},
        on={"white-1": ("influence-2", "influence-1")},
    )
    play(position, 0, "stop")
    assert side(position, 0, "white-1") == ["influence-2", "influence-3"]
    assert side(position, 0, "black-2") == ["influence-1"]
    assert side(position, 1, "white-1") == ["influence-1"]
    assert beside(position) == {}
    assert position.turn == 1


def test_a_sixth_token_forces_a_discard() -> None:
    """[CDC-6.2]"""
    position = between_rolls(beside={"white-1": "influence-3"}, on={"white-1": (FIVE, "")})
    play(position, 0, "stop")
    assert phase(position) == "room"
    assert position.prompt(0) == "room"
    assert moves(position, 0) == [f"discard white-1 {which}" for which in (1, 2, 3, 4, 5, "new")]
    assert refused(position, 0, "discard white-2 1") == "CDC-6.2"
    play(position, 0, "discard white-1 1")
    assert side(position, 0, "white-1") == ["influence-3", *FIVE.split()[1:]]
    assert position.turn == 1


def test_the_new_token_may_be_discarded() -> None:
    """[CDC-6.2]"""
    position = between_rolls(beside={"white-1": "influence-1"}, on={"white-1": (FIVE, "")})
    play(position, 0, "stop", "discard white-1 new")
    assert side(position, 0, "white-1") == FIVE.split()
    assert position.turn == 1


def test_room_is_made_on_all_areas_before_new_bribes_are_looked_at() -> None:
    """[CDC-6.2] [CDC-5.2]"""
    full = {
        "white-2": (FIVE, ""),
        "black-1": ("influence-1 influence-1 influence-1 influence-1 influence-1", ""),
    }
    position = between_rolls(beside={"white-1": "bribe", "white-2": "bribe", "black-1": "bribe"}, on=full)
    play(position, 0, "stop")
    assert position.room == 1
    play(position, 0, "discard white-2 4")
    assert position.room == 3
    play(position, 0, "discard black-1 new")
    assert phase(position) == "looking"
    chance(position, "look 3")
    chance(position, "look 1")
    assert side(position, 0, "white-1") == ["bribe-3"]
    assert side(position, 0, "white-2") == ["influence-1", "influence-2", "influence-3", "bribe-1", "open-2"]
    assert position.box_unseen == 1
    assert position.turn == 1


def test_chips_beside_the_mayor_go_to_the_hand() -> None:
    """[CDC-6.3]"""
    position = between_rolls(mayor_chips=2, chips=(1, 1), level=3)
    play(position, 0, "stop")
    assert hands(position) == (3, 1)
    assert gained(position) == (0, 0)


@pytest.mark.parametrize(("mayor", "half"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_level_5_brings_half_of_the_mayors_cubes_rounded_down(mayor: int, half: int) -> None:
    """[CDC-6.4]"""
    position = between_rolls(mayor=mayor, level=5)
    supply = position.cubes
    play(position, 0, "stop")
    assert gained(position) == (half, 0)
    assert cubes_on(position, "mayor") == mayor - half
    assert position.cubes == supply


@pytest.mark.parametrize("mayor", [0, 2, 5])
def test_level_6_brings_all_of_the_mayors_cubes_and_a_refill_of_two(mayor: int) -> None:
    """[CDC-6.5]"""
    position = between_rolls(mayor=mayor, level=6)
    supply = position.cubes
    play(position, 0, "stop")
    assert gained(position) == (mayor, 0)
    assert cubes_on(position, "mayor") == 2
    assert position.cubes == supply - 2


@pytest.mark.parametrize(("left", "come"), [(2, 2), (1, 1)])
def test_a_refill_takes_what_is_left_in_the_supply(left: int, come: int) -> None:
    """[CDC-6.5] [CDC-8.1]"""
    position = between_rolls(mayor=3, level=6, supply_cubes=left)
    play(position, 0, "stop")
    assert cubes_on(position, "mayor") == come
    assert phase(position) == "over"


@pytest.mark.parametrize("stops", [True, False])
def test_the_level_and_the_hit_man_are_reset_after_a_turn(stops: bool) -> None:
    """[CDC-6.6]"""
    position = between_rolls(level=6, hit_man=True)
    if stops:
        play(position, 0, "stop")
    else:
        roll(position, 4, 1)
    assert (position.level, position.hit_man, position.turn) == (0, 0, 1)


@pytest.mark.parametrize("stops", [True, False])
def test_chips_over_seven_are_returned_at_the_end_of_the_turn(stops: bool) -> None:
    """[CDC-6.7]"""
    position = with_effects(between_rolls(chips=(9, 0), mayor_chips=2, hit_man=True))
    if stops:
        play(position, 0, "stop")
    else:
        roll(position, 3, 3)
        play(position, 0, "bust")
    assert hands(position) == (7, 0)
    assert position.chips == 8
    returned = [event for event in events(position) if event["event"] == "chips-returned"]
    assert returned[0]["count"] == (4 if stops else 2)


def test_the_chip_limit_does_not_apply_to_the_opponent() -> None:
    """[CDC-6.7]"""
    position = between_rolls(chips=(1, 9))
    play(position, 0, "stop")
    assert hands(position) == (1, 9)
