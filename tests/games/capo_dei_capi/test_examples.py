"""Every example in the printed rulebook, then those of the rulebook page."""

from tests.games.capo_dei_capi.positions import (
    beside,
    between_rolls,
    cubes_on,
    gained,
    hands,
    moves,
    phase,
    play,
    refused,
    roll,
    side,
)


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


# The rulebook page; its example of CDC-3.2 is the first one above.


def test_backstab_then_payoff_then_the_token_moves() -> None:
    """[CDC-2.3] [CDC-7.8]"""
    position = between_rolls(chips=(1, 1))
    roll(position, 2, 2)
    play(position, 0, "influence judges 2")
    assert moves(position, 1) == ["backstab", "let-pass", "let-all-pass"]
    play(position, 1, "let-pass")
    assert beside(position) == {}
    assert moves(position, 0) == ["payoff", "hit-man"]
    play(position, 0, "payoff")
    assert beside(position) == {"white-2": "influence-2"}
    assert not position.hit_man


def test_a_6_and_a_4_bring_the_third_cube_and_raise_the_level_from_1_to_4() -> None:
    """[CDC-3.8]"""
    position = between_rolls(level=1, mayor=2)
    roll(position, 6, 4)
    assert cubes_on(position, "mayor") == 3
    assert position.level == 4


def test_second_doubles_after_a_payoff_bring_the_hit_man_and_do_not_bust() -> None:
    """[CDC-3.14]"""
    position = between_rolls(chips=(1, 0))
    roll(position, 1, 1)
    play(position, 0, "influence police 1")
    play(position, 0, "payoff")
    roll(position, 3, 3)
    play(position, 0, "influence distillery 3")
    assert position.turn == 0
    assert position.hit_man
    assert beside(position) == {"white-1": "influence-1", "black-3": "influence-3"}


def test_second_doubles_after_a_payoff_can_be_paid_off_again() -> None:
    """[CDC-3.14] [CDC-7.7]"""
    position = between_rolls(chips=(2, 0))
    roll(position, 1, 1)
    play(position, 0, "influence police 1")
    play(position, 0, "payoff")
    roll(position, 3, 3)
    play(position, 0, "influence distillery 3")
    assert moves(position, 0) == ["payoff", "hit-man"]


def test_a_bribe_of_2_turned_up_at_level_5_leaves_a_reneg_or_a_bust() -> None:
    """[CDC-4.5] [CDC-5.3]"""
    for answer in ("reneg", "bust"):
        position = between_rolls(level=5, chips=(2, 0), on={"white-1": ("", "bribe-2")})
        roll(position, 5, 4)
        play(position, 0, "flip police 1")
        assert moves(position, 0) == ["reneg", "bust"]
        play(position, 0, answer)
        assert side(position, 1, "white-1") == ["open-2"]


def test_a_6_and_a_4_at_level_5_bust_and_leave_the_third_cube_on_the_mayor() -> None:
    """[CDC-4.7]"""
    position = between_rolls(level=5, mayor=2)
    roll(position, 6, 4)
    assert position.turn == 1
    assert cubes_on(position, "mayor") == 3


def test_the_last_two_cubes_come_onto_the_mayor_and_end_the_game() -> None:
    """[CDC-6.5] [CDC-8.1]"""
    position = between_rolls(level=6, mayor=3, supply_cubes=2)
    play(position, 0, "stop")
    assert gained(position) == (3, 0)
    assert cubes_on(position, "mayor") == 2
    assert phase(position) == "over"


def test_a_backstabbed_roll_after_a_pocket_is_replaced_and_then_a_stop_is_allowed() -> None:
    """[CDC-7.2] [CDC-2.5]"""
    position = between_rolls(chips=(1, 1), beside={"white-1": "influence-3"})
    play(position, 0, "pocket police")
    assert refused(position, 0, "stop") == "CDC-7.2"
    roll(position, 1, 4)
    play(position, 1, "backstab")
    roll(position, 2, 4)
    assert position.level == 2
    assert "stop" in moves(position, 0)


def test_the_chip_of_a_double_4_comes_too_late_to_pay_the_hit_man_off() -> None:
    """[CDC-7.7] [CDC-3.11]"""
    position = between_rolls(chips=(0, 0))
    roll(position, 4, 4)
    assert position.hit_man
    assert phase(position) == "turn"
    assert hands(position) == (1, 0)


def test_a_6_and_a_4_with_the_last_cube_at_level_5_keeps_the_level_and_pays_half_of_three() -> None:
    """[CDC-8.4]"""
    position = between_rolls(level=5, mayor=2, supply_cubes=1)
    roll(position, 6, 4)
    assert phase(position) == "over"
    assert gained(position) == (1, 0)
    assert cubes_on(position, "mayor") == 2
    assert hands(position) == (1, 0)
