"""In every phase, the legal moves are exactly the moves that are not refused."""

import pytest

from caponata.engine.game import CHANCE
from caponata.engine.playout import move_buffer
from caponata.games.capital_lux.layout import PHASES, LuxOptions
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.rules import LuxPosition, start
from tests.games.capital_lux.positions import lux, moves, play, reckoned

MARGIN = 40  # numbers on either side of the move space that name no move
SIX_CARDS = "green-2 green-2 green-3 blue-4 blue-5 pink-6"


def over_a_limit(discs: int) -> LuxPosition:
    """Return a position with seat 1 over by 1 in green, by 2 in blue and by 9 in pink."""
    homes = ["yellow-2", "green-5 blue-6 pink-6 pink-3 yellow-2"]
    position = lux(homes=homes, capital="green-4 blue-4 yellow-6", gold=[1, discs], round=3)
    return reckoned(position)


def after_a_payment() -> LuxPosition:
    """Return a position in which seat 1 has paid for green and can also pay for blue."""
    position = over_a_limit(4)
    play(position, 1, "pay green")
    return position


def after_one_pick() -> LuxPosition:
    """Return a position in which one of three seats has picked."""
    packets = ["green-2 green-2 blue-3", "pink-2 pink-3 pink-5", "yellow-2 yellow-2 yellow-2"]
    position = lux(hands=packets, phase="first-pick", deal=3)
    play(position, 1, "pick pink-2 pink-5")
    return position


POSITIONS = {
    "opening": start(3, LuxOptions()),
    "starting": lux(seats=3, capital="pink-2", phase="starting"),
    "dealing": lux(seats=3, capital="pink-2", phase="dealing"),
    "first pick": lux(hands=[SIX_CARDS, "blue-2 blue-3 blue-6"], phase="first-pick"),
    "first pick, equal cards only": lux(hands=["pink-3 pink-3 pink-3", "pink-2 pink-2"], phase="first-pick"),
    "first pick, one seat has picked": after_one_pick(),
    "second pick": lux(hands=[SIX_CARDS, "pink-2 pink-3 pink-4"], phase="second-pick"),
    "playing": lux(hands=["green-2 green-2 yellow-6", "blue-3"], capital="green-4"),
    "playing the last card": lux(hands=["", "pink-3"], turn=1, last_turns=1),
    "a hand of one kind": lux(hands=["pink-3", "blue-2"]),
    "scholar": lux(hands=["pink-3", "blue-2"], capital="green-2", phase="scholar"),
    "agent draws": lux(hands=["pink-3", "blue-2"], capital="blue-3", phase="agent-draws"),
    "agent": lux(hands=["pink-3", "blue-2"], held="-1", modifiers="+4 blue 1", phase="agent"),
    "cleric, three colours": lux(hands=["pink-3"], capital="green-2 yellow-2 blue-3 pink-2", phase="cleric"),
    "cleric, two colours": lux(hands=["pink-3"], capital="yellow-2 blue-3 pink-2", phase="cleric", turn=1),
    "settling": over_a_limit(3),
    "settling, too little gold for most colours": over_a_limit(1),
    "settling, after a payment": after_a_payment(),
    "over": lux(homes=["green-2", "blue-3"], phase="over"),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_moves_are_exactly_what_is_not_refused(position: LuxPosition) -> None:
    """[LUX-2.2] [LUX-3.1] [LUX-3.8] [LUX-3.12] [LUX-4.7] [LUX-5.1]"""
    for seat in range(position.seats):
        offered = moves(position, seat) if position.to_act >> seat & 1 else []
        allowed = [SPACE.text(move) for move in SPACE if position.refusal(seat, move) is None]
        assert sorted(offered) == sorted(allowed)
        assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_invalid_move_numbers_and_seats_are_refused(position: LuxPosition) -> None:
    numbers = range(min(SPACE) - MARGIN, max(SPACE) + MARGIN)
    for seat in range(position.seats):
        assert all(position.refusal(seat, move) for move in numbers if move not in SPACE)
    for invalid_seat in (-1, position.seats, CHANCE):
        assert all(position.refusal(invalid_seat, move) for move in SPACE)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_a_refusal_changes_nothing(position: LuxPosition) -> None:
    before = position.fingerprint()
    for move in SPACE:
        position.refusal(0, move)
    assert position.fingerprint() == before


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_default_move_is_legal(position: LuxPosition) -> None:
    for seat in range(position.seats):
        if position.to_act >> seat & 1:
            assert position.refusal(seat, position.default_move(seat)) is None


def test_positions_cover_every_phase() -> None:
    assert {PHASES[position.phase] for position in POSITIONS.values()} == set(PHASES)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_tickets_select_each_chance_move_as_often_as_its_weight(position: LuxPosition) -> None:
    """[LUX-1.1] [LUX-1.2]"""
    if position.to_act >> CHANCE & 1:
        listed, weights = move_buffer(), move_buffer()
        count = position.odds(listed, weights)
        by_tickets = [position.chance_move(ticket) for ticket in range(position.total_weight())]
        assert by_tickets == [listed[i] for i in range(count) for _ in range(weights[i])]
