"""A game for those who learn, one numbered action at a time, without leaving compiled code in between.

Draws are made as soon as they are due. Seats act one by one: where several may act in secret, the lowest goes
first, for their choices commute; where several may act openly, turns go round to the left of who acted last.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import BLANK, CHANCE_ACTS, NOBODY, Position
from caponata.engine.playout import first_seat

OVER: Final[i64] = -1  # instead of the seat that is to act
REFUSED: Final[i64] = -2
NOT_LISTED: Final[i64] = -1


def seat_in_turn(position: Position, last: i64) -> i64:
    """Whose turn it is, where several may act and learners want one; `last` is who acted before, or -1."""
    acting = position.to_act
    if acting & (acting - 1) == 0 or position.is_sealed():
        return first_seat(acting)
    after = acting >> (last + 1)
    if after:
        return last + 1 + first_seat(after)
    return first_seat(acting)


@final
class Stepper:
    """A position, the luck that draws for it, and what may be done next.

    `moves` gives the move of every action, and is empty in a game with too many moves to number: there an
    action is the place of a move among the legal ones, in the order of their own numbers.
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
        """Go on from another position, with other luck; gives the seat that is to act."""
        self.position = position
        self.rng = rng
        return self.settle(OVER)

    def settle(self, last: i64) -> i64:
        """Draw what is due, and see whose decision is next."""
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
        """Let the seat that is to act do something: gives who is next, `OVER`, or `REFUSED`."""
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
        """Let the seat that is to act make a legal move: gives who is next, or `OVER`."""
        seat = self.seat
        self.position.play(seat, move)
        return self.settle(seat)

    def listed(self) -> i64:
        """How many moves are legal: they are listed when somebody asks, once."""
        if self.count == NOT_LISTED:
            self.count = 0
            if self.seat >= 0:
                self.count = self.position.moves(self.seat, self.legal)
                if not self.is_direct:
                    self.sort()
        return self.count

    def sort(self) -> None:
        """Put the legal moves into the order of their numbers."""
        ordered = sorted([int(self.legal[i]) for i in range(self.count)])
        for place, move in enumerate(ordered):
            self.legal[place] = move

    def legal_moves(self) -> list[int]:
        """The legal moves of the seat that is to act."""
        return [self.legal[i] for i in range(self.listed())]

    def legal_actions(self) -> list[int]:
        """The same moves as actions."""
        count = self.listed()
        if self.is_direct:
            return [self.actions[self.legal[i]] for i in range(count)]
        return [int(i) for i in range(count)]

    def mask(self) -> bytearray:
        """A byte for every action: 1 if the seat that is to act may take it."""
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
