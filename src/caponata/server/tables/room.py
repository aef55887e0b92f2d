"""One table as its deeds have made it, and the rules for what may happen there next.

A room knows no database, socket or clock. Requests are applied to it (`requests.py`): it checks them, changes
the game at once and returns a deed. The state of the table changes when the deed is stored.

Refusals of the engine are raised as they are; the table service converts them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import msgspec

from caponata.engine.fair import Draws
from caponata.engine.game import Game
from caponata.engine.log import TableError, UndoRefused
from caponata.engine.record import Entry, Record, Seat
from caponata.engine.table import Table, new_log
from caponata.server.tables import deeds
from caponata.server.tables.cards import Card, CardSeat, Status
from caponata.server.tables.clock import Clock, SeatClock
from caponata.server.tables.errors import RequestRefused, refusal_from
from caponata.server.tables.people import hashed
from caponata.server.tables.state import PAUSED, PLAYING, WAITING, Ask, SeatState, TableState

STAND_IN_LEVEL: Final = "casual"


class TableConfig(msgspec.Struct, frozen=True):
    """The settings of a table, fixed when it is created."""

    options: dict[str, Any]
    seats: int
    listed: bool = False
    spectators: bool = True
    clock: Clock | None = None
    bot_speed: str = "normal"
    advice: bool = False


class Room:
    """A table with its game, people and clocks."""

    def __init__(
        self,
        table_id: str,
        code: str,
        game: Game,
        options: Any,
        config: TableConfig,
        draws: Callable[[Sequence[str]], Draws],
    ) -> None:
        self.table_id = table_id
        self.code = code
        self.commitment = draws(()).commitment
        self.game = game
        self.options = options
        self.config = config
        self.state = TableState([SeatState() for _ in range(config.seats)])
        self.game_table: Table | None = None
        self._draws = draws

    # Deeds

    def apply_stored_deed(self, deed: deeds.AnyDeed, at: int, request_name: str | None) -> None:
        """Apply a deed that was stored earlier or by another process."""
        if isinstance(deed, deeds.Started):
            self._start_game_table(deed.entropy)
        elif entries := deeds.entries_of(deed):
            self.started_game.follow(deeds.read_entries(entries))
        self.apply_new_deed(deed, at, request_name)

    def apply_new_deed(self, deed: deeds.AnyDeed, at: int, request_name: str | None) -> None:
        """Apply a deed of this room once it is stored; the game has already changed."""
        self.state.apply(deed, at, request_name)
        if isinstance(deed, deeds.Ended) and self.game_table is not None:
            self.game_table.close(abandon=self.game_table.outcome() is None)
        clock = self.config.clock
        if clock is not None and self.game_table is not None:
            if isinstance(deed, deeds.Started):
                clock.fill_banks(self.state.seats)
            runs = self.state.status == PLAYING
            clock.update(self.state.seats, self.game_table.acting, deed, self.state.at, runs=runs)

    def _start_game_table(self, entropy: Sequence[str], log: Mapping[str, Any] | None = None) -> None:
        seats = [Seat(seat.name, seat.level or "person") for seat in self.state.seats]
        known = new_log(self.game, len(seats), self.options)
        if log is not None:
            known.load_snapshot(log)
        pauses = None if self.game.timing is None else self.game.timing.pauses
        draws = self._draws(entropy)
        try:
            self.game_table = Table(self.game, seats, self.options, draws=draws, log=known, pauses=pauses)
        except TableError as error:
            raise refusal_from(error) from None

    @property
    def started_game(self) -> Table:
        """The game table. Refuses the request if the game has not started."""
        if self.game_table is None:
            raise RequestRefused(409, "not-started", "the game has not begun yet")
        return self.game_table

    # Before the game

    def take_seat(self, seat: int | None, person: str, name: str, key: str, entropy: str) -> deeds.Sat:
        """Seat somebody; one person may take several seats of one device."""
        free = [number for number, seat_state in enumerate(self.state.seats) if seat_state.kind == "open"]
        if not free:
            raise RequestRefused(409, "table-full", "every seat is taken")
        if seat is None:
            seat = free[0]
        self.check_seat(seat)
        if seat not in free:
            raise RequestRefused(409, "seat-taken", f"seat {seat + 1} is taken: choose another")
        return deeds.Sat(seat, person, self._unique_name(name), key, entropy)

    def _unique_name(self, name: str) -> str:
        """Return the name, with a number added if it is taken at this table."""
        taken = {seat.name for seat in self.state.seats}
        return next(free for free in (name, *(f"{name} {n}" for n in range(2, 10))) if free not in taken)

    def start(self, by: int, *, entropy: Callable[[], str]) -> deeds.Started:
        """Start the game as the host."""
        if self.state.status != WAITING:
            raise RequestRefused(409, "game-began", "the game has begun already")
        self.check_host(by)
        missing = sum(1 for seat in self.state.seats if seat.kind == "open")
        if missing:
            are_open = "is open: fill it" if missing == 1 else "are open: fill them"
            sentence = f"{missing} of the seats {are_open} first"
            raise RequestRefused(409, "seats-open", sentence, facts={"count": missing})
        entropies = tuple(seat.entropy or entropy() for seat in self.state.seats)
        self._start_game_table(entropies)
        entries = deeds.write_entries(self.started_game.entries)
        return deeds.Started(entropies, entries=entries, acting=self.started_game.acting)

    # The game

    def move(self, seat: int, decision: int | None, move: str | int, by: str = "person") -> deeds.Played:
        """Play a move for a seat."""
        self.check_not_paused()
        if by == "person":
            self._check_is_playing(seat)
        entries = deeds.write_entries(self.started_game.play(seat, move, decision=decision))
        return deeds.Played(seat, by, entries=entries, acting=self.started_game.acting)

    def play_chance(self) -> deeds.Drawn | None:
        """Play pending chance moves. Returns None if there are none or the table is paused."""
        if self.state.status != PLAYING or self.game_table is None or not self.game_table.has_pending_chance:
            return None
        entries = deeds.write_entries(self.game_table.play_pending_chance())
        return deeds.Drawn(entries=entries, acting=self.game_table.acting)

    def undo_move(self, seat: int) -> deeds.AnyDeed:
        """Undo a seat's last move, or ask the others if they saw it; binding moves stay."""
        self.check_not_paused()
        self._check_is_playing(seat)
        if self.state.seats[seat].last_moved_by != "person":
            raise RequestRefused(409, "no-undo", "moves by the clock or a bot cannot be undone")
        try:
            entries = deeds.write_entries(self.started_game.undo(seat))
        except UndoRefused as error:
            if error.entry is None:
                raise
            if error.binds:
                raise RequestRefused(409, "no-undo", "this move is binding: it cannot be undone") from None
            return self._propose(seat, "undo", error.entry)
        return deeds.TookBack(seat, entries=entries, acting=self.started_game.acting)

    def propose_end(self, seat: int) -> deeds.AnyDeed:
        """Propose to end the game without a winner."""
        self.check_running()
        self._check_is_playing(seat)
        return self._propose(seat, "end", None)

    def _propose(self, seat: int, what: str, entry: int | None) -> deeds.AnyDeed:
        if any(ask.what == what for ask in self.state.asks):
            raise RequestRefused(409, "asked-already", "this was proposed already: wait for the answers")
        if self._other_voters(seat):
            return deeds.Asked(seat, what, entry)
        if what == "end":
            return deeds.Ended("agreed")
        assert entry is not None
        entries = deeds.write_entries(self.started_game.rewind(entry))
        return deeds.TookBack(seat, entries=entries, acting=self.started_game.acting)

    def _other_voters(self, seat: int) -> list[int]:
        """Return the other seats whose people must agree to a proposal."""
        return [n for n, other in enumerate(self.state.seats) if other.has_vote and n != seat]

    def answer(self, seat: int, ask: int, *, yes: bool) -> deeds.AnyDeed:
        """Agree to a proposal, or reject or withdraw it."""
        question = next((other for other in self.state.asks if other.ask == ask), None)
        is_own_no = question is not None and question.by == seat and not yes
        if question is None or not (is_own_no or seat in self.state.pending_voters(question)):
            raise RequestRefused(409, "not-asked", "this proposal is no longer open")
        if yes and self.state.pending_voters(question) == [seat]:
            return self._carry_out(question, seat)
        return deeds.Answered(seat, ask, yes, acting=self.started_game.acting)

    def _carry_out(self, ask: Ask, seat: int) -> deeds.AnyDeed:
        """Return the deed of a proposal on which everybody agreed."""
        entry = ask.entry
        if entry is None:
            return deeds.Ended("agreed")
        entries = deeds.write_entries(self.started_game.rewind(entry))
        return deeds.Answered(seat, ask.ask, yes=True, entries=entries, acting=self.started_game.acting)

    def has_timed_out(self, seat: int) -> bool:
        """Return whether a bot makes the open decision because the seat's time ran out."""
        seat_state, clock = self.state.seats[seat], self.config.clock
        if clock is None or self.game_table is None or seat_state.stands_in is None:
            return False
        return seat in self.game_table.acting and clock.has_expired(seat_state)

    def has_follow_up(self) -> bool:
        """Return whether another deed follows from the last one."""
        state = self.state
        if state.is_over:
            return False
        if self.game_table is None:
            return all(seat.kind != "person" for seat in state.seats)
        if self.game_table.outcome() is not None or any(not state.pending_voters(ask) for ask in state.asks):
            return True
        return any(seat.resigned for seat in state.seats) and self._is_decided_by_resignation()

    def _is_decided_by_resignation(self) -> bool:
        people = [seat for seat in self.state.seats if seat.kind == "person"]
        return len(self.state.seats) == 2 or all(seat.resigned for seat in people)

    def follow_up(self) -> deeds.AnyDeed | None:
        """Return the deed that follows: the end, or a proposal that nobody is left to reject."""
        if not self.has_follow_up():
            return None
        if self.game_table is None:
            return deeds.Ended("deserted")
        if self.game_table.outcome() is not None:
            return deeds.Ended("played")
        for ask in self.state.asks:
            if not self.state.pending_voters(ask):
                return self._carry_out(ask, ask.by)
        return deeds.Ended("resigned")

    # Clocks

    def deadline(self, seat: int) -> int | None:
        """Deadline of a seat's clock in milliseconds, or None while it is paused."""
        clock = self.config.clock
        return None if clock is None else clock.deadline(self.state.seats[seat])

    def clocks(self, now: int) -> list[SeatClock] | None:
        """Readings of all clocks, or None if the table has none."""
        clock = self.config.clock
        return None if clock is None else clock.readings(self.state.seats, now)

    # Checks and summaries

    def check_seat(self, seat: int) -> None:
        """Refuse a seat number that this table does not have."""
        if not 0 <= seat < len(self.state.seats):
            raise RequestRefused(404, "no-such-seat", f"this table has seats 1 to {len(self.state.seats)}")

    def seat_of_key(self, key: str) -> int:
        """Return the seat that a key opens."""
        secret = hashed(key)
        for number, seat in enumerate(self.state.seats):
            if secret in seat.keys:
                return number
        raise RequestRefused(
            401,
            "wrong-key",
            "this key opens no seat at this table: the seat may have moved to another device",
        )

    def check_key(self, seat: int, hashed_key: str | None) -> None:
        """Refuse a key that does not open a seat any more."""
        if hashed_key not in self.state.seats[seat].keys:
            raise RequestRefused(401, "wrong-key", "this seat is not yours any more")

    def check_host(self, seat: int) -> None:
        """Refuse everybody but the host."""
        if self.state.seats[seat].person != self.state.host:
            raise RequestRefused(403, "not-host", "only the host of the table can do that")

    def _check_is_playing(self, seat: int) -> None:
        """Refuse people who resigned or were replaced by a bot."""
        self.check_not_resigned(seat)
        if self.state.seats[seat].bot_level is not None:
            raise RequestRefused(409, "bot-plays", "a bot plays for you: take your seat back first")

    def check_not_resigned(self, seat: int) -> None:
        """Refuse people who resigned."""
        if self.state.seats[seat].resigned:
            raise RequestRefused(409, "resigned-already", "you have resigned")

    def check_running(self) -> None:
        """Refuse the request before the game and after its end."""
        if self.state.status == WAITING:
            raise RequestRefused(409, "not-started", "the game has not begun yet")
        if self.state.is_over:
            raise RequestRefused(409, "game-over", "the game is over")

    def check_not_paused(self) -> None:
        """Refuse the request unless the game is running."""
        self.check_running()
        if self.state.status == PAUSED:
            raise RequestRefused(409, "paused", "the game is paused: resume it first")

    def card(self) -> Card:
        """Return what table lists show."""
        return Card(
            table=self.table_id,
            code=self.code,
            game=self.game.name,
            status=cast("Status", self.state.status),
            listed=self.config.listed,
            spectators=self.config.spectators,
            clock=self.config.clock,
            seats=[CardSeat(seat.kind, seat.name, seat.level, seat.stands_in) for seat in self.state.seats],
            changed=self.state.at,
        )

    @property
    def is_listed(self) -> bool:
        """Return whether the lobby shows this table: it is listed and can be joined or watched."""
        can_join = self.state.status == WAITING and any(seat.kind == "open" for seat in self.state.seats)
        return self.config.listed and (can_join or self.config.spectators)

    def places(self) -> list[int] | None:
        """Place of each seat at the end, resigned seats last, or None while there is no result."""
        outcome = self.game_table.outcome() if self.game_table is not None else None
        if not self.state.is_over or (outcome is None and self.state.reason != "resigned"):
            return None
        ranks = [
            (seat.resigned, outcome.places[number] if outcome is not None else 0)
            for number, seat in enumerate(self.state.seats)
        ]
        return [sum(other < rank for other in ranks) for rank in ranks]

    # Snapshots

    def to_snapshot(self) -> bytes:
        """Encode the room for the store."""
        log = None if self.game_table is None else self.game_table.to_snapshot()
        entropy = list(self.game_table.entropy) if self.game_table is not None else []
        return msgspec.json.encode({"life": self.state, "log": log, "entropy": entropy})

    def load_snapshot(self, body: bytes) -> None:
        """Restore the room from a snapshot."""
        snapshot = msgspec.json.decode(body)
        self.state = msgspec.convert(snapshot["life"], TableState)
        if snapshot["log"] is not None:
            self._start_game_table(snapshot["entropy"], snapshot["log"])
            if self.state.is_over:
                self.started_game.close(abandon=self.started_game.outcome() is None)

    def record(self, entries: Sequence[Entry] | None = None) -> Record:
        """Return the record of the game, of the given entries if the room does not hold them all."""
        return self.started_game.record(entries)
