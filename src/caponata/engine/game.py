"""The contract of a game: read this first.

A game is a list of moves made by seats and by chance. A `Position` turns a move into the next position and
does nothing else; a `Game` joins a position's rules with its views, events, worlds and optional parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from caponata.engine.chance import Rng
from caponata.engine.moves import MoveSpace

if TYPE_CHECKING:
    from caponata.engine.features import Fields
    from caponata.engine.parts import ReactionModel, SmallStart, TerminalBoard, Timing

NOBODY: Final[i64] = 0
MOST_SEATS: Final[i64] = 8
CHANCE: Final[i64] = 8  # the seat number of chance, one past the last possible seat
CHANCE_ACTS: Final[i64] = 256  # `to_act` when chance is to move: only its bit is set
SPECTATOR: Final = -1
MOST_MOVES: Final = 4096  # size of a move buffer: no game offers more moves at once

CANDIDATES: Final[i64] = 3  # moves that a playout compares at a decision
NO_LIMIT: Final[i64] = -1
POINT_VALUE: Final = 0.002
NO_KEY: Final[i64] = 0
MIXER: Final[i64] = 0x5851F42D4C957F2D  # odd, so multiplying by it is reversible

BLANK: Final = vec[i64]([0] * MOST_MOVES)  # never written to: slices of it are buffers

View: TypeAlias = dict[str, Any]
Event: TypeAlias = dict[str, Any]
Effect: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the violated rule, and the text key and facts of the explanation."""

    rule: str
    reason: str
    facts: Mapping[str, str | int]


@dataclass(frozen=True)
class ScoreLine:
    """One line of a seat's final score, with the rule that grants it."""

    rule: str
    reason: str
    points: int


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the rule that ended it, every seat's score line by line, and the places.

    `places` holds each seat's place, 0 for the best; seats that share a place have the same number.
    `decided_by` is the rule that separated the winner from the next seat (the score itself, or a tie-break).
    """

    rule: str
    scores: tuple[int, ...]
    places: tuple[int, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    decided_by: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """One moment of a game: mutable, small, cheap to copy, without clock, random generator or history.

    `to_act` is a bit set of the seats that may act now: one seat, several for secret or simultaneous
    choices, `CHANCE_ACTS`, or `NOBODY` when the game is over.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.to_act: i64 = NOBODY
        self.effects: list[Effect] | None = None

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the legal moves of a seat that may act, each once, and return their number."""
        raise NotImplementedError

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """A uniformly random legal move: the one at index `rng.below(count)` of `moves`.

        A game may override this with something faster than listing all moves.
        """
        return buffer[rng.below(self.moves(seat, buffer))]

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        """Write chance's moves in canonical order with their integer weights, and return their number."""
        raise NotImplementedError

    def total_weight(self) -> i64:
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

    def chance_move(self, ticket: i64) -> i64:
        """The chance move that a ticket, 0 <= ticket < `total_weight()`, selects in canonical order."""
        moves = BLANK[:]
        weights = BLANK[:]
        self.odds(moves, weights)
        i: i64 = 0
        while ticket >= weights[i]:
            ticket -= weights[i]
            i += 1
        return moves[i]

    def play(self, seat: i64, move: i64) -> None:
        """Play a legal move. Legality is not checked: every public entry point asks `refusal` first."""
        raise NotImplementedError

    def play_chance(self, rng: Rng) -> None:
        """Play chance moves while chance is to act, with one ticket `rng.below(total_weight())` per move.

        A game may override this with something faster than one move at a time.
        """
        while self.to_act == CHANCE_ACTS:
            self.play(CHANCE, self.chance_move(rng.below(self.total_weight())))

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids this move to this seat now, or None. `moves` lists what is not refused."""
        raise NotImplementedError

    def copy(self) -> Position:
        """An independent copy that collects no effects.

        This implementation needs a constructor that takes seats and options. Compiled games override it,
        because plain assignments are many times faster once compiled.
        """
        make: Any = type(self)
        copied: Position = make(self.seats, getattr(self, "options", None))
        for name in self.state_fields():
            value = getattr(self, name)
            setattr(copied, name, value if isinstance(value, int) else value[:])
        return copied

    def score(self, seat: i64) -> i64:
        """The points of a seat if the game ended here."""
        raise NotImplementedError

    def is_ahead(self, one: i64, other: i64) -> bool:
        """Return whether one seat ranks above another, with all tie-breaks applied."""
        return self.score(one) > self.score(other)

    def place(self, seat: i64) -> i64:
        """The number of seats that rank above this one."""
        better: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if self.is_ahead(other, seat):
                better += 1
            other += 1
        return better

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError

    def default_move(self, seat: i64) -> i64:
        """The move played for a seat whose clock ran out: legal, and harmless if the game has such a move."""
        raise NotImplementedError

    def prompt(self, seat: i64) -> str:
        """The text key of the sentence that tells a seat what to do, derived from what it may know."""
        raise NotImplementedError

    def decision(self, seat: i64) -> str:
        """A name for a seat's open decision that no other decision of the game has, or an empty string.

        While the name stays the same, so does the decision, even if other seats move. If it is empty, a new
        decision begins with every new prompt and after every move of the seat itself.
        """
        return ""

    def late_refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule by which a move for a closed decision came too late, or None."""
        return None

    def is_sealed(self) -> bool:
        """Return whether the open choices stay secret until every acting seat has chosen."""
        return False

    def state_fields(self) -> tuple[str, ...]:
        """Names of the attributes that make up the state, in the order of the fingerprint.

        Each is an integer, a list of integers or a `vec[i64]`. `copy`, `fingerprint` and `restore` use this.
        """
        raise NotImplementedError

    def fingerprint(self) -> tuple[int, ...]:
        """The whole state as numbers: two positions are equal exactly if their fingerprints are."""
        numbers: list[int] = []
        for name in self.state_fields():
            value = getattr(self, name)
            if isinstance(value, int):
                numbers.append(value)
            else:
                numbers.extend(value)
        return tuple(numbers)

    def restore(self, numbers: list[int]) -> None:
        """Set the state to a fingerprint taken from a position with the same seats and options."""
        at = 0
        for name in self.state_fields():
            value = getattr(self, name)
            if isinstance(value, int):
                setattr(self, name, numbers[at])
                at += 1
            else:
                for i in range(len(value)):
                    value[i] = numbers[at + i]
                at += len(value)

    @final
    def emit(self, effect: i64, a: i64, b: i64, c: i64) -> None:
        """Report a consequence of the move being played, if somebody collects the effects."""
        if self.effects is not None:
            self.effects.append((effect, a, b, c))

    @final
    def left_of(self, seat: i64) -> i64:
        """The next seat clockwise."""
        seat += 1
        if seat == self.seats:
            return 0
        return seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """All positions that one seat cannot distinguish from the true one, prepared once from its view."""

    def sample(self, rng: Rng) -> Position:
        """A full position, drawn with the probability of its chance moves and uniform hidden choices."""
        raise NotImplementedError

    def move_key(self, position: Position, mover: i64, move: i64) -> i64:
        """A number for what the seat sees of another seat's move, about to be played in one of its worlds.

        Two moves have the same key exactly if `Game.move_event` gives the same event for both. A search
        asks often, so a game may compute the key without building events; `NO_KEY` means "compare events".
        """
        return NO_KEY

    def effect_key(self, effect: Effect) -> i64:
        """The same for an effect, as `Game.effect_event` shows it."""
        return NO_KEY


@mypyc_attr(allow_interpreted_subclasses=True)
class Hints:
    """What a game knows about good play, for bots and playouts."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        """How good a legal move looks to its seat: higher is better, equal in all of the seat's worlds."""
        raise NotImplementedError

    def playout_move(self, position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """A sensible but unpredictable move for a playout: the most appealing of a few random ones.

        A game in which most moves are foolish should override this.
        """
        count = position.moves(seat, buffer)
        best = buffer[rng.below(count)]
        if count == 1:
            return best
        highest = self.appeal(position, seat, best)
        i: i64 = 1
        while i < CANDIDATES:
            move = buffer[rng.below(count)]
            if move != best:
                appeal = self.appeal(position, seat, move)
                if appeal > highest:
                    highest = appeal
                    best = move
            i += 1
        return best

    def search_margin(self) -> i64:
        """How far below the best appeal a move may be and still be searched, or `NO_LIMIT`."""
        return NO_LIMIT

    def prior_weight(self) -> float:
        """How strongly a search weighs appeals, 1.0 by default; more in games with much luck."""
        return 1.0

    def horizon(self) -> i64:
        """Number of decisions after which a search may judge a playout by its score; 0 plays to the end."""
        return 0

    def point_value(self) -> float:
        """Value of one point of lead over the best other seat, in wins, when a search judges a playout."""
        return POINT_VALUE


@dataclass(frozen=True, eq=False)  # compared and hashed by identity: `bot_levels` cannot be hashed
class Game:
    """A game: its rules, views, events, worlds and optional parts.

    - `start(seats, options)` returns the position before the first chance move.
    - `view(position, seat)` returns everything a seat, or `SPECTATOR`, may know, as plain data.
    - `move_event(position, seat, mover, move)` returns what a seat sees of a move about to be played: an
      event with None for hidden values. Moves that a seat cannot distinguish give equal events.
    - `effect_event(effect, seat)` returns an effect as a seat sees it. `reveals(effect)` returns whether it
      shows anybody something hidden; a choice with such an effect cannot be taken back at once.
    - `worlds(view)` prepares the positions that fit a view; `hints` judges moves for bots.
    - `census(position)` counts all pieces by kind, wherever they are; the counts never change.
    - `views(position, seats)`, if the game has it, returns several views at once. Equal parts are built once
      and shared between them, so that a server encodes them once.

    The remaining attributes are optional. Those that import large modules are functions that load them.

    - `view_type` is the TypedDict that describes its views; conformance compares every view with it.
    - `features()` returns the numbers that learners observe instead of a view.
    - `terminal()` returns the board drawn in a terminal; without it, a table of the view's fields is shown.
    - `timing` says which waits a server ends by itself, in games without turns.
    - `reactions()` returns a model of how fast people act, in games without turns.
    - `bot_levels` maps levels to bots where the usual ones do not suit the game.
    - `small_starts()` returns starts, by name, from which the game can be solved.
    - `approximate_worlds` explains why sampled worlds are not exactly distributed once seats have chosen.
    - `changed_rule(version, seats, options)` returns the rule that changed for such a game since an older
      version of the rules, or None if it has the same legal moves, odds and outcome today. Without it,
      games stored under an older version cannot be opened.

    Every event has "event" (its name), "seat" (the seat it concerns, or None) and "rule".
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
    move_event: Callable[[Position, int, int, int], Event]
    effect_event: Callable[[Effect, int], Event]
    reveals: Callable[[Effect], bool]
    worlds: Callable[[View], Worlds]
    hints: Hints
    census: Callable[[Position], Mapping[str, int]]
    views: Callable[[Position, Sequence[int]], list[View]] | None = None
    view_type: type[Any] | None = None
    features: Callable[[], Fields] | None = None
    terminal: Callable[[], TerminalBoard] | None = None
    timing: Timing | None = None
    reactions: Callable[[], ReactionModel] | None = None
    bot_levels: Mapping[str, str] | None = None
    small_starts: Callable[[], Mapping[str, SmallStart]] | None = None
    approximate_worlds: str | None = None
    changed_rule: Callable[[int, int, Any], str | None] | None = None
