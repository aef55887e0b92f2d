"""A game for learners: one numbered action at a time, in compiled code.

Chance moves are played as soon as they are due. Seats act one at a time: in sealed choices the lowest seat
first, because the order does not matter; in open simultaneous play clockwise from the seat that acted last.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import BLANK, CHANCE_ACTS, NOBODY, Position
from caponata.engine.playout import first_seat

OVER: Final[i64] = -1  # in place of the acting seat
REFUSED: Final[i64] = -2
NOT_LISTED: Final[i64] = -1


def seat_in_turn(position: Position, last: i64) -> i64:
    """The one seat to ask next among those that may act; `last` is the seat that acted before, or -1."""
    acting = position.to_act
    if acting & (acting - 1) == 0 or position.is_sealed():
        return first_seat(acting)
    after = acting >> (last + 1)
    if after:
        return last + 1 + first_seat(after)
    return first_seat(acting)


@final
class Stepper:
    """A position, its random generator, and the legal actions of the acting seat.

    `moves` maps actions to moves. It is empty for games with too many moves: there, an action is an index
    into the sorted legal moves.
    """

    def __init__(self, moves: list[int], position: Position, rng: Rng) -> None:
        self.is_direct: bool = len(moves) > 0
        self.size: i64 = len(moves) or len(BLANK)
        self.moves: vec[i64] = vec[i64](moves)
        self.actions: vec[i64] = vec[i64]([-1] * (max(moves, default=0) + 1))
        for action, move in enumerate(moves):
            self.actions[move] = action
        self.legal: vec[i64] = BLANK[:]
        self.count: i64 = NOT_LISTED
        self.position: Position = position
        self.rng: Rng = rng
        self.seat: i64 = OVER
        self.settle(OVER)

    def begin(self, position: Position, rng: Rng) -> i64:
        """Continue from another position with another generator; return the acting seat."""
        self.position = position
        self.rng = rng
        return self.settle(OVER)

    def settle(self, last: i64) -> i64:
        """Play pending chance moves and find the next acting seat."""
        position = self.position
        if position.to_act == CHANCE_ACTS:
            position.play_chance(self.rng)
        self.count = NOT_LISTED
        if position.to_act == NOBODY:
            self.seat = OVER
        else:
            self.seat = seat_in_turn(position, last)
        return self.seat

    def act(self, action: i64) -> i64:
        """Take an action for the acting seat; return the next seat, `OVER` or `REFUSED`."""
        if action < 0 or action >= self.size or self.seat < 0:
            return REFUSED
        count = self.listed()
        if not self.is_direct:
            if action >= count:
                return REFUSED
            return self.play(self.legal[action])
        move = self.moves[action]
        i: i64 = 0
        while i < count:
            if self.legal[i] == move:
                return self.play(move)
            i += 1
        return REFUSED

    def play(self, move: i64) -> i64:
        """Play a legal move for the acting seat; return the next seat or `OVER`."""
        seat = self.seat
        self.position.play(seat, move)
        return self.settle(seat)

    def listed(self) -> i64:
        """The number of legal moves. They are listed on first use."""
        if self.count == NOT_LISTED:
            self.count = 0
            if self.seat >= 0:
                self.count = self.position.moves(self.seat, self.legal)
                if not self.is_direct:
                    self.sort()
        return self.count

    def sort(self) -> None:
        """Sort the legal moves."""
        ordered = sorted([int(self.legal[i]) for i in range(self.count)])
        for index, move in enumerate(ordered):
            self.legal[index] = move

    def legal_moves(self) -> list[int]:
        """The legal moves of the acting seat."""
        return [self.legal[i] for i in range(self.listed())]

    def legal_actions(self) -> list[int]:
        """The legal actions of the acting seat."""
        count = self.listed()
        if self.is_direct:
            return [self.actions[self.legal[i]] for i in range(count)]
        return [int(i) for i in range(count)]

    def mask(self) -> bytearray:
        """One byte per action: 1 if it is legal for the acting seat."""
        allowed = bytearray(int(self.size))
        count = self.listed()
        i: i64 = 0
        while i < count:
            if self.is_direct:
                allowed[self.actions[self.legal[i]]] = 1
            else:
                allowed[i] = 1
            i += 1
        return allowed
