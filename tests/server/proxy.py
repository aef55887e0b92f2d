"""A bad network in between: a real TCP proxy that understands frames, and harms them by a seeded plan."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

LONG = 126
LONGER = 127


@dataclass
class Weather:
    """How often out of a hundred messages each harm befalls one."""

    luck: random.Random
    doubled: int = 10
    delayed: int = 10
    dropped: int = 2  # and the connection with it: TCP loses nothing in the middle
    cut: int = 2  # in the middle of the message
    silent: int = 1  # half-open: nothing comes through any more, and nobody is told
    longest_delay: float = 0.03
    longest_silence: float = 0.4
    harms: dict[str, int] = field(default_factory=dict)

    def next(self) -> str:
        """What befalls the next message."""
        roll = self.luck.randrange(100)
        for harm in ("doubled", "delayed", "dropped", "cut", "silent"):
            roll -= getattr(self, harm)
            if roll < 0:
                self.harms[harm] = self.harms.get(harm, 0) + 1
                return harm
        return "fair"


class Broken(Exception):
    """The connection is at its end."""


async def _frame(reader: asyncio.StreamReader) -> bytes:
    """One frame of the WebSocket protocol, as its bytes."""
    head = await reader.readexactly(2)
    size = head[1] & 127
    if size >= LONG:
        more = await reader.readexactly(2 if size == LONG else 8)
        head, size = head + more, int.from_bytes(more)
    if head[1] & 128:
        head += await reader.readexactly(4)
    return head + await reader.readexactly(size)


def _is_message(frame: bytes) -> bool:
    return frame[0] & 15 in (1, 2)


class Proxy:
    """Passes connections on to a server, through all weathers."""

    def __init__(self, server: str, weather: Weather) -> None:
        self._host, _, port = server.partition(":")
        self._port = int(port)
        self._weather = weather
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._pass_on(reader, writer)
        finally:
            self._tasks.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
        ways = [
            asyncio.ensure_future(self._one_way(reader, far_writer, doubles=True)),
            asyncio.ensure_future(self._one_way(far_reader, writer, doubles=False)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, far_writer):
                end.transport.abort()

    async def _one_way(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, doubles: bool
    ) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError, Broken):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            first = True  # a doubled hello is no harm of the network: no client sends one twice
            while True:
                frame = await _frame(reader)
                if first or not _is_message(frame):
                    writer.write(frame)
                    first = first and not _is_message(frame)
                else:
                    await self._harm(frame, writer, doubles=doubles)
                await writer.drain()

    async def _harm(self, frame: bytes, writer: asyncio.StreamWriter, *, doubles: bool) -> None:
        weather = self._weather
        match weather.next():
            case "dropped":
                raise Broken
            case "cut":
                writer.write(frame[: len(frame) // 2])
                await writer.drain()
                raise Broken
            case "silent":
                await asyncio.sleep(weather.luck.uniform(0, weather.longest_silence))
                raise Broken
            case "delayed":
                await asyncio.sleep(weather.luck.uniform(0, weather.longest_delay))
                writer.write(frame)
            case "doubled" if doubles:
                writer.write(frame + frame)
            case _:
                writer.write(frame)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def proxy(server: str, weather: Weather) -> AsyncIterator[str]:
    """The address of a proxy before a server."""
    between = Proxy(server, weather)
    listening = await asyncio.start_server(between.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        listening.close()
        await between.close()
        await listening.wait_closed()
