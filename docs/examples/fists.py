"""Fists: two seats hide coins, and the sum decides whose they are. It leaks: see docs/secrecy.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import (
    NOBODY,
    Effect,
    Event,
    Game,
    Hints,
    Outcome,
    Position,
    Refusal,
    ScoreLine,
    View,
)
from caponata.engine.game import Worlds as AnyWorlds
from caponata.engine.moves import Domain, MoveSpace, Verb

COINS: Final = 5
MOST: Final = 2  # coins in a fist
ROUNDS: Final = 3
OPEN_HAND: Final = -1
BOTH: Final = 3
SPACE: Final = MoveSpace((Verb("hide", 0, (Domain("coins", ("0", "1", "2")),)),))
OPENED, TAKEN = 0, 1  # facts: seat, coins


@dataclass(frozen=True)
class FistOptions:
    """There are none."""


class FistPosition(Position):
    """Everybody's purse and fist; what is in a fist has left the purse."""

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats)
        self.purses = [COINS] * seats
        self.fists = [OPEN_HAND] * seats
        self.round = 1
        self.to_act = BOTH

    def copy(self) -> FistPosition:
        twin = FistPosition()
        twin.restore(list(self.fingerprint()))
        return twin

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        count = min(self.purses[seat], MOST) + 1
        for coins in range(count):
            into[coins] = coins
        return count

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if not self.to_act >> seat & 1:
            return Refusal("FST-1.1", "not-now", {})
        return Refusal("FST-1.2", "too-few", {}) if move > self.purses[seat] else None

    def play(self, seat: i64, move: i64) -> None:
        self.purses[seat] -= move
        self.fists[seat] = move
        self.to_act &= ~(1 << seat)
        if self.to_act == NOBODY:
            self.open_fists()

    def open_fists(self) -> None:
        """An even sum is seat 0's, an odd one seat 1's."""
        for seat, coins in enumerate(self.fists):
            self.emit(OPENED, seat, coins, 0)
        total = sum(self.fists)
        self.purses[total % 2] += total
        self.emit(TAKEN, total % 2, total, 0)
        self.fists = [OPEN_HAND, OPEN_HAND]
        self.round += 1
        self.to_act = NOBODY if self.round > ROUNDS else BOTH

    def is_sealed(self) -> bool:
        return self.to_act != NOBODY

    def score(self, seat: i64) -> i64:
        return self.purses[seat]

    def place(self, seat: i64) -> i64:
        return int(self.purses[1 - seat] > self.purses[seat])

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        lines = tuple((ScoreLine("FST-2.1", "coins", coins),) for coins in self.purses)
        return Outcome("FST-1.3", tuple(self.purses), (self.place(0), self.place(1)), lines, "FST-2.1")

    def default_move(self, seat: i64) -> i64:
        return 0

    def prompt(self, seat: i64) -> str:
        return "over" if self.to_act == NOBODY else "hide" if self.to_act >> seat & 1 else "wait"

    def fingerprint(self) -> tuple[int, ...]:
        return (*self.purses, *self.fists, self.round, self.to_act)

    def restore(self, numbers: list[int]) -> None:
        self.purses, self.fists = numbers[0:2], numbers[2:4]
        self.round, self.to_act = numbers[4:6]


def view(position: Position, seat: int) -> View:
    """What a seat may know. The purses are the leak: who looks on can count what went into a fist."""
    assert isinstance(position, FistPosition)
    return {
        "game": "fists",
        "seats": 2,
        "seat": seat if seat >= 0 else None,
        "round": position.round,
        "to_act": [each for each in range(2) if position.to_act >> each & 1],
        "purses": list(position.purses),
        "fist": position.fists[seat] if seat >= 0 else OPEN_HAND,
    }


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """That somebody hides something; how much, only they see."""
    return {"event": "hide", "seat": mover, "rule": "FST-1.1", "coins": move if seat == mover else None}


def effect_event(fact: Effect, seat: int) -> Event:
    """Opened fists are open to all."""
    what, who, coins, _ = fact
    name = "opened" if what == OPENED else "taken"
    return {"event": name, "seat": who, "rule": "FST-1.3", "coins": coins}


class FistWorlds(AnyWorlds):
    """The positions that fit a view: closed fists may hold anything."""

    def __init__(self, view: View) -> None:
        self.me = view["seat"]
        self.base = FistPosition()
        self.base.purses = list(view["purses"])
        self.base.round = view["round"]
        self.base.to_act = sum(1 << seat for seat in view["to_act"])
        if self.me is not None and view["fist"] != OPEN_HAND:
            self.base.fists[self.me] = view["fist"]
            self.base.purses[self.me] -= view["fist"]

    def sample(self, rng: Rng) -> FistPosition:
        world = self.base.copy()
        for seat in range(2):
            if seat != self.me and world.to_act != NOBODY and not world.to_act >> seat & 1:
                world.fists[seat] = rng.below(min(world.purses[seat], MOST) + 1)
                world.purses[seat] -= world.fists[seat]
        return world


class FistHints(Hints):
    """Nothing looks better than anything else."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        return 0


def census(position: Position) -> Mapping[str, int]:
    """All coins, in purses and fists."""
    assert isinstance(position, FistPosition)
    return {"coins": sum(position.purses) + sum(max(coins, 0) for coins in position.fists)}


GAME = Game(
    name="fists",
    title="Fists",
    package=__name__,
    seats=(2,),
    rules_version=1,
    options=FistOptions,
    space=SPACE,
    start=lambda seats, options: FistPosition(seats),
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=lambda fact: fact[0] == OPENED,
    worlds=FistWorlds,
    hints=FistHints(),
    census=census,
)
