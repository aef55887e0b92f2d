"""Actions that tables take on their own: bot moves, expired clocks, absent people."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.server import deeds
from caponata.server.countdowns import Countdowns
from caponata.server.errors import RequestRefused
from caponata.server.open_table import Action, OpenTable
from caponata.server.room import Room
from caponata.server.table_state import PLAYING

if TYPE_CHECKING:
    from caponata.server.table_service import TableService

OTHER_PROCESS_DELAY: Final = 10.0  # seconds the process that stored the last deed has to move its bots
BOT_TIMEOUT: Final = 60.0  # seconds
MAX_BOT_TRIES: Final = 3  # times a bot chooses again after others made its move illegal
HOLDS_PER_BOT_MOVE: Final = 2  # a bot has no latency: it is held once for seeing and once for moving
STORE_RETRY_INTERVAL: Final = 1.0  # seconds between checks while the store is unavailable
EXPECTED_REFUSALS: Final = (
    "closed-decision",
    "illegal-move",
    "game-over",
    "paused",
    "not-now",
    "old-rules",
    "no-such-table",
)
logger = logging.getLogger("caponata.server")


class Scheduler:
    """Runs bots, clocks and absence timers of all open tables."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._waiting: set[OpenTable] = set()
        self.countdowns = Countdowns(service)

    def schedule(self, table: OpenTable, *, elsewhere: bool = False) -> None:
        """Start due bots and the clock timer; `elsewhere` gives another process time to act first."""
        room = table.room
        if room.has_follow_up():  # the server or its store stopped between a deed and its follow-up
            self._service.run_in_background(self._try(table, lambda room: room.follow_up()))
            return
        if room.state.is_over:
            table.stop()
        self.countdowns.update(table)
        self._watch_absent_people(table)
        if room.state.status != PLAYING or room.game_table is None:
            table.stop_bots_and_clock()
            return
        for seat in room.game_table.acting:
            level, decision = room.state.seats[seat].bot_level, room.game_table.decision(seat)
            if level is not None and decision is not None:
                self._start_bot(table, seat, decision, OTHER_PROCESS_DELAY if elsewhere else 0.0)
        self._set_clock_timer(table)

    # Bots

    def _start_bot(
        self, table: OpenTable, seat: int, decision: int, delay: float = 0.0, attempt: int = 1
    ) -> None:
        """Start a bot task for a decision, unless one is running."""
        if (seat, decision) not in table.bot_tasks:
            task = asyncio.ensure_future(self._run_bot(table, seat, decision, delay, attempt))
            table.bot_tasks[seat, decision] = task
            task.add_done_callback(partial(_bot_task_done, table, (seat, decision)))

    async def _run_bot(self, table: OpenTable, seat: int, decision: int, delay: float, attempt: int) -> None:
        service = self._service
        if delay:
            await asyncio.sleep(delay)
        try:
            async with service.locked_room(table) as room:
                game_table = room.game_table
                level = room.state.seats[seat].bot_level
                if game_table is None or level is None or game_table.decision(seat) != decision:
                    return
                view = msgspec.json.encode(game_table.view(seat))
                public_view = msgspec.json.encode(game_table.view(SPECTATOR))
        except RequestRefused as error:
            self.note_refusal(table, error)
            return
        # no pause between hidden steps; other pauses are independent of the possible moves
        pause_seconds = 0.0
        if public_view != table.bot_public_views.get(seat):
            table.bot_public_views[seat] = public_view
            pause_seconds = service.settings.bot_pause(table.room.config.bot_speed)
        move: str | None = None
        reaction_ms: int | None = None
        began = asyncio.get_running_loop().time()
        pause = asyncio.ensure_future(asyncio.sleep(pause_seconds))
        try:
            if attempt <= MAX_BOT_TRIES:
                async with asyncio.timeout(BOT_TIMEOUT):
                    seed = service.settings.bot_seed()
                    move, reaction_ms = await service.bot_workers.choose(
                        table.room.game.name, level, view, seed, f"{table.room.table_id} {seat}"
                    )
        except Exception:  # the table goes on with the default move
            logger.exception(
                "bot failed, playing the default move: table=%s seat=%s", table.room.table_id, seat
            )
        try:
            if reaction_ms is None:
                await pause
            else:  # in a game without turns, each level has its own reaction time
                hold_seconds = HOLDS_PER_BOT_MOVE * table.latency.hold(seat)
                await asyncio.sleep(
                    began + reaction_ms / 1000 + hold_seconds - asyncio.get_running_loop().time()
                )
        finally:
            pause.cancel()
        table.bot_tasks.pop((seat, decision), None)
        refusal_code = await self._refusal_code(table, lambda room: _bot_move(room, seat, decision, move))
        if refusal_code == "illegal-move":  # another seat acted in the meantime and made the move illegal
            self._start_bot(table, seat, decision, attempt=attempt + (reaction_ms is None))

    # Clocks

    def _set_clock_timer(self, table: OpenTable) -> None:
        """Set the timer to the earliest deadline."""
        if table.clock_timer is not None:
            table.clock_timer.cancel()
            table.clock_timer = None
        room = table.room
        if room.config.clock is None:
            return
        due = [deadline for n in range(len(room.state.seats)) if (deadline := room.deadline(n)) is not None]
        if due:
            wait = max(0, max(min(due), table.grace_until) - self._service.settings.now()) / 1000
            table.clock_timer = asyncio.get_running_loop().call_later(wait, self._on_clock_timer, table)

    def _on_clock_timer(self, table: OpenTable) -> None:
        table.clock_timer = None
        self._service.run_in_background(self._play_timeouts(table))

    async def _play_timeouts(self, table: OpenTable) -> None:
        now = self._service.settings.now()
        if table.grace_until > now:
            self._set_clock_timer(table)
            return
        for seat in range(len(table.room.state.seats)):
            deadline = table.room.deadline(seat)
            if deadline is not None and deadline <= now:
                await self._try(table, partial(_timeout_deed, seat=seat, now=now))
        if not table.needs_reload:  # else the timer would fire again and again while the store is unavailable
            self._set_clock_timer(table)

    # Absent people

    def connected(self, table: OpenTable, seat: int) -> None:
        """Cancel the absence timer of a seat."""
        handle = table.absence_timers.pop(seat, None)
        if handle is not None:
            handle.cancel()
        if table.room.game_table is None:
            self._watch_absent_host(table)

    def disconnected(self, table: OpenTable, seat: int) -> None:
        """Start the absence timer of a seat."""
        if seat != SPECTATOR:
            self._watch_absent_people(table)

    def _watch_absent_people(self, table: OpenTable) -> None:
        """Start absence timers; when one fires, a bot may replace the person."""
        room = table.room
        if room.state.is_over:
            return
        if room.game_table is None:
            self._watch_absent_host(table)
            return
        loop, timeout = asyncio.get_running_loop(), self._service.settings.absence_timeout
        for number, seat in enumerate(room.state.seats):
            is_missed = seat.kind == "person" and not (seat.offered or seat.resigned)
            if is_missed and number not in table.absence_timers and not table.viewers.is_connected(number):
                table.absence_timers[number] = loop.call_later(timeout, self._on_absence, table, number)

    def _watch_absent_host(self, table: OpenTable) -> None:
        """Before the game, start the absence timer of a host while others are connected."""
        state = table.room.state
        seat = next(iter(state.seats_of(state.host)), None)
        if seat is not None and seat not in table.absence_timers and self._next_host(table) is not None:
            timeout = self._service.settings.absence_timeout
            table.absence_timers[seat] = asyncio.get_running_loop().call_later(
                timeout, self._on_absence, table, seat
            )

    def _next_host(self, table: OpenTable) -> int | None:
        """Seat of the person who would become host, or None while the host is connected."""
        state = table.room.state
        if any(table.viewers.is_connected(seat) for seat in state.seats_of(state.host)):
            return None
        return next((seat for seat, _ in state.seated_people if table.viewers.is_connected(seat)), None)

    def _on_absence(self, table: OpenTable, seat: int) -> None:
        table.absence_timers.pop(seat, None)
        if not self._service.notifications.has_full_presence:  # they may be connected to another process
            self._watch_absent_people(table)
            return
        if table.room.game_table is None:
            host, next_host = table.room.state.host, self._next_host(table)
            if next_host is not None:
                self._service.run_in_background(
                    self._try(table, lambda room: room.replace_host(host, next_host))
                )
            return
        if not table.viewers.is_connected(seat):
            self._service.run_in_background(self._try(table, lambda room: _offer(room, seat)))

    async def _try(self, table: OpenTable, action: Action) -> None:
        """Perform an action that may no longer apply."""
        await self._refusal_code(table, action)

    async def _refusal_code(self, table: OpenTable, action: Action) -> str | None:
        """Perform an action and return the code of its refusal, or None if it succeeded."""
        try:
            await self._service.perform(table, action)
        except RequestRefused as error:
            self.note_refusal(table, error)
            return error.code
        return None

    def note_refusal(self, table: OpenTable, error: RequestRefused) -> None:
        """Log a refused automatic action, and retry the table when the store is back."""
        if error.code not in EXPECTED_REFUSALS:
            logger.warning("automatic action refused: table=%s error=%s", table.room.table_id, error.sentence)
        if table.needs_reload and table not in self._waiting:
            self._waiting.add(table)
            self._service.run_in_background(self._wait_for_store(table))

    async def _wait_for_store(self, table: OpenTable) -> None:
        """Check the store until the table can be reloaded, which reschedules its bots and clocks."""
        try:
            while table.needs_reload and self._service.open_tables.get(table.room.table_id) is table:
                await asyncio.sleep(STORE_RETRY_INTERVAL)
                with suppress(RequestRefused):
                    async with self._service.locked_room(table):
                        pass
        finally:
            self._waiting.discard(table)


def _bot_task_done(table: OpenTable, key: tuple[int, int], task: asyncio.Task[None]) -> None:
    if table.bot_tasks.get(key) is task:
        del table.bot_tasks[key]
    if not task.cancelled() and task.exception() is not None:
        logger.error("bot task failed: table=%s", table.room.table_id, exc_info=task.exception())


def _bot_move(room: Room, seat: int, decision: int, move: str | None) -> deeds.AnyDeed | None:
    if room.state.seats[seat].bot_level is None:
        return None
    return room.move(seat, decision, room.started_game.default_move(seat) if move is None else move, by="bot")


def _timeout_deed(room: Room, seat: int, now: int) -> deeds.AnyDeed | None:
    deadline = room.deadline(seat)
    return None if deadline is None or deadline > now else room.time_out(seat)


def _offer(room: Room, seat: int) -> deeds.AnyDeed | None:
    missed = room.state.seats[seat]
    if room.state.is_over or missed.offered or missed.kind != "person" or room.game_table is None:
        return None
    return deeds.Offered(seat)
