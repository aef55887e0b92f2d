"""The rules of Caper: everybody lays a card in secret, and the highest number laid only once scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, Outcome, Position, Refusal, ScoreLine
from caponata.engine.moves import Domain, MoveSpace, Verb

RULES_VERSION: Final = 1
NUMBERS: Final = 6
COPIES: Final = 2  # [CPR-1.1]

LAY: Final = 0
DEAL: Final = 6
NUMBER: Final = Domain("number", tuple(str(number) for number in range(1, NUMBERS + 1)))
SPACE: Final = MoveSpace((Verb("lay", LAY, (NUMBER,)), Verb("deal", DEAL, (NUMBER,), chance=True)))

SHOWN: Final = 0  # seat, number: the card a seat laid
SCORED: Final = 1  # seat, number

NOT_LAID: Final = -1


@dataclass(frozen=True)
class CaperOptions:
    """`hand_size`: how many cards each seat is dealt, 1 to 3."""

    hand_size: int = 3

    def __post_init__(self) -> None:
        if self.hand_size not in (1, 2, 3):
            raise ValueError(f"hand_size is 1, 2 or 3, not {self.hand_size} [CPR-1.2]")


class CaperPosition(Position):
    """A position of Caper; cards are numbered from 0."""

    def __init__(self, seats: int, options: CaperOptions) -> None:
        super().__init__(seats)
        self.options = options
        self.deck = [COPIES] * NUMBERS
        self.hands = [[0] * NUMBERS for _ in range(seats)]
        self.laid = [NOT_LAID] * seats
        self.discards = [0] * NUMBERS
        self.points = [0] * seats
        self.to_deal = seats * options.hand_size
        self.to_act = CHANCE_ACTS

    def copy(self) -> CaperPosition:
        twin = CaperPosition(self.seats, self.options)
        twin.deck = self.deck[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.laid = self.laid[:]
        twin.discards = self.discards[:]
        twin.points = self.points[:]
        twin.to_deal = self.to_deal
        twin.to_act = self.to_act
        return twin

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        legal = [LAY + card for card in range(NUMBERS) if self.hands[seat][card]]
        for i, move in enumerate(legal):
            into[i] = move
        return len(legal)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.to_act == NOBODY:
            return Refusal("CPR-3.1", "game-over", {})
        if seat >= self.seats or not self.to_act >> seat & 1:
            return Refusal("CPR-2.1", "already-laid", {})
        if not LAY <= move < DEAL:
            return Refusal("CPR-2.1", "lay-a-card", {})
        if not self.hands[seat][move - LAY]:
            return Refusal("CPR-2.1", "not-in-hand", {"number": move - LAY + 1})
        return None

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        left = [card for card in range(NUMBERS) if self.deck[card]]
        for i, card in enumerate(left):
            into[i] = DEAL + card
            weights[i] = self.deck[card]
        return len(left)

    def play(self, seat: i64, move: i64) -> None:
        if move >= DEAL:
            self.deal(move - DEAL)
            return
        self.hands[seat][move - LAY] -= 1
        self.laid[seat] = move - LAY  # [CPR-2.1]
        self.to_act &= ~(1 << seat)
        if self.to_act == NOBODY:
            self.reveal()

    def deal(self, card: int) -> None:
        """The next seat is dealt a card [CPR-1.2]."""
        self.deck[card] -= 1
        self.hands[self.to_deal % self.seats][card] += 1
        self.to_deal -= 1
        if self.to_deal == 0:
            self.to_act = (1 << self.seats) - 1

    def reveal(self) -> None:
        """All laid cards are shown; the highest that nobody else laid scores its number [CPR-2.2]."""
        for seat, card in enumerate(self.laid):
            self.emit(SHOWN, seat, card, 0)
            self.discards[card] += 1
        alone = [card for card in self.laid if self.laid.count(card) == 1]
        if alone:  # [CPR-2.3]
            winner = self.laid.index(max(alone))
            self.points[winner] += max(alone) + 1
            self.emit(SCORED, winner, max(alone), 0)
        self.laid = [NOT_LAID] * self.seats
        if any(self.hands[0]):  # [CPR-3.1]
            self.to_act = (1 << self.seats) - 1

    def is_sealed(self) -> bool:
        return self.to_act != CHANCE_ACTS and self.to_act != NOBODY

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def place(self, seat: i64) -> i64:
        return sum(1 for points in self.points if points > self.points[seat])  # [CPR-3.2]

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        places = tuple(self.place(seat) for seat in range(self.seats))
        lines = tuple((ScoreLine("CPR-2.2", "tricks", points),) for points in self.points)
        return Outcome("CPR-3.1", tuple(self.points), places, lines, "CPR-3.2")

    def default_move(self, seat: i64) -> i64:
        return LAY + next(card for card in range(NUMBERS) if self.hands[seat][card])

    def prompt(self, seat: i64) -> str:
        if self.to_act == NOBODY:
            return "over"
        return "lay" if self.to_act >> seat & 1 else "wait"

    def fingerprint(self) -> tuple[int, ...]:
        hands = [count for hand in self.hands for count in hand]
        return (*self.deck, *hands, *self.laid, *self.discards, *self.points, self.to_deal, self.to_act)

    def restore(self, numbers: list[int]) -> None:
        left = iter(numbers)
        self.deck = [next(left) for _ in range(NUMBERS)]
        self.hands = [[next(left) for _ in range(NUMBERS)] for _ in range(self.seats)]
        self.laid = [next(left) for _ in range(self.seats)]
        self.discards = [next(left) for _ in range(NUMBERS)]
        self.points = [next(left) for _ in range(self.seats)]
        self.to_deal, self.to_act = left


def start(seats: int, options: CaperOptions) -> CaperPosition:
    """The position before the deal."""
    return CaperPosition(seats, options)
