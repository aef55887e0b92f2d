"""The rules of Caper: every seat lays a card in secret, and the highest number laid only once scores.

A card is a number minus 1, so that it can be used as an index.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, Outcome, Position, Refusal, ScoreLine
from caponata.games.caper.moves import LAY, NUMBERS, card_of, deal_move, lay_move, verb_of

RULES_VERSION: Final = 1
COPIES: Final = 2  # of each card [CPR-1.1]
NOT_LAID: Final = -1

# Effects: consequences of a move, with the seat and the card that they concern.
SHOWN: Final = 0  # a laid card is turned over
SCORED: Final = 1


@dataclass(frozen=True)
class CaperOptions:
    """The options of a table. `hand_size`: cards dealt to each seat, 1 to 3."""

    hand_size: int = 3

    def __post_init__(self) -> None:
        if self.hand_size not in (1, 2, 3):
            raise ValueError(f"hand_size is 1, 2 or 3, not {self.hand_size} [CPR-1.2]")


class CaperPosition(Position):
    """A position of Caper."""

    def __init__(self, seats: int, options: CaperOptions) -> None:
        super().__init__(seats)
        self.options = options
        self.deck = [COPIES] * NUMBERS  # copies of each card
        self.hands = [0] * (seats * NUMBERS)  # copies of each card, seat by seat: see `hand_index`
        self.laid = [NOT_LAID] * seats  # the card in front of each seat
        self.discards = [0] * NUMBERS
        self.points = [0] * seats
        self.to_deal = seats * options.hand_size
        self.to_act = CHANCE_ACTS

    def state_fields(self) -> tuple[str, ...]:
        return ("deck", "hands", "laid", "discards", "points", "to_deal", "to_act")

    def hand(self, seat: int) -> list[int]:
        """Return how many copies of each card a seat holds."""
        return self.hands[hand_index(seat, 0) : hand_index(seat + 1, 0)]

    # What may be played

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        held = [card for card, copies in enumerate(self.hand(seat)) if copies]
        for i, card in enumerate(held):
            into[i] = lay_move(card)
        return len(held)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.to_act == NOBODY:
            return Refusal("CPR-3.1", "game-over", {})
        if seat >= self.seats or not self.to_act >> seat & 1:
            return Refusal("CPR-2.1", "already-laid", {})
        if verb_of(move) != LAY:
            return Refusal("CPR-2.1", "lay-a-card", {})
        card = card_of(move)
        if not self.hands[hand_index(seat, card)]:
            return Refusal("CPR-2.1", "not-in-hand", {"number": card + 1})
        return None

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        left = [card for card, copies in enumerate(self.deck) if copies]
        for i, card in enumerate(left):
            into[i] = deal_move(card)
            weights[i] = self.deck[card]
        return len(left)

    def default_move(self, seat: i64) -> i64:
        return lay_move(next(card for card, copies in enumerate(self.hand(seat)) if copies))

    def is_sealed(self) -> bool:
        return self.to_act != CHANCE_ACTS and self.to_act != NOBODY

    # What moves do

    def play(self, seat: i64, move: i64) -> None:
        if verb_of(move) == LAY:
            self.lay(seat, card_of(move))
        else:
            self.deal(card_of(move))

    def deal(self, card: int) -> None:
        """Deal a card to the next seat [CPR-1.2]."""
        self.deck[card] -= 1
        self.hands[hand_index(self.receiver(), card)] += 1
        self.to_deal -= 1
        if self.to_deal == 0:
            self.to_act = (1 << self.seats) - 1

    def receiver(self) -> int:
        """Return the seat that gets the next card of the deal."""
        return self.to_deal % self.seats

    def lay(self, seat: int, card: int) -> None:
        """Lay a card face down; the last seat to do so ends the trick."""
        self.hands[hand_index(seat, card)] -= 1
        self.laid[seat] = card  # [CPR-2.1]
        self.to_act &= ~(1 << seat)
        if self.to_act == NOBODY:
            self.end_trick()

    def end_trick(self) -> None:
        """Turn the laid cards over; the highest number laid only once scores [CPR-2.2]."""
        for seat, card in enumerate(self.laid):
            self.emit(SHOWN, seat, card, 0)
            self.discards[card] += 1
        unique = [card for card in self.laid if self.laid.count(card) == 1]
        if unique:  # [CPR-2.3]
            best = max(unique)
            winner = self.laid.index(best)
            self.points[winner] += best + 1
            self.emit(SCORED, winner, best, 0)
        self.laid = [NOT_LAID] * self.seats
        if any(self.hands):  # [CPR-3.1]
            self.to_act = (1 << self.seats) - 1

    # Scores and prompts

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        places = tuple(self.place(seat) for seat in range(self.seats))  # by score alone [CPR-3.2]
        lines = tuple((ScoreLine("CPR-2.2", "tricks", points),) for points in self.points)
        return Outcome("CPR-3.1", tuple(self.points), places, lines, "CPR-3.2")

    def prompt(self, seat: i64) -> str:
        if self.to_act == NOBODY:
            return "over"
        return "lay" if self.to_act >> seat & 1 else "wait"


def hand_index(seat: int, card: int) -> int:
    """Return the index in `hands` that counts a seat's copies of a card."""
    return seat * NUMBERS + card


def start(seats: int, options: CaperOptions) -> CaperPosition:
    """Return the position before the deal."""
    return CaperPosition(seats, options)
