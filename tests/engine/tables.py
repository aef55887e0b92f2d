"""Tables and records shared by the engine's tests, and a small game of coins."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.fair import Draws, FairDraws, SeededDraws
from caponata.engine.game import (
    CHANCE_ACTS,
    NOBODY,
    SPECTATOR,
    Effect,
    Event,
    Game,
    Hints,
    Outcome,
    Position,
    Refusal,
    ScoreLine,
    View,
    Worlds,
)
from caponata.engine.log import Log
from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.engine.record import Choice, Draw, Record, Seat, record_text
from caponata.engine.table import Table
from caponata.games.capital_lux import GAME as LUX

SEED = bytes(range(32))
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
ENTROPY = ("heads", "7 of clubs", "ünïcode", "")


def people(count: int) -> list[Seat]:
    """Seats with that many people."""
    return [Seat(name, "person") for name in NAMES[:count]]


def fair(seats: int, table: str = "the-kitchen-table") -> FairDraws:
    """Committed draws, the same in every test."""
    return FairDraws(SEED, table, ENTROPY[:seats])


def fresh(seats: int = 3, *, draws: Draws | None = None) -> Table:
    """A table of Capital Lux before the first pick."""
    return Table(LUX, people(seats), draws=draws or fair(seats))


def table_at(position: Position, *, game: Game = LUX, seed: int = 1) -> Table:
    """A table that continues from a given position."""
    seats = int(position.seats)
    log = Log(game, position, (*range(seats), SPECTATOR))
    return Table(game, people(seats), draws=SeededDraws(seed), log=log)


def play_on(table: Table, rng: Rng, choices: int = 10_000) -> None:
    """Play random moves for all seats, to the end or for a number of choices."""
    while table.acting and choices > 0:
        seat = table.acting[rng.below(len(table.acting))]
        moves = table.moves(seat)
        table.play(seat, moves[rng.below(len(moves))])
        choices -= 1


def closed_record(seats: int = 3, rng: int = 1) -> Record:
    """The record of a finished game at a closed table, with an undo and a rewind in its first round."""
    table = fresh(seats)
    random = Rng(rng)
    table.play(0, table.moves(0)[0])
    table.undo(0)
    play_on(table, random, choices=2 * seats + 3)
    first_play = [entry for entry in table.entries if isinstance(entry, Choice)][2 * seats + 1]
    table.rewind(first_play.number)
    play_on(table, random)
    table.close()
    return table.record()


def live_moves(table: Table) -> list[str]:
    """The texts of all moves and draws that were not taken back."""
    return [
        entry.move
        for entry in table.record().entries
        if isinstance(entry, Choice | Draw) and not entry.cancelled
    ]


def edited(record: Record, old: str, new: str) -> str:
    """The text of a record with one passage replaced, as if changed in an editor."""
    text = record_text(record)
    assert old in text, f"{old} is not in the record"
    return text.replace(old, new, 1)


# Coins: all seats may grab coins at the same time. A flip follows each grab; a seat that stops is out.

GRAB, STOP, FLIP = 0, 1, 2
COINS = 5


@dataclass(frozen=True)
class CoinOptions:
    """Options of every supported type."""

    coins: int = COINS
    loud: bool = False
    pace: float = 1.0
    motto: str = "mine"
    flips: tuple[int, ...] = (1, 1)
    limit: str | int = "none"


class CoinPosition(Position):
    """The seats that stopped, and the coins of each seat; chance acts while a coin is being flipped."""

    def __init__(self, seats: int, options: CoinOptions) -> None:
        self.seats = seats
        self.to_act = (1 << seats) - 1
        self.effects = None
        self.stopped = 0
        self.left = options.coins
        self.coins = [0] * seats
        self.grabber = 0

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        legal = [GRAB, STOP] if self.left else [STOP]
        for i, move in enumerate(legal):
            into[i] = move
        return len(legal)

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        for side in (0, 1):
            into[side], weights[side] = FLIP + side, 1
        return 2

    def play(self, seat: i64, move: i64) -> None:
        all_seats = (1 << self.seats) - 1
        if move == GRAB:
            self.left -= 1
            self.grabber = seat
            self.to_act = CHANCE_ACTS
            return
        if move == STOP:
            self.stopped |= 1 << seat
        else:
            self.coins[self.grabber] += move - FLIP
        self.to_act = all_seats & ~self.stopped or NOBODY

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if not self.to_act >> seat & 1 or move >= FLIP:
            return Refusal("COIN-1.1", "not-now", {})
        if move == GRAB and not self.left:
            return Refusal("COIN-1.2", "no-coins-left", {})
        return None

    def copy(self) -> "CoinPosition":
        twin = CoinPosition(self.seats, CoinOptions())
        twin.to_act, twin.stopped, twin.left = self.to_act, self.stopped, self.left
        twin.coins, twin.grabber = self.coins.copy(), self.grabber
        return twin

    def outcome(self) -> Outcome | None:
        if self.to_act != NOBODY:
            return None
        lines = tuple((ScoreLine("COIN-2.1", "coins", coins),) for coins in self.coins)
        places = tuple(sum(other > coins for other in self.coins) for coins in self.coins)
        return Outcome("COIN-2.1", tuple(self.coins), places, lines, "COIN-2.1")

    def prompt(self, seat: i64) -> str:
        return "grab" if self.to_act >> seat & 1 else "wait"

    def fingerprint(self) -> tuple[int, ...]:
        return (self.to_act, self.stopped, self.left, *self.coins)


def coin_view(position: Position, seat: int) -> View:
    """The view of a seat; no information is hidden."""
    return {"seat": seat, "coins": cast(CoinPosition, position).coins.copy()}


def coin_move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """The event of a move, equal for all seats."""
    return {"event": COIN_SPACE.text(move), "seat": mover, "rule": "COIN-1.1"}


def coin_effect_event(effect: Effect, seat: int) -> Event:
    """Never called: the game has no effects."""
    raise NotImplementedError


def coin_census(position: Position) -> Mapping[str, int]:
    """No pieces are counted, because coins come and go."""
    return {}


COIN_SPACE = MoveSpace(
    (
        Verb("grab", GRAB),
        Verb("stop", STOP),
        Verb("flip", FLIP, (Domain("side", ("lost", "won")),), chance=True),
    )
)
COINS_GAME = Game(
    name="coins",
    title="Coins",
    package="tests",
    seats=(2, 3),
    rules_version=4,
    options=CoinOptions,
    space=COIN_SPACE,
    start=CoinPosition,
    view=coin_view,
    move_event=coin_move_event,
    effect_event=coin_effect_event,
    reveals=bool,
    worlds=lambda view: Worlds(),
    hints=Hints(),
    census=coin_census,
)
