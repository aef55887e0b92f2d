"""Play many tables at once, as fast as the server can or at the pace of people."""

from __future__ import annotations

import asyncio
import math
import random
import resource
import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from server.matches import MOVES_PER_GAME, Driver, Match, Seat
from server.meter import child_processor_time, memory, processor_time
from server.peers import Peer
from server.ticker import Ticker

MAX_CONNECTING: Final = 25


@dataclass
class Run:
    """The results of one measurement."""

    peer: str
    tables: int
    seconds: float
    moves: int
    moves_a_second: float
    server_us: float  # microseconds of processor time per move
    helpers_us: float  # the same for the server's child processes
    server_share: float  # share of its core
    load_share: float  # share of the load generator's core
    p50: float  # milliseconds from sending a move until everybody has received it
    p95: float
    p99: float
    worst: float
    refused: int

    def plain(self) -> dict[str, Any]:
        """Return the results as JSON values."""
        return {
            key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(self).items()
        }


def percentile(values: list[float], share: float) -> float:
    """Return a percentile of sorted values."""
    if not values:
        return math.nan
    return values[min(len(values) - 1, int(share * len(values)))]


class Load(Driver):
    """Plays at many tables; a finished game is followed by the next one."""

    def __init__(self, peer: Peer, tickets: list[Any], pause: tuple[float, float] | None = None) -> None:
        self.peer = peer
        self.tickets = tickets
        self.matches: set[Match] = set()
        self.latencies: list[float] = []
        self.refusals: list[str] = []
        self.is_ending = False
        self._pause = pause
        self._thinking: set[Seat] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connecting = asyncio.Semaphore(MAX_CONNECTING)
        self._loop = asyncio.get_running_loop()
        self._ticker = Ticker()

    async def open_next(self) -> None:
        """Open the next table and connect its seats."""
        if self.is_ending or not self.tickets:
            return
        match = Match(self, self.peer.seat, self.peer.port, self.tickets.pop())
        self.matches.add(match)
        async with self._connecting:
            await match.open(self.peer.path)

    def on_turn(self, seat: Seat) -> None:
        if self._pause is None:
            seat.send()
        elif seat not in self._thinking and not seat.sent and seat.next_move() is not None:
            self._thinking.add(seat)
            self._ticker.call_later(random.uniform(*self._pause), partial(self._send_move, seat))

    def _send_move(self, seat: Seat) -> None:
        self._thinking.discard(seat)
        seat.send()

    def record(self, latency: float) -> None:
        self.latencies.append(latency)

    def on_refused(self, reason: str) -> None:
        self.refusals.append(reason)

    def on_game_over(self, match: Match) -> None:
        if match in self.matches:
            self.matches.discard(match)
            self._loop.call_later(0.05, match.close)
            task = asyncio.ensure_future(self.open_next())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def open(self, tables: int, within: float) -> None:
        """Open tables over some seconds, so that games do not start and end together."""

        async def one(number: int) -> None:
            await asyncio.sleep(within * number / tables)
            await self.open_next()

        await asyncio.gather(*(one(number) for number in range(tables)))

    async def measure(self, seconds: float) -> Run:
        """Play for some seconds and return the results."""
        tables = len(self.matches)
        self.latencies = []
        self.refusals = []
        pid = self.peer.pid
        server, helpers, mine = processor_time(pid), child_processor_time(pid), time.process_time()
        started = time.perf_counter()
        await asyncio.sleep(seconds)
        latencies = sorted(self.latencies)
        refused = len(self.refusals)
        seconds = time.perf_counter() - started
        server = processor_time(pid) - server
        helpers = child_processor_time(pid) - helpers
        mine = time.process_time() - mine
        moves = max(1, len(latencies))
        return Run(
            peer=self.peer.name,
            tables=tables,
            seconds=seconds,
            moves=len(latencies),
            moves_a_second=len(latencies) / seconds,
            server_us=server / moves * 1e6,
            helpers_us=helpers / moves * 1e6,
            server_share=server / seconds,
            load_share=mine / seconds,
            p50=percentile(latencies, 0.50) * 1e3,
            p95=percentile(latencies, 0.95) * 1e3,
            p99=percentile(latencies, 0.99) * 1e3,
            worst=percentile(latencies, 1.0) * 1e3,
            refused=refused,
        )

    async def close(self) -> None:
        """Leave all tables."""
        self.is_ending = True
        for match in self.matches:
            match.close()
        for task in list(self._tasks):
            task.cancel()
        self._ticker.close()
        await asyncio.sleep(0.1)


async def closed_loop(peer: Peer, tables: int, warm: float, seconds: float) -> Run:
    """Measure throughput: a seat moves as soon as it is its turn."""
    games = tables + int(peer.fastest * (warm + seconds) / MOVES_PER_GAME)
    tickets = await asyncio.to_thread(peer.create_tables, games)
    load = Load(peer, tickets)
    await load.open(tables, warm)
    run = await load.measure(seconds)
    await load.close()
    return run


async def human_pace(peer: Peer, tables: int, think: tuple[float, float], seconds: float) -> Run:
    """Measure latency at the pace of people: every seat waits before it moves."""
    games = tables + int(tables * (2 * seconds) / think[0] / MOVES_PER_GAME)
    load = Load(peer, await asyncio.to_thread(peer.create_tables, games), think)
    await load.open(tables, 1.0)
    await asyncio.sleep(think[1])
    run = await load.measure(seconds)
    await load.close()
    return run


async def crowd(peer: Peer, tables: int, think: tuple[float, float], seconds: float) -> dict[str, Any]:
    """Measure many tables: the time to connect, memory per table, and latency."""
    tickets = await asyncio.to_thread(peer.create_tables, tables)
    load = Load(peer, tickets, think)
    await asyncio.sleep(0.5)
    before, started = memory(peer.pid), time.perf_counter()
    processor = processor_time(peer.pid)
    await load.open(tables, 0.0)
    connecting = time.perf_counter() - started
    processor = processor_time(peer.pid) - processor
    held = memory(peer.pid) - before
    run = await load.measure(seconds)
    lost = sum(
        seat.connection is None or seat.connection.is_lost for match in load.matches for seat in match.seats
    )
    await load.close()
    return {
        **run.plain(),
        "connect_seconds": round(connecting, 2),
        "join_us": round(processor / tables / 2 * 1e6),
        "kb_a_table": round(held / tables / 1024, 1),
        "lost_sockets": lost,
    }


def raise_open_file_limit() -> None:
    """Raise the open file limit of this process and of the servers it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 8192:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536) if hard > 0 else 65_536, hard))
