"""The WebSocket shortcut: it writes and reads the same as the WebSocket library."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from caponata.server.shortcut import OPTIONS, PING, READ_AHEAD, ShortcutProtocol, _frame_header

pytestmark = pytest.mark.anyio

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SHORT = ("", "x", "{}", '{"t":"move"}', "Zürich, 東京", "a bit longer " * 9)
LONG, GIANT = "long " * 30, "giant " * 12_000


class RecordingTransport(asyncio.Transport):
    """A transport that records all calls."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[Any] = []
        self.is_gone = False

    @property
    def written(self) -> bytes:
        return b"".join(each for each in self.done if isinstance(each, bytes))

    def write(self, data: Any) -> None:
        self.done.append(bytes(data))

    def pause_reading(self) -> None:
        self.done.append("pause")

    def resume_reading(self) -> None:
        self.done.append("resume")

    def close(self) -> None:
        self.done.append("close")
        self.is_gone = True

    def is_closing(self) -> bool:
        return self.is_gone


async def until_closed(scope: Any, receive: Any, send: Any) -> None:
    """An app that accepts the socket and reads nothing."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(3600)


async def opened(
    kind: type[WebSocketsSansIOProtocol], **more: Any
) -> tuple[WebSocketsSansIOProtocol, RecordingTransport]:
    """Return a socket after its handshake."""
    options = {**OPTIONS, "ws": kind, "ws_ping_interval": None, **more}
    wire = RecordingTransport()
    protocol = kind(Config(until_closed, **options), ServerState(), {})
    protocol.connection_made(wire)
    protocol.data_received(HANDSHAKE)
    await asyncio.sleep(0.01)
    wire.done.clear()
    return protocol, wire


def received(protocol: WebSocketsSansIOProtocol) -> list[Any]:
    """All that the app would hear."""
    found = []
    while not protocol.queue.empty():
        found.append(protocol.queue.get_nowait())
    return found


def random_frames(rng: random.Random) -> list[bytes]:
    """Return random client frames: complete texts, and perhaps unusual frames at the end."""
    frames = [
        Frame(rng.choice([Opcode.TEXT] * 6 + [Opcode.PING, Opcode.PONG]), rng.choice(SHORT).encode())
        for _ in range(rng.randrange(12))
    ]
    odd: list[list[Frame]] = [
        [],
        [Frame(Opcode.TEXT, LONG.encode()), Frame(Opcode.TEXT, b"after it")],
        [Frame(Opcode.TEXT, b"in ", fin=False), Frame(Opcode.PING, b""), Frame(Opcode.CONT, b"parts")],
        [Frame(Opcode.TEXT, b"in ", fin=False), Frame(Opcode.TEXT, b"disorder")],
        [Frame(Opcode.BINARY, b"\x00\xff"), Frame(Opcode.TEXT, b"after it")],
        [Frame(Opcode.CONT, b"of nothing")],
        [Frame(Opcode.CLOSE, b"\x03\xe8bye"), Frame(Opcode.TEXT, b"too late")],
        [Frame(Opcode.TEXT, b"\xff is no text")],
        [Frame(Opcode.TEXT, GIANT.encode())],
    ]
    sent = [frame.serialize(mask=True) for frame in frames]
    end = rng.randrange(len(odd) + 2)
    if end == len(odd):
        return [*sent, Frame(Opcode.TEXT, b"without a mask").serialize(mask=False)]
    if end > len(odd):
        return [*sent, rng.randbytes(20)]
    return sent + [frame.serialize(mask=True) for frame in odd[end]]


def split(rng: random.Random, frames: list[bytes]) -> list[bytes]:
    """Split frames into random chunks, as a network might."""
    data = b"".join(frames)
    places = sorted(rng.randrange(len(data) + 1) for _ in range(rng.choice([0, 0, 1, 3, 20])))
    return [data[begin:end] for begin, end in zip([0, *places], [*places, len(data)])]


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_frame_header_of_any_text_length_is_correct(length: int) -> None:
    text = b"x" * length
    assert _frame_header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("seed", range(100))
async def test_frames_are_received_as_by_the_library(seed: int) -> None:
    rng = random.Random(seed)
    frames = random_frames(rng)
    ours, our_wire = await opened(ShortcutProtocol)
    theirs, their_wire = await opened(WebSocketsSansIOProtocol)
    for protocol, wire, chunks in ((ours, our_wire, split(rng, frames)), (theirs, their_wire, frames)):
        for chunk in chunks:
            if not wire.is_gone:
                protocol.data_received(chunk)
    assert received(ours) == received(theirs)
    assert our_wire.written == their_wire.written
    assert our_wire.is_gone == their_wire.is_gone


async def test_messages_sent_before_the_handshake_is_answered_are_not_lost() -> None:
    wire = RecordingTransport()
    protocol = ShortcutProtocol(Config(until_closed, ws_per_message_deflate=False), ServerState(), {})
    protocol.connection_made(wire)
    protocol.data_received(HANDSHAKE)
    first = Frame(Opcode.TEXT, b"one").serialize(mask=True)
    protocol.data_received(first[:4])
    await asyncio.sleep(0.01)
    protocol.data_received(first[4:] + Frame(Opcode.TEXT, b"two").serialize(mask=True))
    assert [each["text"] for each in received(protocol)] == ["one", "two"]


async def test_reading_pauses_for_a_client_that_sends_too_much() -> None:
    protocol, wire = await opened(ShortcutProtocol)
    for number in range(1, READ_AHEAD + 3):
        protocol.data_received(Frame(Opcode.TEXT, b"again").serialize(mask=True))
        assert wire.done == (["pause"] if number >= READ_AHEAD else [])
    for _ in range(READ_AHEAD + 2):
        await protocol.receive()
    assert wire.done == ["pause", "resume"]


def ping(text: bytes) -> bytes:
    return Frame(Opcode.PING, text).serialize(mask=True)


async def test_pings_of_a_client_that_does_not_read_are_not_answered() -> None:
    protocol, wire = await opened(ShortcutProtocol)
    protocol.data_received(ping(b"one"))
    protocol.pause_writing()
    for _ in range(100):
        protocol.data_received(ping(b"two"))
    protocol.resume_writing()
    protocol.data_received(ping(b"three"))
    pongs = [Frame(Opcode.PONG, text).serialize(mask=False) for text in (b"one", b"three")]
    assert wire.written == b"".join(pongs)


async def test_keepalive_works_and_silent_clients_are_disconnected() -> None:
    protocol, wire = await opened(ShortcutProtocol, ws_ping_interval=0.05, ws_ping_timeout=0.3)
    assert protocol._reads_frames  # type: ignore[attr-defined]
    for _ in range(3):
        async with asyncio.timeout(10):
            while not wire.done:
                await asyncio.sleep(0.01)
        asked = wire.done.pop()
        wire.done.clear()
        assert asked[0] == PING and asked[1] == len(asked) - 2
        protocol.data_received(Frame(Opcode.PONG, asked[2:]).serialize(mask=True))
        assert protocol.last_ping_rtt > 0 and protocol.pending_ping_payload is None
    async with asyncio.timeout(10):
        while not wire.is_gone:
            await asyncio.sleep(0.01)
