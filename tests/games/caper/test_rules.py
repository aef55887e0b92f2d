"""The rules of Caper, one by one: a model for the tests of a new game."""

from __future__ import annotations

import pytest

from caponata.bots import make_bot
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY
from caponata.engine.playout import chance_moves, legal_moves
from caponata.games.caper import GAME
from caponata.games.caper.moves import lay_move
from caponata.games.caper.rules import CaperOptions, CaperPosition, hand_index


def caper(*hands: str) -> CaperPosition:
    """Return a position in which all seats are to lay, with these numbers in their hands."""
    position = CaperPosition(len(hands), CaperOptions(hand_size=len(hands[0].split())))
    position.to_deal = 0
    for seat, hand in enumerate(hands):
        for number in hand.split():
            card = int(number) - 1
            position.deck[card] -= 1
            position.hands[hand_index(seat, card)] += 1
    position.to_act = (1 << len(hands)) - 1
    return position


def lay(number: int) -> int:
    """Return the move that lays a number."""
    return lay_move(number - 1)


def play_trick(position: CaperPosition, *numbers: int) -> None:
    """Lay a number for every seat, in the order of seats."""
    for seat, number in enumerate(numbers):
        position.play(seat, lay(number))


def test_there_are_two_cards_of_each_number() -> None:
    """[CPR-1.1]"""
    assert [weight for _, weight in chance_moves(GAME.start(2, CaperOptions()))] == [2] * 6


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_seat_is_dealt_a_hand(size: int) -> None:
    """[CPR-1.2]"""
    position = CaperPosition(4, CaperOptions(size))
    while position.to_act == CHANCE_ACTS:
        position.play(CHANCE, chance_moves(position)[0][0])
    assert [sum(position.hand(seat)) for seat in range(4)] == [size] * 4


def test_a_hand_of_four_is_refused() -> None:
    """[CPR-1.2]"""
    with pytest.raises(ValueError, match="CPR-1.2"):
        CaperOptions(4)


def test_every_seat_lays_one_card_of_its_hand_in_secret() -> None:
    """[CPR-2.1]"""
    position = caper("1 6", "2 3")
    assert legal_moves(position, 0) == [lay(1), lay(6)]
    assert position.refusal(0, lay(2)) is not None
    position.play(0, lay(6))
    refusal = position.refusal(0, lay(1))
    assert refusal is not None
    assert refusal.rule == "CPR-2.1"
    assert GAME.move_event(position, 1, 0, lay(1))["number"] is None


def test_the_highest_number_laid_once_scores() -> None:
    """[CPR-2.2]"""
    position = caper("6 1", "6 2", "4 3")
    play_trick(position, 6, 6, 4)
    assert position.points == [0, 0, 4]


def test_nobody_scores_when_every_number_is_laid_twice() -> None:
    """[CPR-2.3]"""
    position = caper("5 1", "5 2")
    play_trick(position, 5, 5)
    assert position.points == [0, 0]


def test_the_game_ends_with_the_last_card() -> None:
    """[CPR-3.1]"""
    position = caper("5", "4")
    play_trick(position, 5, 4)
    assert position.to_act == NOBODY
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_equal_points_share_the_win() -> None:
    """[CPR-3.2]"""
    position = caper("5", "5")
    play_trick(position, 5, 5)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_hands_and_laid_cards_are_hidden() -> None:
    """[CPR-4.1]"""
    position = caper("5 1", "4 2")
    position.play(0, lay(5))
    assert "hand" not in GAME.view(position, -1)
    assert GAME.view(position, 1)["hand"] == {"1": 0, "2": 1, "3": 0, "4": 1, "5": 0, "6": 0}
    assert GAME.view(position, 1)["to_act"] == [1]
    assert GAME.view(position, 0)["laid"] == 5


def test_compiled_bots_can_play_an_uncompiled_game() -> None:
    position = caper("6 1", "5 2", "4 3")
    for name in ("random", "greedy", "mc:50"):
        assert make_bot(GAME, name, 1).choose(GAME.view(position, 0)) in legal_moves(position, 0)
    assert make_bot(GAME, "greedy", 1).choose(GAME.view(position, 0)) == lay(6)
