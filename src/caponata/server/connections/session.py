"""One client at a table: its messages, and the answers that only this client gets."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, Protocol

import msgspec

from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR
from caponata.engine.log import IllegalMove
from caponata.engine.moves import MoveError
from caponata.engine.preview import preview
from caponata.server.connections import messages, sent_messages
from caponata.server.connections.connection import WebSocketConnection
from caponata.server.connections.connections import Connections
from caponata.server.connections.latency import LatencyMeter
from caponata.server.connections.presence import Presence
from caponata.server.rate_limits import RateLimiter, TokenBucket
from caponata.server.tables import requests, seating
from caponata.server.tables.creation import check_entropy, rematch
from caponata.server.tables.errors import RequestRefused, refusal_from
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.people import hashed
from caponata.server.tables.protocols import Sender
from caponata.server.tables.requests import Rematch, Request, WithKey
from caponata.server.tables.service import TableService

ADVICE_TIMEOUT: Final = 20.0  # seconds
KEY_DIGITS: Final = 12  # hex digits of the hashed key: enough to tell the keys of a seat apart

logger = logging.getLogger("caponata.server")
_encode = msgspec.json.Encoder().encode
_PONG: Final = _encode(sent_messages.Pong())


def stored_request_name(seat: int, secret: str, request: str) -> str:
    """Return a request's name, unique at its table: clients choose the id, so seat and key are added."""
    return f"{seat}:{secret[:KEY_DIGITS]}:{request}"


class Adviser(Protocol):
    """Finds good moves from a seat's view."""

    async def advise(self, game: str, view: bytes, seed: int) -> dict[str, Any]:
        """Return the best moves for a view, with a reason."""
        raise NotImplementedError


@dataclass(frozen=True)
class SocketServices:
    """The parts of the server that sockets use."""

    service: TableService
    connections: Connections
    presence: Presence
    adviser: Adviser
    limiter: RateLimiter


class ClientSession:
    """One client at one table."""

    def __init__(
        self,
        services: SocketServices,
        table: OpenTable,
        connection: WebSocketConnection,
        seat: int,
        key: str | None,
    ) -> None:
        self.service = services.service
        self.presence = services.presence
        self.adviser = services.adviser
        self.table = table
        self.table_connections = services.connections.at(table)
        self.connection = connection
        self.seat = seat
        self.secret = None if key is None else hashed(key)
        limits, now = self.service.settings.limits, time.monotonic()
        self._message_limit = TokenBucket(limits.messages_per_second, limits.message_burst, now)
        self._unknown_count = 0
        self._advising: asyncio.Task[None] | None = None
        self._meter = LatencyMeter()
        is_race = table.room.game.timing is not None
        self.is_measured = is_race and seat != SPECTATOR
        if is_race:
            connection.hold = partial(self.table_connections.latency.hold, seat)

    async def handle(self, text: str | bytes) -> None:
        """Handle a message of the client."""
        if not self._message_limit.take(time.monotonic()):
            raise RequestRefused(429, "flood", "too many messages: wait a moment and connect again")
        if _is_longer(text, self.service.settings.limits.message_bytes):
            raise RequestRefused(413, "long-message", "this message is too long")
        try:
            message = messages.read_message(text)
        except messages.MalformedMessage as error:
            self._handle_malformed(error)
            return
        try:
            await self._answer(message)
        except RequestRefused as refusal:
            self._send_refusal(message.id if isinstance(message, messages.Request) else None, refusal)

    def close(self) -> None:
        """Cancel advice that nobody waits for any more."""
        if self._advising is not None:
            self._advising.cancel()

    def _handle_malformed(self, error: messages.MalformedMessage) -> None:
        """Answer a malformed message with an error; disconnect after too many of unknown type."""
        refusal = malformed(error)
        self._send_refusal(error.request, refusal)
        if error.is_unknown_type:
            self._unknown_count += 1
            if self._unknown_count >= self.service.settings.limits.malformed_messages:
                raise refusal

    def _send_refusal(self, request_id: str | None, refusal: RequestRefused) -> None:
        self.connection.send(_encode(sent_messages.Refused(answers=request_id, error=refusal.body)))

    async def _answer(self, message: messages.AnyMessage) -> None:
        match message:
            case messages.Hello():
                raise RequestRefused(409, "said-hello", "you have said hello already")
            case messages.Whole():
                await self._send_full_state()
            case messages.Ping():
                # not send_now(): a client that pings without reading must hit the send limit
                self.connection.send(_PONG)
            case messages.Echo():
                self._handle_echo(message.k)
            case messages.Preview():
                await self._send_preview(message)
            case messages.Advise():
                await self._start_advice(message)
            case messages.Rematch():
                await self._rematch(message)
            case _:
                await self._perform(message)

    # Latency

    async def measure_latency(self) -> None:
        """Send echoes with the delays of all seats, at intervals, until cancelled."""
        loop, table = asyncio.get_running_loop(), self.table
        while True:
            seats = table.room.state.seats
            bots = [number for number, seat in enumerate(seats) if seat.bot_level is not None]
            delays, behind = self.table_connections.latency.seat_delays(len(seats), bots)
            message = sent_messages.Echo(k=self._meter.sent(loop.time()), delays=delays, behind=behind)
            self.connection.send_now(_encode(message))
            await asyncio.sleep(self._meter.interval)

    def _handle_echo(self, number: int) -> None:
        self._meter.received(number, asyncio.get_running_loop().time())
        if self._meter.delay is not None and self.is_measured:
            self.presence.record_delay(self.table, self.seat, self.connection, self._meter.delay)

    async def _perform(self, message: messages.Request) -> None:
        request = self._request(message)
        if isinstance(message, messages.Move) and self.is_measured:
            await self.table_connections.latency.wait_for_turn(self.seat)
        await self.service.perform(
            self.table,
            WithKey(self.seat, self.secret, request),
            self._sender(message),
        )

    def _sender(self, message: messages.Request) -> Sender:
        name = stored_request_name(self._own_seat(), self.secret or "", message.id)
        return Sender(self.connection, message.id, name)

    def _request(self, message: messages.Request) -> Request:  # noqa: C901 - one case a message
        """Convert a message into a request to the table."""
        seat, settings = self._own_seat(), self.service.settings
        match message:
            case messages.Move():
                return requests.Move(seat, message.decision, message.move)
            case messages.Undo():
                return requests.Undo(seat)
            case messages.Answer():
                return requests.Answer(seat, message.ask, message.yes)
            case messages.End():
                return requests.ProposeEnd(seat)
            case messages.Chat():
                return requests.Chat(seat, message.text, cache(partial(self._may_chat, seat)))
            case messages.Pause():
                return requests.Pause(seat)
            case messages.Resume():
                return requests.Resume(seat)
            case messages.Resign():
                return requests.Resign(seat)
            case messages.SetSeat():
                return seating.SetSeat(seat, message.seat, message.kind, message.level, settings.token())
            case messages.Start():
                return seating.Start(seat, settings.token)
            case messages.Leave():
                return seating.Leave(seat)
            case messages.Back():
                return seating.ComeBack(seat)
        raise AssertionError(f"{type(message).__name__} is not a request to the table")

    def _may_chat(self, seat: int) -> bool:
        return self.table_connections.can_chat(seat, self.service.settings.limits)

    def _own_seat(self) -> int:
        """Return the client's seat, or refuse the request of a spectator."""
        if self.seat == SPECTATOR:
            raise RequestRefused(403, "only-watching", "you are watching: only players can do that")
        return self.seat

    async def _send_full_state(self) -> None:
        async with self.service.locked_room(self.table) as room:
            if room.game_table is not None:
                known = room.game_table.witnessed(self.seat)
                self.connection.send(
                    self.table_connections.viewers.full_state(room.game_table, self.seat, known, None)
                )

    async def _send_preview(self, message: messages.Preview) -> None:
        seat = self._own_seat()
        async with self.service.locked_room(self.table) as room:
            game_table = room.started_game
            if game_table.decision(seat) is None or game_table.decision(seat) != message.decision:
                raise RequestRefused(409, "closed-decision", "that decision is no longer open")
            try:
                move = game_table.game.space.read(message.move)
            except MoveError as error:
                raise refusal_from(error) from None
            refusal = game_table.refusal(seat, move)
            if refusal is not None:
                raise refusal_from(IllegalMove(seat, game_table.game.space.text(move), refusal))
            if move not in game_table.moves(seat):
                raise RequestRefused(409, "not-now", f"'{message.move}' must wait: a draw comes first")
            view = game_table.view(seat)
        changed = preview(game_table.game, view, move, Rng(self.service.settings.bot_seed()))
        self.connection.send(_encode(sent_messages.Previewed(answers=message.id, changed=changed)))

    async def _start_advice(self, message: messages.Advise) -> None:
        """Compute advice in a worker that gets only this seat's view. The game continues meanwhile."""
        seat = self._own_seat()
        async with self.service.locked_room(self.table) as room:
            room.check_key(seat, self.secret)
            if not room.config.advice:
                raise RequestRefused(403, "no-advice", "this table does not allow advice")
            game_table = room.started_game
            if game_table.decision(seat) is None or game_table.decision(seat) != message.decision:
                raise RequestRefused(409, "closed-decision", "that decision is no longer open")
            if seat in self.table_connections.advice_pending:
                raise RequestRefused(
                    429, "advised-already", "advice for this seat is on its way: wait for it"
                )
            advice_task = self._send_advice(message, game_table.game.name, _encode(game_table.view(seat)))
            self._advising = asyncio.ensure_future(advice_task)
            self.table_connections.advice_pending.add(seat)
            self._advising.add_done_callback(lambda _: self.table_connections.advice_pending.discard(seat))

    async def _send_advice(self, message: messages.Advise, game: str, view: bytes) -> None:
        try:
            async with asyncio.timeout(ADVICE_TIMEOUT):
                advice = await self.adviser.advise(game, view, self.service.settings.bot_seed())
        except TimeoutError:
            logger.warning("advice timed out: table=%s seconds=%s", self.table.room.table_id, ADVICE_TIMEOUT)
            self._send_refusal(
                message.id, RequestRefused(503, "no-idea", "no advice was found in time: try again")
            )
        except Exception:
            logger.exception("advice failed: table=%s", self.table.room.table_id)
            sentence = "no advice is available at the moment: try again"
            self._send_refusal(message.id, RequestRefused(503, "no-idea", sentence))
        else:
            answer = sent_messages.Advice(answers=message.id, decision=message.decision, **advice)
            self.connection.send(_encode(answer))

    async def _rematch(self, message: messages.Rematch) -> None:
        seat = self._own_seat()
        async with self.service.locked_room(self.table) as room:
            room.check_key(seat, self.secret)
            table_id = self.table.rematch_id or await rematch(
                self.service, room, seat, check_entropy(message.entropy)
            )
            self.table.rematch_id = table_id
            await self.service.perform_locked(
                self.table,
                Rematch(table_id),
                self._sender(message),
            )


def _is_longer(text: str | bytes, size: int) -> bool:
    """Return whether a text has more bytes than allowed."""
    if isinstance(text, str) and not text.isascii():
        return len(text) > size or len(text.encode()) > size
    return len(text) > size


def malformed(error: messages.MalformedMessage) -> RequestRefused:
    """Convert an unreadable message into a refusal."""
    return RequestRefused(400, "no-message", f"this is not a valid message: {error}")
