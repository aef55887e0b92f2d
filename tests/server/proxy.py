"""Real TCP proxies that damage messages by a seeded plan, delay them or fall silent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

LONG = 126
LONGER = 127


@dataclass
class NetworkFaults:
    """How many of a hundred messages suffer each fault."""

    rng: random.Random
    doubled: int = 10
    delayed: int = 10
    dropped: int = 2  # together with the connection, since TCP loses nothing in the middle
    cut: int = 2  # the connection ends in the middle of the message
    silent: int = 1  # half-open: nothing is delivered any more, without an error
    late: int = 3  # the client loses the connection, and the server gets the message after others
    swapped: int = 5  # with the client's next message, if it comes soon
    longest_delay: float = 0.03
    longest_silence: float = 0.4
    longest_late: float = 0.5
    counts: dict[str, int] = field(default_factory=dict)

    def next(self) -> str:
        """Draw the fault of the next message."""
        roll = self.rng.randrange(100)
        for fault in ("doubled", "delayed", "dropped", "cut", "silent", "late", "swapped"):
            roll -= getattr(self, fault)
            if roll < 0:
                self.counts[fault] = self.counts.get(fault, 0) + 1
                return fault
        return "fair"


class Broken(Exception):
    """The connection was ended."""


async def _frame(reader: asyncio.StreamReader) -> bytes:
    """Read one WebSocket frame."""
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


def _write_held(writer: asyncio.StreamWriter, held: list[bytes]) -> None:
    while held:
        writer.write(held.pop())


class Proxy:
    """Passes connections on to a server, with faults."""

    def __init__(self, server: str, faults: NetworkFaults) -> None:
        self._host, _, port = server.partition(":")
        self._port = int(port)
        self._faults = faults
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: set[asyncio.StreamWriter] = set()  # connections to the server that are still needed

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
            asyncio.ensure_future(self._one_way(reader, far_writer, is_client=True)),
            asyncio.ensure_future(self._one_way(far_reader, writer, is_client=False)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, far_writer):
                if end not in self._kept:
                    end.transport.abort()

    async def _one_way(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_client: bool
    ) -> None:
        held: list[bytes] = []  # delivered after the next message
        with suppress(asyncio.IncompleteReadError, ConnectionError, Broken):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            first = True  # hello is never doubled: no client sends it twice
            while True:
                frame = await _frame(reader)
                if first or not _is_message(frame):
                    writer.write(frame)
                    first = first and not _is_message(frame)
                else:
                    await self._apply_fault(frame, writer, held, is_client=is_client)
                await writer.drain()

    async def _apply_fault(
        self, frame: bytes, writer: asyncio.StreamWriter, held: list[bytes], *, is_client: bool
    ) -> None:
        faults = self._faults
        match faults.next():
            case "dropped":
                raise Broken
            case "cut":
                writer.write(frame[: len(frame) // 2])
                await writer.drain()
                raise Broken
            case "silent":
                await asyncio.sleep(faults.rng.uniform(0, faults.longest_silence))
                raise Broken
            case "delayed":
                await asyncio.sleep(faults.rng.uniform(0, faults.longest_delay))
                writer.write(frame)
            case "doubled" if is_client:
                writer.write(frame + frame)
            case "late" if is_client:
                self._kept.add(writer)
                self._begin(self._deliver_late(frame, writer))
                raise Broken
            case "swapped" if is_client and not held:
                held.append(frame)
                self._begin(self._release_held(writer, held))
                return
            case _:
                writer.write(frame)
        _write_held(writer, held)

    async def _deliver_late(self, frame: bytes, writer: asyncio.StreamWriter) -> None:
        """Deliver a message over a connection that the client has given up."""
        try:
            await asyncio.sleep(self._faults.rng.uniform(0, self._faults.longest_late))
            writer.write(frame)
            with suppress(ConnectionError):
                await writer.drain()
            await asyncio.sleep(self._faults.longest_delay)
        finally:
            self._kept.discard(writer)
            writer.transport.abort()

    async def _release_held(self, writer: asyncio.StreamWriter, held: list[bytes]) -> None:
        """Deliver held messages if no other message comes."""
        await asyncio.sleep(self._faults.longest_delay)
        _write_held(writer, held)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def proxy(server: str, faults: NetworkFaults) -> AsyncIterator[str]:
    """Run a proxy and yield its address."""
    proxy_server = Proxy(server, faults)
    listener = await asyncio.start_server(proxy_server.serve, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        listener.close()
        await proxy_server.close()
        await listener.wait_closed()


@asynccontextmanager
async def delayed_proxy(server: str, delay: float) -> AsyncIterator[str]:
    """Run a proxy that delays all bytes, and yield its address."""
    host, _, port = server.partition(":")
    tasks: set[asyncio.Task[None]] = set()
    writers: set[asyncio.StreamWriter] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(ConnectionError):
            while part := await reader.read(65536):
                loop.call_later(delay, writer.write, part)
        loop.call_later(delay, writer.close)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port))
        writers.update((writer, back))
        for way in (carry(reader, back), carry(there, writer)):
            tasks.add(asyncio.ensure_future(way))

    listener = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        for task in tasks:
            task.cancel()
        for writer in writers:
            writer.transport.abort()


class SilenceableProxy:
    """A proxy whose connections can fall silent: nothing is delivered, without an error."""

    def __init__(self, server: str) -> None:
        self._host, _, port = server.partition(":")
        self._port = int(port)
        self._silent: set[asyncio.StreamWriter] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = ""

    def silence(self) -> None:
        """Stop delivery on all open connections; new ones work."""
        self._silent |= self._writers

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._host, self._port)
        self._writers |= {writer, back}
        for way in (self._carry(reader, back), self._carry(there, writer)):
            self._tasks.add(asyncio.ensure_future(way))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while part := await reader.read(65536):
                if writer not in self._silent:
                    writer.write(part)
        if writer not in self._silent:
            writer.close()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()


@asynccontextmanager
async def silenceable_proxy(server: str) -> AsyncIterator[SilenceableProxy]:
    """Run a proxy that can be silenced."""
    way = SilenceableProxy(server)
    listener = await asyncio.start_server(way.serve, "127.0.0.1", 0)
    way.address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield way
    finally:
        listener.close()
        way.close()
