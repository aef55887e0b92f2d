"""Moves, refusals, odds and defaults agree at every kind of moment."""

from __future__ import annotations

import pytest

from caponata.engine.game import CHANCE, CHANCE_ACTS
from caponata.engine.playout import chance_moves
from caponata.games.capo_dei_capi.dice import ROLLS
from caponata.games.capo_dei_capi.layout import AREA_NAMES, PHASES, DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import DeiCapiPosition, start
from tests.games.capo_dei_capi.positions import capo, moves, play, roll

BEYOND = 40  # numbers on either side of the move space that name no move
FIVE = "influence-1 influence-2 influence-3 bribe-1 open-2"


def after(white: int, black: int, *, before: DeiCapiPosition) -> DeiCapiPosition:
    """A position after a roll."""
    roll(before, white, black)
    return before


def pocketing() -> DeiCapiPosition:
    """A bribe is to be pocketed onto a full area."""
    position = capo(beside={"white-1": "bribe"}, on={"white-1": (FIVE, "")}, chips=(1, 0))
    play(position, 0, "pocket white-1")
    return position


def stopping(token: str, on: str) -> DeiCapiPosition:
    """A turn that has been stopped."""
    position = capo(beside={"white-1": token}, on={"white-1": (on, "")})
    play(position, 0, "stop")
    return position


def rolling() -> DeiCapiPosition:
    """The dice are in the air."""
    position = capo()
    play(position, 0, "roll")
    return position


def backstabbing() -> DeiCapiPosition:
    """The opponent is asked about a declared roll."""
    position = capo(chips=(2, 1))
    roll(position, 3, 1)
    play(position, 0, "influence black-1 3")
    return position


HIDDEN = {"white-1": ("bribe-1", "bribe-2 open-3"), "black-2": ("", "influence-1 bribe-3")}
POSITIONS = {
    "starting": start(2, DeiCapiOptions()),
    "rolling": rolling(),
    "first roll": capo(rolls=0, must_roll=True, chips=(4, 5)),
    "between rolls": capo(beside={"white-1": "bribe", "black-3": "influence-2"}, chips=(5, 0), level=5),
    "six taken": capo(beside=dict.fromkeys(AREA_NAMES, "influence-1"), chips=(1, 0)),
    "poor": capo(beside={"white-1": "bribe"}),
    "level 6": capo(level=6, chips=(9, 0), must_roll=True),
    "influence": after(1, 3, before=capo()),
    "influence, one taken": after(1, 3, before=capo(beside={"white-1": "bribe"}, chips=(2, 0))),
    "extort": after(4, 3, before=capo(chips=(3, 0))),
    "bribe": after(1, 5, before=capo(chips=(2, 0))),
    "expose": after(4, 5, before=capo(on=HIDDEN, chips=(2, 0))),
    "nothing to expose": after(4, 5, before=capo(chips=(2, 0))),
    "invest": after(2, 6, before=capo(chips=(2, 0))),
    "invest in the Mayor": after(4, 6, before=capo(chips=(2, 0))),
    "invest and expose": after(6, 5, before=capo(on=HIDDEN)),
    "double 2": after(2, 2, before=capo(beside={"black-1": "influence-1"})),
    "double 4": after(4, 4, before=capo(chips=(2, 0))),
    "double 5": after(5, 5, before=capo(chips=(2, 0))),
    "double 6": after(6, 6, before=capo(cubes={"white-2": 1, "black-2": 3})),
    "double 6 without cubes": after(6, 6, before=capo()),
    "a bust": after(4, 3, before=capo(level=5, chips=(2, 0))),
    "backstab": backstabbing(),
    "hit man": after(4, 4, before=capo(chips=(1, 0))),
    "room": stopping("bribe", FIVE),
    "room for a pocket": pocketing(),
    "looking": stopping("bribe", ""),
    "over": after(1, 6, before=capo(supply_cubes=1)),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_moves_are_exactly_what_is_not_refused(position: DeiCapiPosition) -> None:
    """[CDC-2.2] [CDC-2.3] [CDC-3.1] [CDC-6.2] [CDC-7.1]"""
    for seat in range(2):
        is_asked = position.to_act != CHANCE_ACTS and position.to_act >> seat & 1
        offered = moves(position, seat) if is_asked else []
        allowed = [SPACE.text(move) for move in SPACE if position.refusal(seat, move) is None]
        assert sorted(offered) == sorted(allowed)
        assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_numbers_that_name_no_move_and_seats_that_nobody_has_are_refused(position: DeiCapiPosition) -> None:
    for seat in range(2):
        for move in (*range(-BEYOND, 0), *range(len(SPACE), len(SPACE) + BEYOND)):
            assert position.refusal(seat, move)
    for nobody in (-1, 2, CHANCE):
        assert all(position.refusal(nobody, move) for move in SPACE)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_a_clock_that_runs_out_plays_a_legal_move(position: DeiCapiPosition) -> None:
    for seat in range(2):
        if position.to_act != CHANCE_ACTS and position.to_act >> seat & 1:
            assert position.refusal(seat, position.default_move(seat)) is None


def test_every_phase_of_the_rules_is_among_these_positions() -> None:
    assert {PHASES[position.phase] for position in POSITIONS.values()} == set(PHASES)


def test_a_clock_that_runs_out_gives_nothing_away() -> None:
    """It stops where it may, lets rolls pass, pays nothing and drops what is worth least."""
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
def test_every_ticket_of_chance_falls_on_a_listed_move_as_often_as_its_weight(
    position: DeiCapiPosition,
) -> None:
    """[CDC-3.1] [CDC-5.5]"""
    if position.to_act == CHANCE_ACTS:
        by_tickets = [position.chance_move(ticket) for ticket in range(position.total_weight())]
        assert by_tickets == [move for move, weight in chance_moves(position) for _ in range(weight)]


def test_all_36_rolls_are_equally_likely() -> None:
    """[CDC-3.1]"""
    assert [weight for _, weight in chance_moves(rolling())] == [1] * int(ROLLS)
