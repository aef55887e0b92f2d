"""The contract of a game: read this first.

A game is a list of moves by seats and by chance. A `Position` turns a move into the next position
and does nothing else; a `Game` puts a position's rules, its views, its words and its odds together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from caponata.engine.chance import Luck
from caponata.engine.moves import MoveSpace

NOBODY: Final[i64] = 0
MOST_SEATS: Final[i64] = 8
CHANCE: Final[i64] = 8  # the seat number of chance, one past the last possible seat
CHANCE_ACTS: Final[i64] = 256  # `to_act` when chance is to move: its bit alone
SPECTATOR: Final = -1
MOST_MOVES: Final = 4096  # what a move buffer holds: no game offers more at once

CANDIDATES: Final[i64] = 3  # moves that a playout compares at a decision
NO_LIMIT: Final[i64] = -1
POINT_MORE: Final = 0.002
ASK: Final[i64] = 0
MIXER: Final[i64] = 0x5851F42D4C957F2D  # odd: to multiply by it loses nothing

BLANK: Final = vec[i64]([0] * MOST_MOVES)  # never written to: slices of it are buffers

View: TypeAlias = dict[str, Any]
Event: TypeAlias = dict[str, Any]
Fact: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the broken rule, and the key and facts of a sentence that says so."""

    rule: str
    reason: str
    facts: Mapping[str, str | int]


@dataclass(frozen=True)
class ScoreLine:
    """One line of a seat's final reckoning, with the rule that grants it."""

    rule: str
    reason: str
    points: int


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the rule that ended it, every seat's score line by line, and who stands where.

    `places` gives each seat's place, 0 for the best; seats that share a place share its number.
    `decided_by` is the rule that told the winner from the next (a tie-break, or the score itself).
    """

    rule: str
    scores: tuple[int, ...]
    places: tuple[int, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    decided_by: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """One moment of a game: mutable, small, cheap to copy, without clock, generator or history.

    `to_act` is the set of seats that may act now, one bit a seat: one seat, several in secret or
    simultaneous choices, `CHANCE_ACTS` alone, or `NOBODY` when the game is over.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.to_act: i64 = NOBODY
        self.facts: list[Fact] | None = None

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the legal moves of a seat that may act, each once, and give their number."""
        raise NotImplementedError

    def any_move(self, seat: i64, luck: Luck, buffer: vec[i64]) -> i64:
        """A legal move, each equally likely: the one that `luck.below` their number points at in `moves`.

        A game may know a quicker way than to list them all.
        """
        return buffer[luck.below(self.moves(seat, buffer))]

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        """Write chance's moves in canonical order with their integer weights, and give their number."""
        raise NotImplementedError

    def weight(self) -> i64:
        """The sum of chance's weights, below 2**31."""
        moves = BLANK[:]
        weights = BLANK[:]
        count = self.odds(moves, weights)
        total: i64 = 0
        i: i64 = 0
        while i < count:
            total += weights[i]
            i += 1
        return total

    def drawn(self, ticket: i64) -> i64:
        """The chance move that ticket 0 <= ticket < `weight()` falls on, in canonical order."""
        moves = BLANK[:]
        weights = BLANK[:]
        self.odds(moves, weights)
        i: i64 = 0
        while ticket >= weights[i]:
            ticket -= weights[i]
            i += 1
        return moves[i]

    def play(self, seat: i64, move: i64) -> None:
        """Play a legal move. It trusts: every public door asks `refusal` first."""
        raise NotImplementedError

    def play_chance(self, luck: Luck) -> None:
        """Let chance move while it is its turn, with a ticket of `luck.below(weight())` for every move.

        A game may know a quicker way than move by move.
        """
        while self.to_act == CHANCE_ACTS:
            self.play(CHANCE, self.drawn(luck.below(self.weight())))

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids this move to this seat now, or nothing: `moves` is what is not refused."""
        raise NotImplementedError

    def copy(self) -> Position:
        """An independent copy; nobody listens to it."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The points of a seat if the game ended here."""
        raise NotImplementedError

    def place(self, seat: i64) -> i64:
        """How many seats stand better than this one, every tie-break applied."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """How the game ended, or nothing while it goes on."""
        raise NotImplementedError

    def default_move(self, seat: i64) -> i64:
        """What a seat plays when its clock ran out: legal, and harmless where the game has such a move."""
        raise NotImplementedError

    def prompt(self, seat: i64) -> str:
        """The key of the sentence that tells a seat what it is to do, from what it may know."""
        raise NotImplementedError

    def decision(self, seat: i64) -> str:
        """What a seat's open decision is about, if that tells it apart from all others of the game.

        It is the same decision then, whatever else has happened and whatever the prompt says; empty where
        prompts and the seat's own moves tell decisions apart.
        """
        return ""

    def late(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that a move comes too late by, whose decision is closed; nothing where there is none."""
        return None

    def is_sealed(self) -> bool:
        """Whether the choices open now stay secret until everybody has made theirs."""
        return False

    def fingerprint(self) -> tuple[int, ...]:
        """All of the position as numbers: equal exactly when the positions are equal."""
        raise NotImplementedError

    def restore(self, numbers: list[int]) -> None:
        """Become the position with this fingerprint; this one has the same seats and options."""
        raise NotImplementedError

    @final
    def tell(self, fact: i64, a: i64, b: i64, c: i64) -> None:
        """State a consequence of the move being played, for those who listen."""
        if self.facts is not None:
            self.facts.append((fact, a, b, c))


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """All positions that one seat cannot tell from the true one, prepared once from its view."""

    def sample(self, luck: Luck) -> Position:
        """A full position, drawn as likely as chance and blind opponents would have made it."""
        raise NotImplementedError

    def look(self, position: Position, mover: i64, move: i64) -> i64:
        """A number for what the seat sees of somebody else's move, about to be played in one of its worlds.

        Moves have the same number exactly if `Game.seen` shows the same of them. A search asks for many, and
        a game may know a quicker way than that; 0 leaves it to `seen`.
        """
        return ASK

    def hear(self, fact: Fact) -> i64:
        """A number for what the seat sees of a fact: the same exactly if `Game.told` is, or 0 as above."""
        return ASK


@mypyc_attr(allow_interpreted_subclasses=True)
class Hints:
    """What a game knows about good play, for bots and rollouts."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        """How good a legal move looks to its seat: higher is better, equal in all of the seat's worlds."""
        raise NotImplementedError

    def likely(self, position: Position, seat: i64, luck: Luck, buffer: vec[i64]) -> i64:
        """A move for a playout, sensible, yet never predictable: the better looking of a few random ones.

        A game in which many moves are foolish knows a better way.
        """
        count = position.moves(seat, buffer)
        best = buffer[luck.below(count)]
        if count == 1:
            return best
        highest = self.appeal(position, seat, best)
        i: i64 = 1
        while i < CANDIDATES:
            move = buffer[luck.below(count)]
            if move != best:
                appeal = self.appeal(position, seat, move)
                if appeal > highest:
                    highest = appeal
                    best = move
            i += 1
        return best

    def doubt(self) -> i64:
        """How far below the best a move may look and still be searched; nothing is too far unless said."""
        return NO_LIMIT

    def faith(self) -> float:
        """How much more than usual a search goes by how moves look: where much luck hides what is good."""
        return 1.0

    def horizon(self) -> i64:
        """Decisions of a playout after which a search may judge it by the score; 0: play to the end."""
        return 0

    def point(self) -> float:
        """What a point more than the best other seat adds to a win, when a search judges a playout."""
        return POINT_MORE


@dataclass(frozen=True)
class Game:
    """A game on the shelf: its rules, views and words under one roof.

    - `start(seats, options)` gives the position before the first chance move.
    - `view(position, seat)` gives all that a seat, or `SPECTATOR`, may know, as plain data.
    - `seen(position, seat, mover, move)` gives what a seat sees of a move about to be played in
      this position: an event with None where something is hidden. Moves it cannot tell apart look the same.
    - `told(fact, seat)` gives the event of a fact as a seat sees it, and `shows(fact)` says whether it lets
      anybody learn something that was hidden: a choice that brought it about cannot be taken back at once.
    - `worlds(view)` prepares the positions that fit a view; `hints` judges moves for bots.
    - `census(position)` counts the pieces by kind, wherever they are: it never changes.
    - `views(position, seats)`, in games that have it, gives several views at once. What they have in common
      is built once and is one object in all of them, so that a server spells it once.

    Every event has "event" (its name), "seat" (whom it concerns, or None) and "rule".
    """

    name: str
    title: str
    package: str
    seats: tuple[int, ...]
    rules_version: int
    options: type[Any]
    space: MoveSpace
    start: Callable[[int, Any], Position]
    view: Callable[[Position, int], View]
    seen: Callable[[Position, int, int, int], Event]
    told: Callable[[Fact, int], Event]
    shows: Callable[[Fact], bool]
    worlds: Callable[[View], Worlds]
    hints: Hints
    census: Callable[[Position], Mapping[str, int]]
    views: Callable[[Position, Sequence[int]], list[View]] | None = None
