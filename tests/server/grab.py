"""Grab, a game for tests: up to eight seats take coins from one heap, simultaneously and openly."""

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

COINS: Final = 24
EACH: Final = 3
NO_OWNER: Final = -1
COIN: Final = Domain("coin", tuple(str(number) for number in range(1, COINS + 1)))
SPACE: Final = MoveSpace((Verb("grab", 0, (COIN,)),))


@dataclass(frozen=True)
class GrabOptions:
    """Grab has no options."""


class GrabPosition(Position):
    """The owner of each coin."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.owners = [NO_OWNER] * COINS
        self.to_act = (1 << seats) - 1

    def copy(self) -> GrabPosition:
        twin = GrabPosition(self.seats)
        twin.restore(list(self.fingerprint()))
        return twin

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        free = [coin for coin, owner in enumerate(self.owners) if owner == NO_OWNER]
        for place, coin in enumerate(free):
            into[place] = coin
        return len(free)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if not self.to_act >> seat & 1:
            return Refusal("GRB-1.2", "has-enough", {})
        if self.owners[move] != NO_OWNER:
            return Refusal("GRB-1.1", "taken", {"seat": self.owners[move]})
        return None

    def play(self, seat: i64, move: i64) -> None:
        self.owners[move] = seat
        if self.owners.count(seat) == EACH:
            self.to_act &= ~(1 << seat)

    def score(self, seat: i64) -> i64:
        return sum(coin + 1 for coin, owner in enumerate(self.owners) if owner == seat)

    def place(self, seat: i64) -> i64:
        return sum(self.score(other) > self.score(seat) for other in range(self.seats))

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        scores = tuple(self.score(seat) for seat in range(self.seats))
        lines = tuple((ScoreLine("GRB-2.1", "coins", score),) for score in scores)
        places = tuple(self.place(seat) for seat in range(self.seats))
        return Outcome("GRB-1.2", scores, places, lines, "GRB-2.1")

    def default_move(self, seat: i64) -> i64:
        return self.owners.index(NO_OWNER)

    def prompt(self, seat: i64) -> str:
        return "over" if self.to_act == NOBODY else "grab" if self.to_act >> seat & 1 else "wait"

    def fingerprint(self) -> tuple[int, ...]:
        return (*self.owners, self.to_act)

    def restore(self, numbers: list[int]) -> None:
        *self.owners, self.to_act = numbers


def view(position: Position, seat: int) -> View:
    """Return the view, in which everybody sees everything."""
    assert isinstance(position, GrabPosition)
    acting = [each for each in range(position.seats) if position.to_act >> each & 1]
    return {"seats": position.seats, "seat": seat, "owners": list(position.owners), "to_act": acting}


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """Return the event of a move, which everybody sees."""
    return {"event": "grab", "seat": mover, "rule": "GRB-1.1", "coin": move + 1}


def effect_event(effect: Effect, seat: int) -> Event:
    """Moves have no effects."""
    raise AssertionError("there are no effects")


class GrabWorlds(AnyWorlds):
    """The one position that fits a view."""

    def __init__(self, view: View) -> None:
        self.only = GrabPosition(view["seats"])
        to_act = sum(1 << seat for seat in view["to_act"])
        self.only.restore([*view["owners"], to_act])

    def sample(self, rng: Rng) -> GrabPosition:
        return self.only.copy()


class GrabHints(Hints):
    """The highest coin is the best, so all greedy bots want the same."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        return move


def census(position: Position) -> Mapping[str, int]:
    """Count the coins."""
    assert isinstance(position, GrabPosition)
    return {"coins": len(position.owners)}


GAME = Game(
    name="grab",
    title="Grab",
    package=__name__,
    seats=(2, 3, 4, 5, 6, 7, 8),
    rules_version=1,
    options=GrabOptions,
    space=SPACE,
    start=lambda seats, options: GrabPosition(seats),
    view=view,
    move_event=move_event,
    effect_event=effect_event,
    reveals=lambda effect: False,
    worlds=GrabWorlds,
    hints=GrabHints(),
    census=census,
)
