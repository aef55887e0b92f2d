"""The log of a table: validates every entry, keeps the resulting position, and decides what can be undone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from caponata.engine.game import CHANCE, CHANCE_ACTS, Game, Position, Refusal
from caponata.engine.moves import MoveError
from caponata.engine.playout import chance_moves, legal_moves
from caponata.engine.record import Choice, Draw, Entry, Rewind, Undo
from caponata.engine.witness import Witnesses, play_with_effects

EVENTS_KEPT: Final = (400, 800)  # events of each viewer in a snapshot, at least and at most
SNAPSHOT_EVERY: Final = 32  # moves between kept positions; an undo replays at most this many
NO_WINDOW: Final = 0


class TableError(ValueError):
    """A request that a table refuses, explained in one sentence."""


class IllegalMove(TableError):
    """A move that a rule forbids."""

    def __init__(self, seat: int, text: str, refusal: Refusal) -> None:
        super().__init__(f"'{text}' is not allowed: {refusal.reason.replace('-', ' ')} [{refusal.rule}]")
        self.seat = seat
        self.refusal = refusal


class ClosedDecision(TableError):
    """An answer to a decision that is not open for this seat."""


class UndoRefused(TableError):
    """A choice that cannot be taken back at once; `entry` is the entry to rewind to if everybody agrees.

    `binds` is true if this choice, or one that would be cancelled with it, can never be taken back.
    """

    def __init__(self, sentence: str, entry: int | None = None, *, binds: bool = False) -> None:
        super().__init__(sentence)
        self.entry = entry
        self.binds = binds


class ForgottenMove(TableError):
    """A choice older than the snapshot a table was restored from: taking it back needs the whole log."""


class StandingMove(NamedTuple):
    """A move that was not taken back, with everything an undo depends on."""

    number: int
    seat: int
    move: int
    window: int  # number of the sealed window (a period of secret choices) it was made in, or NO_WINDOW
    reveals: bool  # an effect of it revealed something hidden


class Decisions:
    """The number of each seat's open decision, which rises when the seat gets a new decision.

    Other seats' moves do not change it, nor do chance moves between two moments with the same prompt, so it
    does not reveal who else acted. A decision named by the position stays the same as long as its name.
    """

    def __init__(self, seats: int) -> None:
        self._numbers = [0] * seats
        self._prompts: list[str | None] = [None] * seats
        self._names = [""] * seats  # names of the latest decisions
        self._acted: set[int] = set()

    def note(self, position: Position, acted: Iterable[int]) -> None:
        """Update for a new position; `acted` are the seats whose own decision was made or taken back."""
        self._acted.update(acted)
        if position.to_act == CHANCE_ACTS:
            return
        for seat, last_prompt in enumerate(self._prompts):
            prompt = position.prompt(seat) if position.to_act >> seat & 1 else None
            if prompt is not None:
                name = position.decision(seat)
                if name:
                    is_same = name == self._names[seat]
                else:
                    is_same = prompt == last_prompt and seat not in self._acted
                self._numbers[seat] += not is_same
                self._names[seat] = name
            self._prompts[seat] = prompt
        self._acted.clear()

    def open(self, seat: int) -> int | None:
        """The number of the seat's open decision, or None."""
        return None if self._prompts[seat] is None else self._numbers[seat]

    def to_snapshot(self) -> list[Any]:
        """The numbers as plain data."""
        return [self._numbers, self._prompts, sorted(self._acted), self._names]

    def load_snapshot(self, snapshot: Sequence[Any]) -> None:
        """Continue from a snapshot."""
        numbers, prompts, acted, *names = snapshot
        self._numbers, self._prompts, self._acted = list(numbers), list(prompts), set(acted)
        self._names = list(names[0]) if names else self._names  # absent in old snapshots


class Log:
    """All entries of a table, including cancelled ones, and the position that results from the others.

    A log restored from a snapshot does not have its first entries; `forgotten` is their number.
    """

    def __init__(self, game: Game, start: Position, viewers: Iterable[int]) -> None:
        self.game = game
        self._can_bind = any(verb.binding for verb in game.space.verbs)
        self.position = start
        self.entries: list[Entry] = []
        self.forgotten = 0
        self._chose: set[int] = set()  # seats with a standing choice among the forgotten moves
        self._bound: set[int] = set()  # seats of `_chose` whose last choice can never be taken back
        self.draws = 0
        self.witnesses = Witnesses(viewers)
        self.decisions = Decisions(start.seats)
        self.decisions.note(start, ())
        self._standing: list[StandingMove] = []
        self._snapshots = [start.copy()]
        self._windows = 1
        self._window = 1 if start.is_sealed() else NO_WINDOW

    @property
    def next_number(self) -> int:
        """The number of the next entry."""
        return self.forgotten + len(self.entries) + 1

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat; empty while it may not act."""
        if self.position.to_act == CHANCE_ACTS or not self.position.to_act >> seat & 1:
            return []
        return legal_moves(self.position, seat)

    def check_seat(self, seat: int) -> None:
        """Raise `TableError` unless the seat exists."""
        if not 0 <= seat < self.position.seats:
            raise TableError(
                f"there is no seat {seat} at this table: seats are 0 to {self.position.seats - 1}"
            )

    # Moves

    def choose(self, seat: int, move: int) -> None:
        """Validate and play a seat's choice."""
        self.check_seat(seat)
        text = self.game.space.text(move)
        if self.position.to_act == CHANCE_ACTS:
            raise TableError(f"'{text}' must wait: a draw comes first")
        refusal = self.position.refusal(seat, move)
        if refusal is not None:
            raise IllegalMove(seat, text, refusal)
        self._play(Choice(self.next_number, seat, text), seat, move)

    def draw(self, move: int) -> None:
        """Validate and play a chance move."""
        text = self.game.space.text(move)
        if self.position.to_act != CHANCE_ACTS:
            raise TableError(f"'{text}' is out of place: no draw is due")
        if not any(possible == move and weight > 0 for possible, weight in chance_moves(self.position)):
            raise TableError(f"'{text}' cannot be drawn here")
        self._draw(move)

    def draw_ticket(self, ticket: int) -> None:
        """Play the chance move that a ticket selects."""
        self._draw(self.position.chance_move(ticket))

    def _draw(self, move: int) -> None:
        self.draws += 1
        self._play(Draw(self.next_number, self.draws, self.game.space.text(move)), CHANCE, move)

    def take(self, entry: Entry) -> int | None:
        """Validate and repeat an entry of another log. Returns its seat, `CHANCE`, or None for the table."""
        match entry:
            case Choice():
                self.choose(entry.seat, self._read_move(entry.move))
                return entry.seat
            case Draw():
                self.draw(self._read_move(entry.move))
                return CHANCE
            case Undo():
                self.undo(entry.seat)
                if self.entries[-1] != entry:
                    raise TableError(f"entry {entry.entry} is not the last choice of seat {entry.seat}")
                return entry.seat
            case Rewind():
                self.rewind(entry.entry)
                return None

    def _read_move(self, text: str) -> int:
        """The move with this text, which must be written exactly as the game writes it."""
        move = self.game.space.read(text)
        written = self.game.space.text(move)
        if written != text:
            raise MoveError(f"'{text}' is written '{written}' in a record")
        return move

    def _play(self, entry: Choice | Draw, seat: int, move: int) -> None:
        acting, window = self.position.to_act, self._window
        witnessed, effects = play_with_effects(self.game, self.position, seat, move, self.witnesses.viewers)
        for viewer, events in witnessed.items():
            self.witnesses.add(viewer, entry.number, events)
        self._window = self._window_after(acting, seat)
        reveals = any(self.game.reveals(effect) for effect in effects)
        self._keep(StandingMove(entry.number, seat, move, window, reveals))
        self.entries.append(entry)
        self.decisions.note(self.position, () if seat == CHANCE else (seat,))

    def _window_after(self, acting_before: int, seat: int) -> int:
        """The sealed window after a choice: still the same one if only this seat stopped acting."""
        if not self.position.is_sealed():
            return NO_WINDOW
        acting = self.position.to_act
        if self._window and acting | 1 << seat == acting_before | 1 << seat:
            return self._window
        self._windows += 1
        return self._windows

    def _keep(self, played: StandingMove) -> None:
        self._standing.append(played)
        if len(self._standing) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(self.position.copy())

    # Taking back

    def can_undo(self, seat: int) -> bool | None:
        """Return whether a seat can take back its last choice at once.

        None if it has made no choice, or if the choice can never be taken back.
        """
        index = self._last_choice(seat)
        if index is not None and self._obstacle(index) is None:
            return True
        has_chosen = index is not None or seat in self._chose
        return None if not has_chosen or self._is_bound(seat, self._standing) else False

    def undo(self, seat: int) -> None:
        """Take back a seat's own last choice, unless chance or new information followed it."""
        self.check_seat(seat)
        index = self._last_choice(seat)
        if index is None and seat in self._chose:
            raise ForgottenMove("the choice to take back is older than this table's snapshot")
        if index is None:
            raise UndoRefused("there is no choice to take back")
        chosen, obstacle = self._standing[index], self._obstacle(index)
        if obstacle is not None:
            binds = self._is_bound(seat, self._standing)
            sentence = f"{obstacle}: everybody must agree to take it back"
            raise UndoRefused(sentence, chosen.number, binds=binds)
        later = self._standing[index + 1 :]
        self._restore(index)
        for played in later:
            self.position.play(played.seat, played.move)
            self._keep(played)
        number = self.next_number
        self.entries.append(Undo(number, seat, chosen.number))
        self.witnesses.add_taken_back(number, "undo", seat, {chosen.number})
        self.decisions.note(self.position, (seat,))

    def _last_choice(self, seat: int) -> int | None:
        for index in range(len(self._standing) - 1, -1, -1):
            if self._standing[index].seat == seat:
                return index
        return None

    def _obstacle(self, index: int) -> str | None:
        """Why a choice cannot be taken back at once, or None."""
        chosen, later = self._standing[index], self._standing[index + 1 :]
        if chosen.window and chosen.window != self._window:
            return "everybody has chosen, so the choice is open"
        if later:
            if any(played.seat == CHANCE for played in later):
                return "something was drawn since"
            if not chosen.window:
                return "another seat has acted since"
        if self.game.space.verb(chosen.move).binding:
            return "the rules make this choice binding"
        if chosen.reveals or any(played.reveals for played in later):
            return "the choice revealed something hidden"
        return None

    def _is_bound(self, seat: int, moves: Sequence[StandingMove]) -> bool:
        """Return whether a seat's last choice, or one cancelled with it, can never be taken back."""
        if not self._can_bind:
            return False
        for played in reversed(moves):
            if self.game.space.verb(played.move).binding:
                return True
            if played.seat == seat:
                return False
        return seat in self._bound

    def rewind(self, number: int) -> None:
        """Take back a seat's choice and everything after it, because all seats agreed."""
        index = bisect_left(self._standing, number, key=lambda played: played.number)
        if self.forgotten and index == 0 and not (self._standing and self._standing[0].number == number):
            raise ForgottenMove(f"entry {number} is older than this table's snapshot")
        if (
            index == len(self._standing)
            or self._standing[index].number != number
            or self._standing[index].seat == CHANCE
        ):
            raise TableError(f"entry {number} is not a seat's choice that still stands")
        cancelled = {played.number for played in self._standing[index:]}
        self._restore(index)
        entry = Rewind(self.next_number, number)
        self.entries.append(entry)
        self.witnesses.add_taken_back(entry.number, "rewind", None, cancelled)
        self.decisions.note(self.position, range(self.position.seats))

    def _restore(self, index: int) -> None:
        """Go back to the position before the standing move at this index."""
        nearest = index // SNAPSHOT_EVERY
        del self._snapshots[nearest + 1 :]
        self.position = self._snapshots[nearest].copy()
        for played in self._standing[nearest * SNAPSHOT_EVERY : index]:
            self.position.play(played.seat, played.move)
        self._window = self._standing[index].window
        del self._standing[index:]

    # Snapshots

    def to_snapshot(self) -> dict[str, Any]:
        """The log as plain data: a position some moves back, and everything after it."""
        base = max(len(self._snapshots) - 2, 0)
        before, live = self._standing[: base * SNAPSHOT_EVERY], self._standing[base * SNAPSHOT_EVERY :]
        first = live[0].number if live else self.next_number
        chose = self._chose | {played.seat for played in before if played.seat != CHANCE}
        return {
            "entries": self.next_number - 1,
            "draws": self.draws,
            "position": list(self._snapshots[base].fingerprint()),
            "live": [list(played) for played in live],
            "chose": sorted(chose),
            "bound": [seat for seat in sorted(chose) if self._is_bound(seat, before)],
            "decisions": self.decisions.to_snapshot(),
            "windows": [self._window, self._windows],
            "witnesses": self.witnesses.to_snapshot(first, *EVENTS_KEPT),
        }

    def load_snapshot(self, snapshot: Mapping[str, Any]) -> None:
        """Continue from a snapshot; this log must be new and of the same game."""
        self.position.restore(snapshot["position"])
        self._snapshots = [self.position.copy()]
        for numbers in snapshot["live"]:
            played = StandingMove(*numbers)
            self.position.play(played.seat, played.move)
            self._keep(played)
        self.forgotten, self.draws = snapshot["entries"], snapshot["draws"]
        self._chose = set(snapshot.get("chose", range(self.position.seats)))  # absent in old snapshots
        self._bound = set(snapshot.get("bound", ()))
        self.decisions.load_snapshot(snapshot["decisions"])
        self._window, self._windows = snapshot["windows"]
        self.witnesses.load_snapshot(snapshot["witnesses"])
