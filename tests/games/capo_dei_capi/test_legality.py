"""Moves, refusals, odds and default moves agree in every kind of position."""

from __future__ import annotations

import pytest

from caponata.engine.game import CHANCE, CHANCE_ACTS
from caponata.engine.playout import chance_moves
from caponata.games.capo_dei_capi.dice import ROLLS
from caponata.games.capo_dei_capi.layout import AREA_NAMES, PHASES, DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import DeiCapiPosition, start
from tests.games.capo_dei_capi.positions import between_rolls, moves, play, roll

BEYOND = 40  # invalid numbers tested below and above the move space
FIVE = "influence-1 influence-2 influence-3 bribe-1 open-2"


def after(white: int, black: int, *, before: DeiCapiPosition) -> DeiCapiPosition:
    """A position after a roll."""
    roll(before, white, black)
    return before


def pocketing() -> DeiCapiPosition:
    """A position in which a bribe is pocketed onto a full area."""
    position = between_rolls(beside={"white-1": "bribe"}, on={"white-1": (FIVE, "")}, chips=(1, 0))
    play(position, 0, "pocket white-1")
    return position


def stopped(token: str, on: str) -> DeiCapiPosition:
    """A position after a stop with one token beside White 1."""
    position = between_rolls(beside={"white-1": token}, on={"white-1": (on, "")})
    play(position, 0, "stop")
    return position


def rolling() -> DeiCapiPosition:
    """A position in which the dice are rolling."""
    position = between_rolls()
    play(position, 0, "roll")
    return position


def backstabbing() -> DeiCapiPosition:
    """A position in which the opponent may backstab a declared roll."""
    position = between_rolls(chips=(2, 1))
    roll(position, 3, 1)
    play(position, 0, "influence black-1 3")
    return position


HIDDEN = {"white-1": ("bribe-1", "bribe-2 open-3"), "black-2": ("", "influence-1 bribe-3")}
POSITIONS = {
    "starting": start(2, DeiCapiOptions()),
    "rolling": rolling(),
    "first roll": between_rolls(rolls=0, must_roll=True, chips=(4, 5)),
    "between rolls": between_rolls(
        beside={"white-1": "bribe", "black-3": "influence-2"}, chips=(5, 0), level=5
    ),
    "a token beside every area": between_rolls(beside=dict.fromkeys(AREA_NAMES, "influence-1"), chips=(1, 0)),
    "no chips": between_rolls(beside={"white-1": "bribe"}),
    "level 6": between_rolls(level=6, chips=(9, 0), must_roll=True),
    "influence": after(1, 3, before=between_rolls()),
    "influence, one taken": after(1, 3, before=between_rolls(beside={"white-1": "bribe"}, chips=(2, 0))),
    "extort": after(4, 3, before=between_rolls(chips=(3, 0))),
    "bribe": after(1, 5, before=between_rolls(chips=(2, 0))),
    "expose": after(4, 5, before=between_rolls(on=HIDDEN, chips=(2, 0))),
    "nothing to expose": after(4, 5, before=between_rolls(chips=(2, 0))),
    "invest": after(2, 6, before=between_rolls(chips=(2, 0))),
    "invest in the Mayor": after(4, 6, before=between_rolls(chips=(2, 0))),
    "invest and expose": after(6, 5, before=between_rolls(on=HIDDEN)),
    "double 2": after(2, 2, before=between_rolls(beside={"black-1": "influence-1"})),
    "double 4": after(4, 4, before=between_rolls(chips=(2, 0))),
    "double 5": after(5, 5, before=between_rolls(chips=(2, 0))),
    "double 6": after(6, 6, before=between_rolls(cubes={"white-2": 1, "black-2": 3})),
    "double 6 without cubes": after(6, 6, before=between_rolls()),
    "a bust": after(4, 3, before=between_rolls(level=5, chips=(2, 0))),
    "backstab": backstabbing(),
    "hit man": after(4, 4, before=between_rolls(chips=(1, 0))),
    "room": stopped("bribe", FIVE),
    "room for a pocket": pocketing(),
    "looking": stopped("bribe", ""),
    "over": after(1, 6, before=between_rolls(supply_cubes=1)),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_legal_moves_are_exactly_the_moves_that_are_not_refused(position: DeiCapiPosition) -> None:
    """[CDC-2.2] [CDC-2.3] [CDC-3.1] [CDC-6.2] [CDC-7.1]"""
    for seat in range(2):
        is_acting = position.to_act != CHANCE_ACTS and position.to_act >> seat & 1
        offered = moves(position, seat) if is_acting else []
        allowed = [SPACE.text(move) for move in SPACE if position.refusal(seat, move) is None]
        assert sorted(offered) == sorted(allowed)
        assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_invalid_move_numbers_and_seats_are_refused(position: DeiCapiPosition) -> None:
    for seat in range(2):
        for move in (*range(-BEYOND, 0), *range(len(SPACE), len(SPACE) + BEYOND)):
            assert position.refusal(seat, move)
    for no_seat in (-1, 2, CHANCE):
        assert all(position.refusal(no_seat, move) for move in SPACE)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_default_moves_are_legal(position: DeiCapiPosition) -> None:
    for seat in range(2):
        if position.to_act != CHANCE_ACTS and position.to_act >> seat & 1:
            assert position.refusal(seat, position.default_move(seat)) is None


def test_the_positions_cover_every_phase() -> None:
    assert {PHASES[position.phase] for position in POSITIONS.values()} == set(PHASES)


def test_default_moves_are_harmless() -> None:
    """They stop if possible, let rolls pass, pay nothing and discard the least valuable token."""
    defaults = {
        name: SPACE.text(position.default_move(position.to_act - 1))
        for name, position in POSITIONS.items()
        if position.to_act in (1, 2)
    }
    assert defaults["first roll"] == "roll"
    assert defaults["between rolls"] == "stop"
    assert defaults["a bust"] == "bust"
    assert defaults["backstab"] == "let-pass"
    assert defaults["hit man"] == "hit-man"
    assert defaults["room"] == "discard white-1 1"
    assert defaults["room for a pocket"] == "discard white-1 1"


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_tickets_select_chance_moves_by_their_weights(
    position: DeiCapiPosition,
) -> None:
    """[CDC-3.1] [CDC-5.5]"""
    if position.to_act == CHANCE_ACTS:
        by_tickets = [position.chance_move(ticket) for ticket in range(position.total_weight())]
        assert by_tickets == [move for move, weight in chance_moves(position) for _ in range(weight)]


def test_all_36_rolls_are_equally_likely() -> None:
    """[CDC-3.1]"""
    assert [weight for _, weight in chance_moves(rolling())] == [1] * int(ROLLS)
