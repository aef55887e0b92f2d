"""Optional parts of a game, as protocols. A module that defines the names of a protocol implements it.

`Game` has a typed attribute for each of them; no code looks up a game's modules by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from caponata.engine.chance import Rng
from caponata.engine.game import Event, Position, View


class Terms(Protocol):
    """The words of a game in one language. `caponata.texts.Texts` implements it."""

    def name(self, value: str) -> str:
        """The name of a card, colour or other piece."""

    def term(self, key: str) -> str:
        """A word of the game, such as the name of a profession or a place on the table."""


class TerminalBoard(Protocol):
    """Draws a game in a terminal with rich, from one seat's view."""

    def board(self, view: View, names: Sequence[str], texts: Terms, width: int) -> Any:
        """The whole table as the view's seat sees it, for a terminal of this width."""

    def is_quiet(self, event: Event) -> bool:
        """Return whether the log leaves this event out because the board shows it."""

    def paint(self, words: str) -> Any:
        """A move's text with its pieces in their colours."""


class Timing(Protocol):
    """The waits of a game without turns, for a server that keeps time."""

    def limits(self, position: Position) -> tuple[str, int, int] | None:
        """Name of the current wait, with its limits in milliseconds: in total, and without activity.

        A limit of 0 is no limit; None means that the game is not waiting. When the wait ends, pending chance
        moves are played and every acting seat makes its default move.
        """

    def mark(self, position: Position) -> int:
        """A number that changes with every activity; a change restarts the limit without activity."""

    def pauses(self, position: Position) -> bool:
        """Return whether the pending chance move waits for the end of a countdown."""


class Race(NamedTuple):
    """The result of a game in simulated time. By seat, `takes` succeeded and `lost` came too late."""

    milliseconds: int
    takes: tuple[int, ...]
    lost: tuple[int, ...]


class ReactionModel(Protocol):
    """A model of how fast people of several levels act, in a game without turns."""

    @property
    def LEVELS(self) -> Mapping[str, Any]:  # noqa: N802 - a constant of the module that implements this
        """The levels, the weakest first."""

    def react(self, position: Any, seat: int, level: str, rng: Rng) -> tuple[int, int]:
        """Return the milliseconds until somebody of this level acts, and the move."""

    def race(self, position: Any, levels: Sequence[str], rng: Rng) -> Race:
        """Play a position to its end in simulated time."""


class SmallStart(NamedTuple):
    """A start with few pieces, from which the game is small enough to be solved.

    `view` holds the fields of the spectators' view that differ from the usual start. Nothing is hidden in it,
    so exactly one position fits it.
    """

    seats: int
    about: str
    view: Mapping[str, Any]
