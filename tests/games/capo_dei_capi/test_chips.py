"""The actions that chips pay for."""

import pytest

from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from tests.games.capo_dei_capi.positions import (
    beside,
    between_rolls,
    chance,
    hands,
    moves,
    phase,
    play,
    refused,
    roll,
    side,
)

FIVE = "influence-1 influence-2 influence-3 bribe-1 open-2"


@pytest.mark.parametrize(
    ("move", "price"),
    [("pocket white-1", 1), ("deceive white-1 black-1", 1), ("scandal 1", 2), ("scandal 2", 2)],
)
def test_spent_chips_return_to_the_supply(move: str, price: int) -> None:
    """[CDC-7.1]"""
    position = between_rolls(beside={"white-1": "influence-1"}, chips=(price, 3))
    play(position, 0, move)
    assert hands(position) == (0, 3)
    assert position.chips == 12
    poor = between_rolls(beside={"white-1": "influence-1"}, chips=(price - 1, 3))
    assert refused(poor, 0, move) == "CDC-7.1"
    assert GAME.view(position, 0)["prices"][move.split(maxsplit=1)[0]] == price


def test_a_reneg_without_enough_chips_is_refused() -> None:
    """[CDC-7.1]"""
    position = between_rolls(chips=(1, 0))
    roll(position, 1, 2)
    assert refused(position, 0, "reneg") == "CDC-7.1"


def test_a_player_may_use_as_many_chip_actions_as_affordable() -> None:
    """[CDC-7.1]"""
    position = between_rolls(beside={"white-1": "influence-1", "white-2": "influence-2"}, chips=(6, 0))
    play(position, 0, "scandal 1", "scandal 2", "deceive white-1 black-1", "pocket black-1")
    assert hands(position) == (0, 0)
    assert moves(position, 0) == ["roll"]


@pytest.mark.parametrize("move", ["pocket white-1", "deceive white-1 black-1", "scandal 1"])
def test_after_a_chip_action_at_least_one_roll_must_follow(move: str) -> None:
    """[CDC-7.2]"""
    position = between_rolls(beside={"white-1": "influence-1"}, chips=(2, 0))
    assert "stop" in moves(position, 0)
    play(position, 0, move)
    assert position.prompt(0) == "turn-must-roll"
    assert refused(position, 0, "stop") == "CDC-7.2"
    roll(position, 6, 3)
    assert "stop" in moves(position, 0)


def test_after_a_payoff_at_least_one_roll_must_follow() -> None:
    """[CDC-7.2] [CDC-7.7]"""
    position = between_rolls(chips=(1, 0))
    roll(position, 4, 4)
    play(position, 0, "payoff")
    assert refused(position, 0, "stop") == "CDC-7.2"
    roll(position, 6, 3)
    assert "stop" in moves(position, 0)


def test_the_new_roll_after_a_reneg_or_backstab_allows_a_stop() -> None:
    """[CDC-7.2]"""
    position = between_rolls(chips=(2, 1))
    roll(position, 1, 2)
    play(position, 0, "reneg")
    roll(position, 6, 3)
    play(position, 1, "backstab")
    roll(position, 6, 2)
    assert "stop" in moves(position, 0)


def test_two_chips_avert_a_bust_and_one_does_not() -> None:
    """[CDC-7.3]"""
    position = between_rolls(chips=(1, 0), beside={"white-1": "influence-1"})
    roll(position, 1, 5)
    assert position.turn == 1
    position = between_rolls(chips=(2, 0), beside={"white-1": "influence-1"})
    roll(position, 1, 5)
    assert refused(position, 0, "pocket white-1") == "CDC-7.3"
    play(position, 0, "reneg")
    roll(position, 6, 1)
    assert beside(position) == {"white-1": "influence-1"}
    assert position.turn == 0


def test_deceive_moves_a_token_to_a_free_area() -> None:
    """[CDC-7.4]"""
    position = between_rolls(beside={"white-1": "bribe", "black-1": "influence-2"}, chips=(3, 0))
    assert refused(position, 0, "deceive white-1 black-1") == "CDC-7.4"
    assert refused(position, 0, "deceive white-1 white-1") == "CDC-7.4"
    assert refused(position, 0, "deceive white-2 black-3") == "CDC-7.4"
    play(position, 0, "deceive white-1 black-3")
    assert beside(position) == {"black-1": "influence-2", "black-3": "bribe"}


def test_a_pocketed_token_survives_a_bust() -> None:
    """[CDC-7.5]"""
    position = between_rolls(
        beside={"white-1": "influence-3", "white-2": "influence-2"}, chips=(1, 0), level=6
    )
    play(position, 0, "pocket white-1")
    roll(position, 4, 1)
    assert position.turn == 1
    assert side(position, 0, "white-1") == ["influence-3"]
    assert side(position, 0, "white-2") == []


def test_the_owner_looks_at_a_pocketed_bribe() -> None:
    """[CDC-7.5] [CDC-5.2]"""
    position = between_rolls(beside={"white-1": "bribe"}, chips=(1, 0))
    play(position, 0, "pocket white-1")
    assert phase(position) == "looking"
    chance(position, "look 2")
    assert side(position, 0, "white-1") == ["bribe-2"]
    assert phase(position) == "turn"
    assert position.prompt(0) == "turn-must-roll"


def test_a_pocket_onto_a_full_area_discards_one_of_the_five_old_tokens() -> None:
    """[CDC-7.6]"""
    position = between_rolls(beside={"white-1": "bribe"}, chips=(1, 0), on={"white-1": (FIVE, "")})
    play(position, 0, "pocket white-1")
    assert position.prompt(0) == "room-pocket"
    assert moves(position, 0) == [f"discard white-1 {which}" for which in range(1, 6)]
    assert refused(position, 0, "discard white-1 new") == "CDC-7.6"
    play(position, 0, "discard white-1 5")
    chance(position, "look 1")
    assert side(position, 0, "white-1") == [*FIVE.split()[:4], "bribe-1"]
    assert phase(position) == "turn"


def test_a_payoff_leaves_the_hit_man_in_the_supply() -> None:
    """[CDC-7.7]"""
    position = between_rolls(chips=(2, 0))
    roll(position, 4, 4)
    play(position, 0, "extort")
    assert moves(position, 0) == ["payoff", "hit-man"]
    assert refused(position, 0, "roll") == "CDC-7.7"
    play(position, 0, "payoff")
    assert not position.hit_man
    assert hands(position) == (2, 0), "one paid, one from the double 4"
    roll(position, 4, 4)
    play(position, 0, "extort", "hit-man")
    assert position.hit_man


def test_a_payoff_is_offered_on_a_roll_that_ends_the_game() -> None:
    """[CDC-7.7] [CDC-8.4]"""
    position = between_rolls(chips=(1, 0), supply_bribes=1)
    roll(position, 5, 5)
    play(position, 0, "bribe white-1")
    assert phase(position) == "paying"
    play(position, 0, "payoff")
    chance(position, "look 1")
    assert phase(position) == "over"
    assert hands(position) == (0, 0)


def test_a_backstab_cancels_the_roll_and_forces_a_new_one() -> None:
    """[CDC-7.8]"""
    position = between_rolls(chips=(0, 2))
    roll(position, 4, 3)
    assert moves(position) == ["backstab", "let-pass", "let-all-pass"]
    assert refused(position, 0, "roll") == "CDC-7.8"
    assert refused(position, 1, "roll") == "CDC-7.8"
    play(position, 1, "backstab")
    assert position.level == 0
    assert position.chips_beside == 0
    assert hands(position) == (0, 1)
    roll(position, 4, 1)
    play(position, 1, "let-pass")
    assert position.level == 1


def test_a_backstab_may_turn_a_good_roll_into_a_bust() -> None:
    """[CDC-7.8] [CDC-2.5]"""
    position = between_rolls(chips=(0, 1), level=5)
    roll(position, 4, 1)
    play(position, 1, "backstab")
    roll(position, 4, 2)
    assert position.turn == 1


def test_a_seat_that_lets_all_pass_is_not_asked_again_in_this_turn() -> None:
    """[CDC-7.9]"""
    position = between_rolls(chips=(0, 3))
    roll(position, 4, 1)
    play(position, 1, "let-all-pass")
    assert position.promised
    roll(position, 4, 1)
    assert position.level == 2
    assert phase(position) == "turn"


def test_a_promise_ends_with_the_turn() -> None:
    """[CDC-7.9]"""
    position = between_rolls(chips=(0, 3), promised=True)
    play(position, 0, "stop")
    play(position, 1, "roll")
    chance(position, "dice white-4 black-1")
    play(position, 1, "extort", "stop")
    assert not position.promised
    roll(position, 4, 1)
    assert phase(position) == "backstabbing"


def test_a_reneg_comes_before_the_declaration_and_cancels_any_roll() -> None:
    """[CDC-7.10]"""
    position = between_rolls(chips=(5, 3))
    roll(position, 4, 4)
    assert moves(position, 0) == ["extort", "reneg"]
    play(position, 0, "reneg")
    assert hands(position) == (3, 3)
    assert position.level == 0
    assert not position.hit_man
    roll(position, 3, 1)
    play(position, 0, "reneg")
    assert hands(position) == (1, 3)
    roll(position, 4, 1)
    assert phase(position) == "backstabbing"


@pytest.mark.parametrize(("level", "offered"), [(0, ["1", "2"]), (4, ["1", "2"]), (5, ["1"]), (6, [])])
def test_a_scandal_cannot_exceed_level_6(level: int, offered: list[str]) -> None:
    """[CDC-7.11]"""
    position = between_rolls(chips=(2, 0), level=level)
    assert [move[-1] for move in moves(position, 0) if move.startswith("scandal")] == offered
    if not offered:
        assert refused(position, 0, "scandal 1") == "CDC-7.11"


@pytest.mark.parametrize(("pays", "chips"), [(False, 0), (True, 1)])
def test_the_chip_of_a_scandal_is_an_option(pays: bool, chips: int) -> None:
    """[CDC-7.11]"""
    position = between_rolls(chips=(2, 0), options=DeiCapiOptions(scandal_chip=pays))
    play(position, 0, "scandal 2")
    assert position.level == 2
    assert position.chips_beside == chips
