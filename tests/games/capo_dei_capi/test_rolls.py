"""The action of each of the 36 rolls, and its effects."""

from collections import Counter

import pytest

from caponata.games.capo_dei_capi.dice import ACTIONS, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import CUBES_ON
from tests.games.capo_dei_capi.positions import (
    beside,
    between_rolls,
    chance,
    cubes_on,
    events,
    hands,
    moves,
    phase,
    play,
    refused,
    roll,
    side,
    with_effects,
)

LOW = (1, 2, 3)


def test_the_36_rolls_call_for_eleven_actions() -> None:
    """[CDC-3.1]"""
    assert Counter(ACTIONS[action] for action in ROLL_ACTIONS) == {
        "influence": 6,
        "extort": 6,
        "bribe": 6,
        "expose": 2,
        "invest": 6,
        "invest-mayor": 2,
        "invest-expose": 2,
        "influence-doubles": 3,
        "extort-doubles": 1,
        "bribe-doubles": 1,
        "invest-doubles": 1,
    }


@pytest.mark.parametrize("white", range(1, 7))
@pytest.mark.parametrize("black", range(1, 7))
def test_every_roll_offers_exactly_the_moves_of_its_action(white: int, black: int) -> None:
    """[CDC-3.1]"""
    position = between_rolls(
        chips=(2, 0), on={"white-1": ("", "bribe-2"), "black-2": ("", "bribe-1 influence-3")}
    )
    roll(position, white, black)
    verbs = {move.split()[0] for move in moves(position, 0)}
    assert verbs - {"reneg"} == expected_verbs(white, black)
    assert "reneg" in verbs


def expected_verbs(white: int, black: int) -> set[str]:
    """The verbs that a roll offers with bribes to flip and no cube on any area."""
    low, high = sorted((white, black))
    if low == high:
        return {1: {"influence"}, 2: {"influence"}, 3: {"influence"}, 4: {"extort"}, 5: {"bribe"}}.get(
            low, {"invest"}
        )
    if high <= 3:
        return {"influence"}
    if low <= 3:
        return {{4: "extort", 5: "bribe", 6: "invest"}[high]}
    return {(4, 5): {"flip"}, (4, 6): {"extort"}, (5, 6): {"invest", "expose"}}[low, high]


@pytest.mark.parametrize(("white", "black"), [(w, b) for w in LOW for b in LOW if w != b])
def test_either_low_die_may_be_the_token(white: int, black: int) -> None:
    """[CDC-3.2]"""
    position = between_rolls()
    roll(position, white, black)
    assert moves(position, 0) == [f"influence white-{white} {black}", f"influence black-{black} {white}"]


@pytest.mark.parametrize(
    ("taken", "forced"), [("white-1", {"black-2": "influence-1"}), ("black-2", {"white-1": "influence-2"})]
)
def test_with_one_area_taken_the_other_is_forced(taken: str, forced: dict[str, str]) -> None:
    """[CDC-3.3]"""
    position = between_rolls(beside={taken: "influence-3"})
    roll(position, 1, 2)
    assert beside(position) == {taken: "influence-3", **forced}


def test_the_refusal_of_a_taken_space_names_its_rule() -> None:
    """[CDC-3.3] [CDC-4.3]"""
    position = between_rolls(beside={"white-1": "influence-3"}, chips=(2, 0))
    roll(position, 1, 2)
    assert moves(position, 0) == ["influence black-2 1", "reneg"]
    assert refused(position, 0, "influence white-1 2") == "CDC-4.3"
    assert refused(position, 0, "extort") == "CDC-3.1"


@pytest.mark.parametrize("low", LOW)
@pytest.mark.parametrize("is_white", [True, False])
def test_an_extortion_raises_the_level_by_the_low_die(low: int, is_white: bool) -> None:
    """[CDC-3.4]"""
    position = between_rolls(level=2)
    roll(position, low if is_white else 4, 4 if is_white else low)
    assert position.level == 2 + low
    assert position.chips_beside == 1
    assert position.chips == 14


def test_a_bribe_goes_beside_the_area_of_the_low_die() -> None:
    """[CDC-3.5]"""
    position = between_rolls()
    roll(position, 1, 5)
    assert beside(position) == {"white-1": "bribe"}
    assert position.bribes == 14


def test_a_5_and_a_4_flip_a_bribe_and_raise_the_level_by_its_value() -> None:
    """[CDC-3.6] [CDC-5.3]"""
    position = between_rolls(on={"white-2": ("", "influence-1 bribe-3"), "black-1": ("bribe-2", "bribe-1")})
    roll(position, 5, 4)
    assert moves(position, 0) == ["flip white-2 2", "flip black-1 1"]
    play(position, 0, "flip white-2 2")
    assert side(position, 1, "white-2") == ["influence-1", "open-3"]
    assert position.level == 3
    assert position.chips_beside == 1


def test_a_flip_is_compulsory_and_the_only_one_is_made_automatically() -> None:
    """[CDC-3.6] [CDC-2.4]"""
    position = with_effects(between_rolls(on={"white-2": ("bribe-3", "open-3 bribe-1")}))
    roll(position, 4, 5)
    assert side(position, 1, "white-2") == ["open-3", "open-1"]
    assert [event["event"] for event in events(position)] == ["flip", "flipped", "raised", "chip"]


@pytest.mark.parametrize("on", [{}, {"white-1": ("bribe-3", "open-2 influence-1")}])
def test_without_a_bribe_to_flip_the_level_rises_by_2(on: dict[str, tuple[str, str]]) -> None:
    """[CDC-3.6]"""
    position = between_rolls(on=on, level=1)
    roll(position, 5, 4)
    assert position.level == 3
    assert position.chips_beside == 1


def test_a_cube_goes_onto_the_area_of_the_low_die() -> None:
    """[CDC-3.7]"""
    position = between_rolls(cubes={"black-3": 2})
    roll(position, 6, 3)
    assert cubes_on(position, "black-3") == 3
    assert position.cubes == 16


@pytest.mark.parametrize(("mayor", "level"), [(0, 1), (1, 2), (2, 3), (4, 5)])
def test_a_6_and_a_4_raise_the_level_by_the_new_number_of_cubes(mayor: int, level: int) -> None:
    """[CDC-3.8]"""
    position = between_rolls(mayor=mayor)
    roll(position, 4, 6)
    assert cubes_on(position, "mayor") == mayor + 1
    assert position.level == level
    assert position.chips_beside == 1


def test_a_6_and_a_5_offer_every_area_and_every_bribe_on_it() -> None:
    """[CDC-3.9]"""
    position = between_rolls(on={"white-2": ("", "bribe-1 open-2 bribe-3"), "black-3": ("bribe-2", "")})
    roll(position, 6, 5)
    offered = moves(position, 0)
    assert offered[:4] == ["invest white-1", "invest white-2", "expose white-2 1", "expose white-2 3"]
    assert len(offered) == 8
    play(position, 0, "expose white-2 3")
    assert cubes_on(position, "white-2") == 1
    assert side(position, 1, "white-2") == ["bribe-1", "open-2", "open-3"]
    assert position.level == 0


def test_the_flip_of_a_6_and_a_5_is_optional() -> None:
    """[CDC-3.9]"""
    position = between_rolls(on={"white-2": ("", "bribe-1")})
    roll(position, 5, 6)
    play(position, 0, "invest white-2")
    assert side(position, 1, "white-2") == ["bribe-1"]


@pytest.mark.parametrize("value", LOW)
def test_low_doubles_put_their_value_beside_any_free_area(value: int) -> None:
    """[CDC-3.10] [CDC-3.14]"""
    position = between_rolls(beside={"white-1": "bribe"})
    roll(position, value, value)
    free = ["white-2", "white-3", "black-1", "black-2", "black-3"]
    assert moves(position, 0) == [f"influence {area} {value}" for area in free]
    play(position, 0, f"influence black-1 {value}")
    assert beside(position)["black-1"] == f"influence-{value}"
    assert position.hit_man


def test_double_4_brings_a_chip_to_the_hand_a_chip_beside_the_mayor_and_a_level() -> None:
    """[CDC-3.11]"""
    position = between_rolls(level=5)
    roll(position, 4, 4)
    assert hands(position) == (1, 0)
    assert position.chips_beside == 1
    assert position.level == 6
    assert position.hit_man


def test_double_5_puts_a_bribe_beside_any_free_area() -> None:
    """[CDC-3.12]"""
    position = between_rolls(beside={"white-1": "bribe", "black-3": "influence-2"})
    roll(position, 5, 5)
    assert moves(position, 0) == [f"bribe {area}" for area in ("white-2", "white-3", "black-1", "black-2")]


def test_the_last_free_area_is_forced() -> None:
    """[CDC-3.10] [CDC-3.12] [CDC-2.4]"""
    areas = ("white-1", "white-2", "white-3", "black-1", "black-2")
    for value, token in ((2, "influence-2"), (5, "bribe")):
        position = between_rolls(beside=dict.fromkeys(areas, "influence-1"))
        roll(position, value, value)
        assert beside(position)["black-3"] == token


def test_double_6_moves_a_cube_between_two_areas() -> None:
    """[CDC-3.13]"""
    position = between_rolls(cubes={"white-2": 1, "black-1": 3})
    roll(position, 6, 6)
    assert len(moves(position, 0)) == 10
    assert "shift white-2 white-2" not in moves(position, 0)
    play(position, 0, "shift black-1 white-2")
    assert cubes_on(position, "white-2") == 2
    assert cubes_on(position, "black-1") == 2
    assert position.cubes == 15


def test_double_6_brings_a_cube_from_the_supply_when_no_area_has_one() -> None:
    """[CDC-3.13]"""
    position = between_rolls(mayor=4)
    roll(position, 6, 6)
    assert moves(position, 0) == [
        *("invest white-1", "invest white-2", "invest white-3"),
        *("invest black-1", "invest black-2", "invest black-3"),
    ]
    play(position, 0, "invest black-2")
    assert cubes_on(position, "black-2") == 1
    assert position.words[CUBES_ON + 6] == 4


@pytest.mark.parametrize("dice", [(1, 4), (5, 4), (6, 4)])
def test_no_chip_is_put_beside_the_mayor_from_an_empty_supply(dice: tuple[int, int]) -> None:
    """[CDC-3.15]"""
    position = with_effects(between_rolls(supply_chips=0))
    roll(position, *dice)
    assert position.chips_beside == 0
    assert position.level > 0
    assert events(position)[-1]["rule"] == "CDC-3.15"


def test_the_last_chip_of_the_supply_goes_to_the_hand_after_double_4() -> None:
    """[CDC-3.15]"""
    position = between_rolls(supply_chips=1)
    roll(position, 4, 4)
    assert hands(position) == (1, 0)
    assert position.chips_beside == 0
    position = between_rolls(supply_chips=0)
    roll(position, 4, 4)
    assert hands(position) == (0, 0)
    assert position.level == 1


def test_the_hit_man_arrives_before_the_roll_is_carried_out() -> None:
    """[CDC-3.14]"""
    position = with_effects(between_rolls())
    roll(position, 4, 4)
    assert [event["event"] for event in events(position)] == ["extort", "gunman", "chip", "raised", "chip"]
    assert phase(position) == "turn"


def test_the_first_doubles_of_a_turn_do_not_bust() -> None:
    """[CDC-4.2]"""
    position = between_rolls()
    roll(position, 6, 1)
    roll(position, 6, 6)
    assert phase(position) == "declaring"
    play(position, 0, "shift black-1 white-1")
    assert position.hit_man
    rolls_before = position.rolls
    roll(position, 6, 1)
    assert position.rolls == rolls_before + 1
    play(position, 0, "stop")
    assert position.turn == 1
    play(position, 1, "roll")
    chance(position, "dice white-6 black-2")
    assert not position.hit_man
