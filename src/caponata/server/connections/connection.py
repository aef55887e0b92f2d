"""The connection to one client: sends messages in order, and delays them by the fairness hold."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from caponata.server.settings import Limits

if TYPE_CHECKING:
    from litestar.types import ReceiveMessage

Socket: TypeAlias = "WebSocket[Any, Any, Any]"
CloseFrame: TypeAlias = tuple[int, str]  # code and reason

MAX_REASON_BYTES: Final = 120  # limit of the protocol
READ_TIMEOUT: Final = 20.0  # seconds that a client may read nothing while messages wait for it
CLOSE_TIMEOUT: Final = 10.0  # seconds that it has to read the messages before the close frame


class WebSocketConnection:
    """Sends messages to one client in order, and disconnects a client that does not read.

    A message is sent directly, without a task, as long as the client reads as fast as the server writes.
    """

    def __init__(self, socket: Socket, limits: Limits) -> None:
        self._socket = socket
        self._max_unsent = limits.unread_messages
        self._queue: deque[bytes | CloseFrame] = deque()
        self._is_closed = False
        self._is_lost = False  # the client does not read, so the socket cannot be closed properly
        self._receiver: asyncio.Task[Any] | None = None  # waits for a message
        self._sender_task: asyncio.Task[None] | None = None  # exists while the client is slow
        self._sending: asyncio.Timeout | None = None  # limits the sender task
        # current fairness hold in seconds, in games without turns
        self.hold: Callable[[], float] | None = None
        self._held: deque[bytes] = deque()
        self._due = 0.0  # when the last held message is sent

    async def receive(self) -> str | bytes:
        """Return the next message of the client."""
        if self._is_lost:
            raise WebSocketDisconnect(detail="the client does not read")
        self._receiver = receiver = asyncio.current_task()
        try:
            message: ReceiveMessage = await self._socket.receive()
        except asyncio.CancelledError:
            if self._is_lost and receiver is not None and receiver.uncancel() == 0:
                raise WebSocketDisconnect(detail="the client does not read") from None
            raise
        finally:
            self._receiver = None
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
            self._extend_sending()

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
        sending = self._send_message(message)
        try:
            first_wait = sending.send(None)
        except StopIteration:  # sent
            return
        self._sender_task = asyncio.ensure_future(self._send_rest(sending, first_wait))

    async def _send_message(self, message: bytes | CloseFrame) -> None:
        try:
            if isinstance(message, bytes):
                await self._socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
            else:
                code, reason = message
                short = reason.encode()[:MAX_REASON_BYTES].decode(errors="ignore")
                await self._socket.close(code, short)
        except (WebSocketDisconnect, OSError):  # receive() will notice it after the client's last message
            self._is_closed = True
            self._queue.clear()
        except RuntimeError:  # closed by the server, because the client answered no ping
            self._give_up()

    async def _send_rest(self, sending: Coroutine[Any, Any, None], first_wait: Any) -> None:
        """Send everything that is queued, as fast as the client reads."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT if self._is_closed else READ_TIMEOUT) as self._sending:
                await _resume_coroutine(sending, first_wait)
                while self._queue:
                    if not self._is_closed:
                        self._extend_sending()
                    await self._send_message(self._queue.popleft())
        except TimeoutError:
            self._give_up()
        self._sending = self._sender_task = None

    def _extend_sending(self) -> None:
        """Start the time limit of the sender task again."""
        if self._sending is not None and not self._sending.expired():
            timeout = CLOSE_TIMEOUT if self._is_closed else READ_TIMEOUT
            self._sending.reschedule(asyncio.get_running_loop().time() + timeout)

    def _give_up(self) -> None:
        """End the session of a client that does not read: the next receive() fails, or the one that waits."""
        if not self._is_lost and self._receiver is not None:
            self._receiver.cancel()
        self._is_closed = self._is_lost = True
        self._queue.clear()
        self._held.clear()


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
