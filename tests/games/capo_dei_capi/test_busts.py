"""The three causes of a bust, and what it costs."""

from typing import Any

import pytest

from caponata.games.capo_dei_capi.layout import AREA_NAMES
from tests.games.capo_dei_capi.positions import (
    beside,
    between_rolls,
    cubes_on,
    events,
    gained,
    hands,
    moves,
    phase,
    play,
    roll,
    side,
    with_effects,
)

ALL_TAKEN: dict[str, str] = dict.fromkeys(AREA_NAMES, "influence-1")
CAUSES: dict[str, tuple[dict[str, Any], tuple[int, int], str]] = {
    "doubles": ({"hit_man": True}, (6, 6), "CDC-4.2"),
    "token": ({"beside": {"white-1": "influence-3"}}, (1, 5), "CDC-4.3"),
    "level": ({"level": 6}, (4, 1), "CDC-4.4"),
}


@pytest.mark.parametrize("why", CAUSES)
def test_there_are_three_ways_to_bust(why: str) -> None:
    """[CDC-4.1] [CDC-4.2] [CDC-4.3] [CDC-4.4]"""
    fields, dice, rule = CAUSES[why]
    position = with_effects(between_rolls(**fields))
    roll(position, *dice)
    busted = events(position)[0]
    assert (busted["event"], busted["why"], busted["rule"]) == ("busted", why, rule)
    assert position.turn == 1


@pytest.mark.parametrize("value", range(1, 7))
def test_doubles_with_the_hit_man_bust_before_any_action(value: int) -> None:
    """[CDC-4.2]"""
    position = between_rolls(hit_man=True, cubes={"white-1": 1}, mayor=2)
    roll(position, value, value)
    assert position.turn == 1
    assert hands(position) == (0, 0)
    assert cubes_on(position, "white-1") == 1


def test_double_4_at_level_6_with_the_hit_man_brings_no_chip() -> None:
    """[CDC-4.2] [CDC-4.7]"""
    position = between_rolls(hit_man=True, level=6)
    roll(position, 4, 4)
    assert hands(position) == (0, 0)


@pytest.mark.parametrize(
    ("taken", "is_bust"),
    [
        ([], False),
        (["white-2"], False),
        (["black-3"], False),
        (["white-3", "black-2"], False),
        (["white-2", "black-3"], True),
    ],
)
def test_two_low_dice_bust_only_when_both_areas_are_taken(taken: list[str], is_bust: bool) -> None:
    """[CDC-4.3]"""
    position = between_rolls(beside=dict.fromkeys(taken, "influence-1"))
    roll(position, 2, 3)
    assert (position.turn == 1) == is_bust


@pytest.mark.parametrize("value", [1, 2, 3, 5])
def test_doubles_that_need_a_space_bust_when_all_six_are_taken(value: int) -> None:
    """[CDC-4.3]"""
    position = between_rolls(beside=ALL_TAKEN, chips=(1, 1))
    roll(position, value, value)
    assert position.turn == 1, "a bust offers neither Payoff nor Backstab"


@pytest.mark.parametrize("dice", [(4, 4), (6, 6), (6, 1), (6, 5), (6, 4), (4, 2), (5, 4)])
def test_rolls_that_need_no_space_do_not_bust_when_all_six_are_taken(dice: tuple[int, int]) -> None:
    """[CDC-4.3]"""
    position = between_rolls(beside=ALL_TAKEN)
    roll(position, *dice)
    assert position.turn == 0


@pytest.mark.parametrize(
    ("level", "dice", "is_bust"),
    [
        (3, (4, 3), False),
        (4, (4, 3), True),
        (5, (1, 4), False),
        (6, (1, 4), True),
        (5, (4, 4), False),
        (6, (4, 4), True),
        (4, (5, 4), False),
        (5, (5, 4), True),
        (3, (6, 4), False),
        (4, (6, 4), True),
    ],
)
def test_the_level_may_reach_but_not_exceed_6(level: int, dice: tuple[int, int], is_bust: bool) -> None:
    """[CDC-4.4]"""
    position = between_rolls(level=level)
    roll(position, *dice)
    assert (position.turn == 1) == is_bust


@pytest.mark.parametrize(("value", "is_bust"), [(1, False), (2, True), (3, True)])
def test_a_flip_busts_only_after_its_value_is_revealed(value: int, is_bust: bool) -> None:
    """[CDC-4.5]"""
    position = between_rolls(level=5, on={"white-1": ("", f"bribe-{value}")})
    roll(position, 5, 4)
    assert side(position, 1, "white-1") == [f"open-{value}"]
    assert (position.turn == 1) == is_bust


def test_a_flip_at_level_6_is_declared_and_may_be_backstabbed_before_it_busts() -> None:
    """[CDC-4.5] [CDC-2.3]"""
    position = between_rolls(level=6, on={"white-1": ("", "bribe-1")}, chips=(2, 1))
    roll(position, 5, 4)
    assert phase(position) == "declaring"
    play(position, 0, "flip white-1 1")
    assert phase(position) == "backstabbing"
    play(position, 1, "let-pass")
    assert phase(position) == "busting"
    assert moves(position, 0) == ["reneg", "bust"]


def test_a_flipped_bribe_stays_face_up_after_a_reneg() -> None:
    """[CDC-4.5] [CDC-5.3] [CDC-7.10]"""
    position = between_rolls(
        level=6, on={"white-1": ("", "bribe-1")}, chips=(2, 1), beside={"white-2": "bribe"}
    )
    roll(position, 5, 4)
    play(position, 0, "flip white-1 1")
    play(position, 1, "let-pass")
    play(position, 0, "reneg")
    assert side(position, 1, "white-1") == ["open-1"]
    assert phase(position) == "rolling"
    assert beside(position) == {"white-2": "bribe"}
    assert position.chips_beside == 0


def test_a_flipped_bribe_stays_face_up_after_a_bust() -> None:
    """[CDC-4.5] [CDC-5.3]"""
    position = between_rolls(level=6, on={"white-1": ("", "bribe-2")}, chips=(2, 0))
    roll(position, 5, 4)
    play(position, 0, "flip white-1 1", "bust")
    assert position.turn == 1
    assert side(position, 1, "white-1") == ["open-2"]


def test_a_bust_returns_tokens_and_chips_and_leaves_cubes() -> None:
    """[CDC-4.6]"""
    position = with_effects(
        between_rolls(
            beside={"white-1": "influence-3", "black-2": "bribe"},
            cubes={"white-2": 2},
            mayor_chips=3,
            level=6,
        )
    )
    before = position.bribes
    roll(position, 4, 2)
    assert beside(position) == {}
    assert position.words[25] == 10, "the 3 is back in the supply"
    assert position.bribes == before + 1
    assert position.chips == 15
    assert position.chips_beside == 0
    assert hands(position) == (0, 0)
    assert cubes_on(position, "white-2") == 2
    assert [event["event"] for event in events(position)] == ["busted", "lost", "lost", "next"]


def test_a_bust_brings_no_bonus() -> None:
    """[CDC-4.6]"""
    position = between_rolls(level=6, mayor=4)
    roll(position, 4, 1)
    assert gained(position) == (0, 0)
    assert cubes_on(position, "mayor") == 4


def test_a_bust_returns_bribes_unseen() -> None:
    """[CDC-4.6] [CDC-5.1]"""
    position = between_rolls(beside={"white-1": "bribe", "white-2": "bribe"}, level=6)
    pool = [position.words[26 + value] for value in range(3)]
    roll(position, 4, 1)
    assert phase(position) == "turn", "nobody looks at a bribe"
    assert [position.words[26 + value] for value in range(3)] == pool


def test_the_cube_of_a_busted_6_and_4_stays_on_the_mayor() -> None:
    """[CDC-4.7]"""
    position = between_rolls(level=4, mayor=2)
    roll(position, 6, 4)
    assert position.turn == 1
    assert cubes_on(position, "mayor") == 3


def test_a_reneg_comes_before_the_cube_of_a_busted_6_and_4() -> None:
    """[CDC-4.7] [CDC-7.10]"""
    position = between_rolls(level=4, mayor=2, chips=(2, 0))
    roll(position, 6, 4)
    play(position, 0, "reneg")
    assert cubes_on(position, "mayor") == 2


def test_the_chip_of_a_busted_double_4_stays_in_the_hand() -> None:
    """[CDC-4.7]"""
    position = between_rolls(level=6, mayor_chips=1, supply_chips=1)
    roll(position, 4, 4)
    assert position.turn == 1
    assert hands(position) == (1, 0)
    assert position.chips == 1, "the chip from beside the Mayor"


def test_a_busted_double_4_brings_no_chip_from_an_empty_supply() -> None:
    """[CDC-4.7] [CDC-3.15]"""
    position = between_rolls(level=6, mayor_chips=1, supply_chips=0)
    roll(position, 4, 4)
    assert hands(position) == (0, 0)
    assert position.chips == 1


def test_a_space_is_free_again_after_pocket_or_deceive() -> None:
    """[CDC-4.3] [CDC-7.4] [CDC-7.5]"""
    position = between_rolls(beside={"white-1": "influence-1", "white-2": "influence-2"}, chips=(2, 0))
    play(position, 0, "pocket white-1", "deceive white-2 black-1")
    roll(position, 1, 5)
    assert beside(position) == {"white-1": "bribe", "black-1": "influence-2"}
    roll(position, 2, 5)
    assert position.turn == 0
