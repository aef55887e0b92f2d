"""Tables: seats playing one game, with a log, draws, and a witness per seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from caponata.engine.fair import Draws, FairDraws, commitment
from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR, Event, Game, Outcome, Position, Refusal, View
from caponata.engine.log import ClosedDecision, ForgottenMove, IllegalMove, Log, TableError, UndoRefused
from caponata.engine.options import plain_options
from caponata.engine.record import ABANDONED, FINISHED, Entry, Record, RecordError, Seat, marked
from caponata.engine.replay import Replay
from caponata.engine.verify import check_draw

__all__ = ["ClosedDecision", "ForgottenMove", "IllegalMove", "Table", "TableError", "UndoRefused"]


def new_log(game: Game, seats: int, options: Any) -> Log:
    """An empty log for seats and spectators."""
    return Log(game, game.start(seats, options), (*range(seats), SPECTATOR))


class Table:
    """A game being played: validates moves, draws for chance, and keeps the log and every seat's witness.

    Methods that change the game return the new log entries, so that a server can store them before it
    announces them. A table starts with an empty log or continues a given one. While `pauses(position)` is
    true, chance moves wait until `play_pending_chance` is called, for example when a countdown ends.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Any = None,
        *,
        draws: Draws,
        log: Log | None = None,
        pauses: Callable[[Position], bool] | None = None,
    ) -> None:
        if len(seats) not in game.seats:
            numbers = ", ".join(str(number) for number in game.seats)
            raise TableError(f"{game.title} is for {numbers} seats, not for {len(seats)}")
        options = game.options() if options is None else options
        if not isinstance(options, game.options):
            raise TableError(f"{game.title} is played with {game.options.__name__}, not with {options!r}")
        if draws.commitment is not None and len(draws.entropy) != len(seats):
            raise TableError(f"{len(seats)} seats contribute one random value each, not {len(draws.entropy)}")
        self.game = game
        self.seats = tuple(seats)
        self.options = options
        self.is_closed = False
        self._draws = draws
        self._pauses = pauses
        self._log = log or new_log(game, len(seats), options)
        self._draw()

    @classmethod
    def resume(cls, record: Record, game: Game, seed: bytes) -> Table:
        """Continue the table of a record that is not closed, checking every move and draw."""
        if record.seed is not None:
            raise RecordError("this table was closed for good: its seed is known")
        if record.commitment is None:
            raise RecordError("this table cannot be resumed: its draws were not committed to")
        if commitment(seed) != record.commitment:
            raise RecordError("this is not the seed that the table committed to")
        draws = FairDraws(seed, record.table, record.entropy)
        replay = Replay(record, game)
        while replay.upcoming is not None:
            check_draw(replay, draws)
            replay.step()
        replay.check_result()
        return cls(game, record.seats, replay.options, draws=draws, log=replay.log)

    # Queries

    @property
    def id(self) -> str:
        """The id of this table, which is part of every draw."""
        return self._draws.table

    @property
    def commitment(self) -> str | None:
        """The published commitment to the seed, or None if the draws cannot be verified."""
        return self._draws.commitment

    @property
    def entropy(self) -> tuple[str, ...]:
        """The random value that each seat contributed to the draws."""
        return self._draws.entropy

    @property
    def position(self) -> Position:
        """The true position, including hidden information: never show it to players."""
        return self._log.position

    @property
    def entries(self) -> Sequence[Entry]:
        """The log, including hidden information: never show it to players."""
        return self._log.entries

    @property
    def acting(self) -> list[int]:
        """The seats that may act now."""
        if self.is_closed:
            return []
        return [seat for seat in range(len(self.seats)) if self.position.to_act >> seat & 1]

    def view(self, seat: int) -> View:
        """Everything that a seat, or `SPECTATOR`, may know."""
        self._check_viewer(seat)
        return self.game.view(self.position, seat)

    def views(self, seats: Sequence[int]) -> list[View]:
        """The views of several viewers. They may share objects, so do not modify them."""
        if self.game.views is None:
            return [self.view(seat) for seat in seats]
        for seat in seats:
            self._check_viewer(seat)
        return self.game.views(self.position, seats)

    def witness(self, seat: int, since: int = 0) -> list[Event]:
        """The events that a seat, or `SPECTATOR`, witnessed after its event number `since`."""
        self._check_viewer(seat)
        return self._log.witnesses.since(seat, since)

    def witnessed(self, seat: int) -> int:
        """The number of the last event that a seat, or `SPECTATOR`, witnessed."""
        self._check_viewer(seat)
        return self._log.witnesses.count(seat)

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat; empty while it may not act."""
        self._log.check_seat(seat)
        return [] if self.is_closed else self._log.moves(seat)

    def prompt(self, seat: int) -> str:
        """The text key of the prompt for a seat or `SPECTATOR`."""
        self._check_viewer(seat)
        acting = self.position.to_act
        if acting == NOBODY:
            return "over"
        is_due = seat >= 0 and acting >> seat & 1 and not self.is_closed
        return self.position.prompt(seat) if is_due else "wait"

    def refusal(self, seat: int, move: int) -> Refusal | None:
        """The rule that forbids a move to a seat now, or None."""
        self._log.check_seat(seat)
        return self.position.refusal(seat, move)

    def default_move(self, seat: int) -> int:
        """The move played for a seat whose clock ran out."""
        self._log.check_seat(seat)
        return self.position.default_move(seat)

    def can_undo(self, seat: int) -> bool | None:
        """True if a seat can take back its last choice at once, False if only by consent, None if never."""
        self._log.check_seat(seat)
        return None if self.is_closed else self._log.can_undo(seat)

    def decision(self, seat: int) -> int | None:
        """The number of the seat's open decision, or None. Other seats' moves do not change it."""
        self._log.check_seat(seat)
        return None if self.is_closed else self._log.decisions.open(seat)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.position.outcome()

    # Changes

    def play(self, seat: int, move: int | str, *, decision: int | None = None) -> Sequence[Entry]:
        """Play a legal move, given as number or text. `decision` is the decision it answers, if known."""
        self._check_open()
        number = self.game.space.read(move) if isinstance(move, str) else move
        if decision is not None and decision != self.decision(seat):
            refusal = self.position.late_refusal(seat, number)
            if refusal is not None:
                raise IllegalMove(seat, self.game.space.text(number), refusal)
            raise ClosedDecision("that decision is not open any more: look at the table again")
        before = len(self.entries)
        self._log.choose(seat, number)
        self._draw()
        return self.entries[before:]

    @property
    def has_pending_chance(self) -> bool:
        """Return whether a chance move waits for `play_pending_chance`."""
        is_due = not self.is_closed and self.position.to_act == CHANCE_ACTS
        return is_due and self._pauses is not None and self._pauses(self.position)

    def play_pending_chance(self) -> Sequence[Entry]:
        """Play the chance moves that were waiting."""
        self._check_open()
        before = len(self.entries)
        while self.position.to_act == CHANCE_ACTS:
            self._draw_once()
        return self.entries[before:]

    def undo(self, seat: int) -> Sequence[Entry]:
        """Take back a seat's own last choice, unless chance or new information followed it."""
        self._check_open()
        self._log.undo(seat)
        return self.entries[-1:]

    def rewind(self, entry: int) -> Sequence[Entry]:
        """Take back a log entry and everything after it, because all seats agreed."""
        self._check_open()
        self._log.rewind(entry)
        return self.entries[-1:]

    def follow(self, entries: Iterable[Entry]) -> None:
        """Validate and play entries that another process added to the same log."""
        self._check_open()
        for entry in entries:
            self._log.take(entry)

    def close(self, *, abandon: bool = False) -> None:
        """Close the table for good: no more moves or undos, and the record reveals the seed."""
        if self.position.to_act != NOBODY and not abandon:
            raise TableError("the game is not over: the table can only be abandoned")
        self.is_closed = True

    def to_snapshot(self) -> dict[str, Any]:
        """The log as plain data for `Log.load_snapshot`, including hidden information."""
        return self._log.to_snapshot()

    def record(self, entries: Sequence[Entry] | None = None) -> Record:
        """The record of the game so far, with the seed if the table is closed.

        A table restored from a snapshot does not have all entries, so they must be passed in.
        """
        if entries is None:
            if self._log.forgotten:
                raise ForgottenMove("this table was restored from a snapshot: its record needs the whole log")
            entries = self.entries
        return Record(
            game=self.game.name,
            rules_version=self.game.rules_version,
            options=plain_options(self.options),
            seats=self.seats,
            table=self.id,
            commitment=self.commitment,
            entropy=self.entropy,
            seed=self._draws.secret if self.is_closed else None,
            entries=marked(entries),
            result=self.outcome(),
            closed=self._closed(),
        )

    def _closed(self) -> str | None:
        if not self.is_closed:
            return None
        return ABANDONED if self.outcome() is None else FINISHED

    def _draw(self) -> None:
        """Play chance moves while chance is to act and need not wait."""
        while self.position.to_act == CHANCE_ACTS and not self.has_pending_chance:
            self._draw_once()

    def _draw_once(self) -> None:
        ticket = self._draws.ticket(self._log.draws + 1, self.position.total_weight())
        self._log.draw_ticket(ticket)

    def _check_viewer(self, seat: int) -> None:
        if seat != SPECTATOR:
            self._log.check_seat(seat)

    def _check_open(self) -> None:
        if self.is_closed:
            raise TableError("the table is closed for good")
