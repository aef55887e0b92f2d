"""What happens at a table by itself: bots move, clocks run out, seats of people who are gone are offered."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.server import deeds
from caponata.server.life import PLAYING
from caponata.server.live import Act, Live
from caponata.server.patience import Patience
from caponata.server.refused import Refused
from caponata.server.room import Room

if TYPE_CHECKING:
    from caponata.server.house import House

OTHERS_FIRST: Final = 10.0  # seconds that the process which stored the last deed has for moving its bots
LONGEST_THOUGHT: Final = 60.0  # seconds
THOUGHTS: Final = 3  # so often a bot chooses again when others were quicker
SEEN_AND_DONE: Final = 2  # a bot has no line: it would see sooner than people, and be heard sooner
STORE_AWAY: Final = 1.0  # seconds from one look to the next at a store that is away
EXPECTED: Final = (
    "closed-decision",
    "illegal-move",
    "game-over",
    "paused",
    "not-now",
    "old-rules",
    "no-such-table",
)
logger = logging.getLogger("caponata.server")


class Steward:
    """Looks after the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: set[Live] = set()
        self.patience = Patience(house)

    def look_after(self, live: Live, *, elsewhere: bool = False) -> None:
        """Let bots think and set the alarm for the next clock; `elsewhere` lets another process go first."""
        room = live.room
        if room.has_sequel():  # the server stopped, or its store, between a deed and what follows from it
            self._house.chore(self._try(live, lambda room: room.sequel()))
            return
        if room.life.is_over:
            live.hush()
        self.patience.watch(live)
        self._watch_seats(live)
        if room.life.status != PLAYING or room.play is None:
            live.rest()
            return
        for seat in room.play.acting:
            player, decision = room.life.seats[seat].player, room.play.decision(seat)
            if player is not None and decision is not None:
                self._think(live, seat, decision, OTHERS_FIRST if elsewhere else 0.0)
        self._set_alarm(live)

    # Bots

    def _think(self, live: Live, seat: int, decision: int, delay: float = 0.0, thought: int = 1) -> None:
        """Let a bot begin to think, unless it does already."""
        if (seat, decision) not in live.thinking:
            task = asyncio.ensure_future(self._let_think(live, seat, decision, delay, thought))
            live.thinking[seat, decision] = task
            task.add_done_callback(partial(_thought, live, (seat, decision)))

    async def _let_think(self, live: Live, seat: int, decision: int, delay: float, thought: int) -> None:
        house = self._house
        if delay:
            await asyncio.sleep(delay)
        try:
            async with house.looking(live) as room:
                play = room.play
                level = room.life.seats[seat].player
                if play is None or level is None or play.decision(seat) != decision:
                    return
                view = msgspec.json.encode(play.view(seat))
                sight = msgspec.json.encode(play.view(SPECTATOR))
        except Refused as error:
            self.refused(live, error)
            return
        pace = 0.0  # between steps that nobody sees; else the same whatever the seat could do: others notice
        if sight != live.sight.get(seat):
            live.sight[seat] = sight
            pace = house.settings.pause(live.room.plan.bot_speed)
        move: str | None = None
        takes: int | None = None
        began = asyncio.get_running_loop().time()
        pause = asyncio.ensure_future(asyncio.sleep(pace))
        try:
            if thought <= THOUGHTS:
                async with asyncio.timeout(LONGEST_THOUGHT):
                    seed = house.settings.bot_seed()
                    move, takes = await house.thinkers.choose(
                        live.room.game.name, level, view, seed, f"{live.room.table} {seat}"
                    )
        except Exception:  # whatever a bot stumbles over, the table goes on
            logger.exception("a bot could not think: the harmless move is played for it")
        try:
            if takes is None:
                await pause
            else:  # a game without turns: its levels have a pace of their own
                even = SEEN_AND_DONE * live.lines.hold(seat)
                await asyncio.sleep(began + takes / 1000 + even - asyncio.get_running_loop().time())
        finally:
            pause.cancel()
        live.thinking.pop((seat, decision), None)
        why_not = await self._why_not(live, lambda room: _bots_move(room, seat, decision, move))
        if why_not == "illegal-move":  # others act at the same time: what it wanted is gone
            self._think(live, seat, decision, thought=thought + (takes is None))

    # Clocks

    def _set_alarm(self, live: Live) -> None:
        """Ring when the next clock runs out."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        room = live.room
        if room.plan.clock is None:
            return
        due = [deadline for n in range(len(room.life.seats)) if (deadline := room.deadline(n)) is not None]
        if due:
            wait = max(0, max(min(due), live.grace) - self._house.settings.now()) / 1000
            live.alarm = asyncio.get_running_loop().call_later(wait, self._ring, live)

    def _ring(self, live: Live) -> None:
        live.alarm = None
        self._house.chore(self._time_out(live))

    async def _time_out(self, live: Live) -> None:
        now = self._house.settings.now()
        if live.grace > now:
            self._set_alarm(live)
            return
        for seat in range(len(live.room.life.seats)):
            deadline = live.room.deadline(seat)
            if deadline is not None and deadline <= now:
                await self._try(live, partial(_late, seat=seat, now=now))
        if not live.is_in_doubt:  # else the clock would ring and ring while the store is away
            self._set_alarm(live)

    # People who come and go

    def arrived(self, live: Live, seat: int) -> None:
        """Somebody is at the table: nothing is offered."""
        handle = live.absences.pop(seat, None)
        if handle is not None:
            handle.cancel()
        if live.room.play is None:
            self._watch_host(live)

    def departed(self, live: Live, seat: int) -> None:
        """Somebody listens no more: if that lasts, their seat is offered."""
        if seat != SPECTATOR:
            self._watch_seats(live)

    def _watch_seats(self, live: Live) -> None:
        """Wait for all people who are not at the table; who stays away too long is offered a bot."""
        room = live.room
        if room.life.is_over:
            return
        if room.play is None:
            self._watch_host(live)
            return
        loop, patience = asyncio.get_running_loop(), self._house.settings.patience
        for number, seat in enumerate(room.life.seats):
            is_missed = seat.kind == "person" and not (seat.offered or seat.resigned)
            if is_missed and number not in live.absences and not live.audience.is_here(number):
                live.absences[number] = loop.call_later(patience, self._miss, live, number)

    def _watch_host(self, live: Live) -> None:
        """Before the game, wait for a host who is not at the table while others are."""
        life = live.room.life
        seat = next(iter(life.seats_of(life.host)), None)
        if seat is not None and seat not in live.absences and self._successor(live) is not None:
            wait = self._house.settings.patience
            live.absences[seat] = asyncio.get_running_loop().call_later(wait, self._miss, live, seat)

    def _successor(self, live: Live) -> int | None:
        """The seat whose person could be the host: nobody while the host is there."""
        life = live.room.life
        if any(live.audience.is_here(seat) for seat in life.seats_of(life.host)):
            return None
        return next((seat for seat, _ in life.people if live.audience.is_here(seat)), None)

    def _miss(self, live: Live, seat: int) -> None:
        live.absences.pop(seat, None)
        if not self._house.notices.is_sure:  # they may be there through another process
            self._watch_seats(live)
            return
        if live.room.play is None:
            host, next_host = live.room.life.host, self._successor(live)
            if next_host is not None:
                self._house.chore(self._try(live, lambda room: room.succeed(host, next_host)))
            return
        if not live.audience.is_here(seat):
            self._house.chore(self._try(live, lambda room: _offer(room, seat)))

    async def _try(self, live: Live, act: Act) -> None:
        """Do something that may have become pointless meanwhile."""
        await self._why_not(live, act)

    async def _why_not(self, live: Live, act: Act) -> str | None:
        """Do such a thing, and give the code of why it was not done, if it was not."""
        try:
            await self._house.act(live, act)
        except Refused as error:
            self.refused(live, error)
            return error.code
        return None

    def refused(self, live: Live, error: Refused) -> None:
        """Note what did not happen by itself; if the store is away, see to the table when it is back."""
        if error.code not in EXPECTED:
            logger.warning("at table %s: %s", live.room.table, error.sentence)
        if live.is_in_doubt and live not in self._waiting:
            self._waiting.add(live)
            self._house.chore(self._wait_for_store(live))

    async def _wait_for_store(self, live: Live) -> None:
        """Bots and clocks do not ask again by themselves: look until the store is back, then go on."""
        try:
            while live.is_in_doubt and self._house.lives.get(live.room.table) is live:
                await asyncio.sleep(STORE_AWAY)
                with suppress(Refused):
                    async with self._house.looking(live):
                        pass
        finally:
            self._waiting.discard(live)


def _thought(live: Live, key: tuple[int, int], task: asyncio.Task[None]) -> None:
    if live.thinking.get(key) is task:
        del live.thinking[key]
    if not task.cancelled() and task.exception() is not None:
        logger.error("a bot at table %s failed", live.room.table, exc_info=task.exception())


def _bots_move(room: Room, seat: int, decision: int, move: str | None) -> deeds.AnyDeed | None:
    if room.life.seats[seat].player is None:
        return None
    return room.move(seat, decision, room.game_on.default_move(seat) if move is None else move, by="bot")


def _late(room: Room, seat: int, now: int) -> deeds.AnyDeed | None:
    deadline = room.deadline(seat)
    return None if deadline is None or deadline > now else room.time_out(seat)


def _offer(room: Room, seat: int) -> deeds.AnyDeed | None:
    missed = room.life.seats[seat]
    if room.life.is_over or missed.offered or missed.kind != "person" or room.play is None:
        return None
    return deeds.Offered(seat)
