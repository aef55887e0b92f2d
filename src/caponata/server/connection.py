"""The connection to one client: sends messages in order, and delays them by the fairness hold."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from caponata.server import shortcut
from caponata.server.settings import Limits

if TYPE_CHECKING:
    from litestar.types import ReceiveMessage

Socket: TypeAlias = "WebSocket[Any, Any, Any]"
CloseFrame: TypeAlias = tuple[int, str]  # code and reason

MAX_REASON_BYTES: Final = 120  # limit of the protocol


class WebSocketConnection:
    """Sends messages to one client in order, and disconnects a client that does not read.

    A message is sent directly, without a task, as long as the client reads as fast as the server writes.
    """

    def __init__(self, socket: Socket, limits: Limits) -> None:
        self._socket = socket
        self._shortcut = shortcut.shortcut_of(socket.scope)
        self._max_unsent = limits.unread_messages
        self._queue: deque[bytes | CloseFrame] = deque()
        self._is_closed = False
        self._sender_task: asyncio.Task[None] | None = None  # exists while the client is slow
        # current fairness hold in seconds, in games without turns
        self.hold: Callable[[], float] | None = None
        self._held: deque[bytes] = deque()
        self._due = 0.0  # when the last held message is sent

    async def receive(self) -> str | bytes:
        """Return the next message of the client."""
        receive = self._socket.receive if self._shortcut is None else self._shortcut.receive
        message: ReceiveMessage = await receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="the client is gone")
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    def send(self, message: bytes) -> None:
        if self._is_closed:
            return
        if len(self._queue) + len(self._held) >= self._max_unsent:
            self.close(4408, "you do not read fast enough: connect again")
        elif self.hold is not None and (self._held or self.hold()):
            self._hold(message, self.hold())
        else:
            self._send_or_queue(message)

    def send_now(self, message: bytes) -> None:
        """Send a message that may overtake held messages."""
        if not self._is_closed:
            self._send_or_queue(message)

    def close(self, code: int, reason: str) -> None:
        if not self._is_closed:
            while self._held:
                self._release()
            self._is_closed = True
            self._send_or_queue((code, reason))
            if self._shortcut is not None:
                asyncio.get_running_loop().call_later(shortcut.CLOSE_TIMEOUT, self._shortcut.abort)

    async def flush(self) -> None:
        """Send everything that is queued, then close."""
        self.close(1000, "")
        if self._sender_task is not None:
            try:
                await asyncio.wait_for(asyncio.shield(self._sender_task), 1)
            except (TimeoutError, asyncio.CancelledError):
                self._sender_task.cancel()

    def stop(self) -> None:
        """Drop everything: the client is gone."""
        self._is_closed = True
        self._held.clear()
        if self._sender_task is not None:
            self._sender_task.cancel()

    def _hold(self, message: bytes, wait: float) -> None:
        """Send a message later, after those already held."""
        loop = asyncio.get_running_loop()
        self._due = max(self._due, loop.time() + wait)
        self._held.append(message)
        loop.call_at(self._due, self._release)

    def _release(self) -> None:
        if self._held:  # close() may have sent it already
            self._send_or_queue(self._held.popleft())

    def _send_or_queue(self, message: bytes | CloseFrame) -> None:
        if self._sender_task is not None:
            self._queue.append(message)
            return
        if self._shortcut is not None and isinstance(message, bytes) and self._shortcut.send_text(message):
            return
        sending = self._send_message(message)
        try:
            first_wait = sending.send(None)
        except StopIteration:  # sent
            return
        self._sender_task = asyncio.ensure_future(self._send_rest(sending, first_wait))

    async def _send_message(self, message: bytes | CloseFrame) -> None:
        try:
            if isinstance(message, bytes):
                await self._socket.send_data(message.decode(), mode="text")
            else:
                code, reason = message
                short = reason.encode()[:MAX_REASON_BYTES].decode(errors="ignore")
                await self._socket.close(code, short)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._is_closed = True
            self._queue.clear()

    async def _send_rest(self, sending: Coroutine[Any, Any, None], first_wait: Any) -> None:
        await _resume_coroutine(sending, first_wait)
        while self._queue:
            await self._send_message(self._queue.popleft())
        self._sender_task = None


@types.coroutine
def _resume_coroutine(begun: Coroutine[Any, Any, None], wait: Any) -> Generator[Any, Any, None]:
    """Continue a coroutine inside a task after its first step ran outside, like Python 3.12's eager tasks."""
    try:
        while True:
            try:
                yield wait
            except BaseException as error:
                wait = begun.throw(error)
            else:
                wait = begun.send(None)
    except StopIteration:
        return
