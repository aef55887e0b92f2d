"""Every example in the rulebook."""

from tests.games.capo_dei_capi.positions import beside, between_rolls, cubes_on, moves, phase, play, roll


def test_white_1_and_black_2_leave_two_options() -> None:
    """[CDC-3.2]"""
    position = between_rolls()
    roll(position, 1, 2)
    assert moves(position, 0) == ["influence white-1 2", "influence black-2 1"]


def test_white_1_and_black_2_can_put_a_1_beside_black_2() -> None:
    """[CDC-3.2] [CDC-3.3]"""
    position = between_rolls()
    roll(position, 1, 2)
    play(position, 0, "influence black-2 1")
    assert beside(position) == {"black-2": "influence-1"}


def test_white_1_and_black_2_can_put_a_2_beside_white_1() -> None:
    """[CDC-3.2] [CDC-3.3]"""
    position = between_rolls()
    roll(position, 1, 2)
    play(position, 0, "influence white-1 2")
    assert beside(position) == {"white-1": "influence-2"}


def test_black_3_and_white_4_raise_the_level_from_0_to_3_and_bring_a_chip() -> None:
    """[CDC-3.4]"""
    position = between_rolls()
    roll(position, 4, 3)
    assert position.level == 3
    assert position.chips_beside == 1


def test_white_5_and_black_3_put_a_bribe_beside_black_3() -> None:
    """[CDC-3.5]"""
    position = between_rolls()
    roll(position, 5, 3)
    assert beside(position) == {"black-3": "bribe"}


def test_black_6_and_white_2_put_a_cube_onto_white_2() -> None:
    """[CDC-3.7]"""
    position = between_rolls()
    roll(position, 2, 6)
    assert cubes_on(position, "white-2") == 1


def test_three_rolls_then_double_5_then_double_2_is_a_bust() -> None:
    """[CDC-4.2] [CDC-3.12] [CDC-3.14]"""
    position = between_rolls(rolls=0)
    for white, black in ((2, 6), (1, 4), (3, 6)):
        roll(position, white, black)
    roll(position, 5, 5)
    play(position, 0, "bribe white-2")
    assert beside(position) == {"white-2": "bribe"}
    assert position.hit_man
    roll(position, 2, 2)
    assert position.turn == 1
    assert beside(position) == {}


def test_white_3_and_black_2_bust_when_both_areas_are_taken() -> None:
    """[CDC-4.3]"""
    taken = {"white-3": "influence-1", "black-3": "influence-2", "black-2": "bribe"}
    position = between_rolls(beside=taken, rolls=3)
    roll(position, 3, 2)
    assert position.turn == 1
    assert phase(position) == "turn"


def test_white_3_and_black_4_bust_at_level_4() -> None:
    """[CDC-4.4]"""
    position = between_rolls(level=4, mayor_chips=2)
    roll(position, 3, 4)
    assert position.turn == 1
    assert position.level == 0
