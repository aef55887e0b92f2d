"""Bots: they get a view, think in a worker, and move after a pause."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.server.scheduler.attempts import Attempts
from caponata.server.scheduler.bot_workers import BotWorkers
from caponata.server.scheduler.protocols import ConnectedSeats
from caponata.server.scheduler.schedule import Schedules, TableSchedule
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.requests import BotMove
from caponata.server.tables.service import TableService

BOT_TIMEOUT: Final = 60.0  # seconds
MAX_BOT_TRIES: Final = 3  # times a bot chooses again after others made its move illegal
HOLDS_PER_BOT_MOVE: Final = 2  # a bot has no latency: it is held once for seeing and once for moving
logger = logging.getLogger("caponata.server")


class Bots:
    """Runs the bots of all open tables."""

    def __init__(
        self,
        service: TableService,
        schedules: Schedules,
        attempts: Attempts,
        workers: BotWorkers,
        seats: ConnectedSeats,
    ) -> None:
        self._service = service
        self._schedules = schedules
        self._attempts = attempts
        self._workers = workers
        self._seats = seats

    def start_due(self, table: OpenTable, delay: float) -> None:
        """Start the bots of all seats that must act."""
        game_table = table.room.started_game
        for seat in game_table.acting:
            level, decision = table.room.state.seats[seat].bot_level, game_table.decision(seat)
            if level is not None and decision is not None:
                self._start(table, seat, decision, delay)

    def _start(
        self, table: OpenTable, seat: int, decision: int, delay: float = 0.0, attempt: int = 1
    ) -> None:
        """Start a bot task for a decision, unless one is running."""
        schedule = self._schedules.at(table)
        if (seat, decision) not in schedule.bot_tasks:
            task = asyncio.ensure_future(self._run(table, seat, decision, delay, attempt))
            schedule.bot_tasks[seat, decision] = task
            task.add_done_callback(partial(_task_done, schedule, table.room.table_id, (seat, decision)))

    async def _run(self, table: OpenTable, seat: int, decision: int, delay: float, attempt: int) -> None:
        service, schedule = self._service, self._schedules.at(table)
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
            self._attempts.note_refusal(table, error)
            return
        # no pause between hidden steps; other pauses are independent of the possible moves
        pause_seconds = 0.0
        if public_view != schedule.bot_public_views.get(seat):
            schedule.bot_public_views[seat] = public_view
            pause_seconds = service.settings.bot_pause(table.room.config.bot_speed)
        move: str | None = None
        reaction_ms: int | None = None
        began = asyncio.get_running_loop().time()
        pause = asyncio.ensure_future(asyncio.sleep(pause_seconds))
        try:
            if attempt <= MAX_BOT_TRIES:
                async with asyncio.timeout(BOT_TIMEOUT):
                    seed = service.settings.bot_seed()
                    move, reaction_ms = await self._workers.choose(
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
                hold_seconds = HOLDS_PER_BOT_MOVE * self._seats.hold(table, seat)
                await asyncio.sleep(
                    began + reaction_ms / 1000 + hold_seconds - asyncio.get_running_loop().time()
                )
        finally:
            pause.cancel()
        schedule.bot_tasks.pop((seat, decision), None)
        refusal_code = await self._attempts.refusal_code(table, BotMove(seat, decision, move))
        if refusal_code == "illegal-move":  # another seat acted in the meantime and made the move illegal
            self._start(table, seat, decision, attempt=attempt + (reaction_ms is None))


def _task_done(
    schedule: TableSchedule, table_id: str, key: tuple[int, int], task: asyncio.Task[None]
) -> None:
    if schedule.bot_tasks.get(key) is task:
        del schedule.bot_tasks[key]
    if not task.cancelled() and task.exception() is not None:
        logger.error("bot task failed: table=%s", table_id, exc_info=task.exception())
