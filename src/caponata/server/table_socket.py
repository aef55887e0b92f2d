"""The WebSocket of a table: one viewer that receives updates and sends requests."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import cache, partial
from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR
from caponata.engine.log import IllegalMove
from caponata.engine.moves import MoveError
from caponata.engine.preview import preview
from caponata.server import deeds, wire
from caponata.server.connection import Socket, WebSocketConnection
from caponata.server.errors import RequestRefused, refusal_from
from caponata.server.latency import LatencyMeter
from caponata.server.open_table import Action, OpenTable
from caponata.server.people import hashed
from caponata.server.rate_limits import TokenBucket, network
from caponata.server.room import Room
from caponata.server.table_creation import check_entropy, check_level, rematch
from caponata.server.table_service import TableService
from caponata.server.table_state import WAITING
from caponata.server.viewers import as_answer

HELLO_TIMEOUT: Final = 15.0  # seconds
ADVICE_TIMEOUT: Final = 20.0  # seconds
KEY_DIGITS: Final = 12  # hex digits of the hashed key: enough to tell the keys of a seat apart
CLOSE_CODES: Final = {400: 4400, 401: 4401, 403: 4403, 404: 4404, 410: 4404, 413: 4413, 429: 4429, 503: 4503}

logger = logging.getLogger("caponata.server")
_encode = msgspec.json.Encoder().encode
_PONG: Final = _encode({"t": "pong"})


def stored_request_name(seat: int, secret: str, request: str) -> str:
    """Return a request's name, unique at its table: clients choose the id, so seat and key are added."""
    return f"{seat}:{secret[:KEY_DIGITS]}:{request}"


class ClientSession:
    """One client at one table."""

    def __init__(
        self,
        service: TableService,
        table: OpenTable,
        connection: WebSocketConnection,
        seat: int,
        key: str | None,
    ) -> None:
        self.service = service
        self.table = table
        self.connection = connection
        self.seat = seat
        self.secret = None if key is None else hashed(key)
        limits, now = service.settings.limits, time.monotonic()
        self._messages = TokenBucket(limits.messages_per_second, limits.message_burst, now)
        self._unknown_count = 0
        self._advising: asyncio.Task[None] | None = None
        self._meter = LatencyMeter()
        is_race = table.room.game.timing is not None
        self.is_measured = is_race and seat != SPECTATOR
        if is_race:
            connection.hold = partial(table.latency.hold, seat)

    async def handle(self, text: str | bytes) -> None:
        """Handle a message of the client."""
        if not self._messages.take(time.monotonic()):
            raise RequestRefused(429, "flood", "too many messages: wait a moment and connect again")
        if _is_longer(text, self.service.settings.limits.message_bytes):
            raise RequestRefused(413, "long-message", "this message is too long")
        try:
            message = wire.read_message(text)
        except wire.MalformedMessage as error:
            self._handle_malformed(error)
            return
        try:
            await self._answer(message)
        except RequestRefused as refusal:
            self._send_refusal(message.id if isinstance(message, wire.Request) else None, refusal)

    def close(self) -> None:
        """Cancel advice that nobody waits for any more."""
        if self._advising is not None:
            self._advising.cancel()

    def _handle_malformed(self, error: wire.MalformedMessage) -> None:
        """Answer a malformed message with an error; disconnect after too many of unknown type."""
        refusal = _malformed(error)
        self._send_refusal(error.request, refusal)
        if error.is_unknown_type:
            self._unknown_count += 1
            if self._unknown_count >= self.service.settings.limits.malformed_messages:
                raise refusal

    def _send_refusal(self, request_id: str | None, refusal: RequestRefused) -> None:
        self.connection.send(_encode({"t": "refused", "answers": request_id, "error": refusal.to_json()}))

    async def _answer(self, message: wire.AnyMessage) -> None:
        match message:
            case wire.Hello():
                raise RequestRefused(409, "said-hello", "you have said hello already")
            case wire.Whole():
                await self._send_full_state()
            case wire.Ping():
                # not send_now(): a client that pings without reading must hit the send limit
                self.connection.send(_PONG)
            case wire.Echo():
                self._handle_echo(message.k)
            case wire.Preview():
                await self._send_preview(message)
            case wire.Advise():
                await self._start_advice(message)
            case wire.Rematch():
                await self._rematch(message)
            case _:
                await self._perform(message, self._action(message))

    # Latency

    async def measure_latency(self) -> None:
        """Send echoes with the delays of all seats, at intervals, until cancelled."""
        loop, table = asyncio.get_running_loop(), self.table
        while True:
            seats = table.room.state.seats
            bots = [number for number, seat in enumerate(seats) if seat.bot_level is not None]
            message = {
                "t": "echo",
                "k": self._meter.sent(loop.time()),
                **table.latency.message_fields(len(seats), bots),
            }
            self.connection.send_now(_encode(message))
            await asyncio.sleep(self._meter.interval)

    def _handle_echo(self, number: int) -> None:
        self._meter.received(number, asyncio.get_running_loop().time())
        if self._meter.delay is not None and self.is_measured:
            self.service.presence.record_delay(self.table, self.seat, self.connection, self._meter.delay)

    async def _perform(self, message: wire.Request, action: Action) -> None:
        if isinstance(message, wire.Move) and self.is_measured:
            await self.table.latency.wait_for_turn(self.seat)

        def checked_action(room: Room) -> deeds.AnyDeed | None:
            self._check_key(room)
            return action(room)

        await self.service.perform(
            self.table,
            checked_action,
            request_name=self._request_name(message),
            requester=self.connection,
            request_id=message.id,
        )

    def _request_name(self, message: wire.Request) -> str:
        return stored_request_name(self._own_seat(), self.secret or "", message.id)

    def _check_key(self, room: Room) -> None:
        """Refuse a client whose key was voided after it connected."""
        if self.secret not in room.state.seats[self._own_seat()].keys:
            raise RequestRefused(401, "wrong-key", "this seat is not yours any more")

    def _action(self, message: wire.Request) -> Action:
        """Return the action of a request."""
        seat = self._own_seat()
        match message:
            case wire.Move():
                return lambda room: room.move(seat, message.decision, message.move)
            case wire.Undo():
                return lambda room: room.undo_move(seat)
            case wire.Answer():
                return lambda room: room.answer(seat, message.ask, yes=message.yes)
            case wire.SetSeat():
                return self._set_seat(message)
            case wire.Chat():
                return self._chat(message.text)
        settings = self.service.settings
        simple_actions: dict[type[wire.Request], Action] = {
            wire.End: lambda room: room.propose_end(seat),
            wire.Pause: lambda room: room.pause(seat),
            wire.Resume: lambda room: room.resume(seat),
            wire.Resign: lambda room: room.resign(seat),
            wire.Start: lambda room: room.start(seat, entropy=settings.token),
            wire.Leave: lambda room: room.leave(seat),
            wire.Back: lambda room: _come_back(room, seat),
        }
        return simple_actions[type(message)]

    def _own_seat(self) -> int:
        """Return the client's seat, or refuse the request of a spectator."""
        if self.seat == SPECTATOR:
            raise RequestRefused(403, "only-watching", "you are watching: only players can do that")
        return self.seat

    def _set_seat(self, message: wire.SetSeat) -> Action:
        if message.kind not in ("bot", "open"):
            raise RequestRefused(400, "no-such-kind", "a seat can be given to a 'bot' or be 'open'")
        by, entropy = self._own_seat(), self.service.settings.token()

        def action(room: Room) -> deeds.AnyDeed:
            level = message.level
            if message.kind == "bot" and (room.state.status == WAITING or level is not None):
                level = check_level(room.game, level)
            return room.set_seat(by, message.seat, message.kind, level, entropy)

        return action

    def _chat(self, text: str) -> Action:
        seat, limits = self._own_seat(), self.service.settings.limits
        # An action is run again after a conflict with another one, but counts as one message.
        may_talk = cache(lambda: self.table.can_chat(seat, limits.chat_per_second, limits.chat_burst))

        def action(room: Room) -> deeds.AnyDeed:
            if not may_talk():
                raise RequestRefused(429, "chatty", "too many chat messages: wait a moment")
            return room.chat(seat, text)

        return action

    async def _send_full_state(self) -> None:
        async with self.service.locked_room(self.table) as room:
            if room.game_table is not None:
                known = room.game_table.witnessed(self.seat)
                self.connection.send(self.table.viewers.full_state(room.game_table, self.seat, known, None))

    async def _send_preview(self, message: wire.Preview) -> None:
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
        self.connection.send(as_answer(_encode({"t": "preview", "changed": changed}), message.id))

    async def _start_advice(self, message: wire.Advise) -> None:
        """Compute advice in a worker that gets only this seat's view. The game continues meanwhile."""
        seat = self._own_seat()
        async with self.service.locked_room(self.table) as room:
            self._check_key(room)
            if not room.config.advice:
                raise RequestRefused(403, "no-advice", "this table does not allow advice")
            game_table = room.started_game
            if game_table.decision(seat) is None or game_table.decision(seat) != message.decision:
                raise RequestRefused(409, "closed-decision", "that decision is no longer open")
            if seat in self.table.advice_pending:
                raise RequestRefused(
                    429, "advised-already", "advice for this seat is on its way: wait for it"
                )
            advice_task = self._send_advice(message, game_table.game.name, _encode(game_table.view(seat)))
            self._advising = asyncio.ensure_future(advice_task)
            self.table.advice_pending.add(seat)
            self._advising.add_done_callback(lambda _: self.table.advice_pending.discard(seat))

    async def _send_advice(self, message: wire.Advise, game: str, view: bytes) -> None:
        try:
            async with asyncio.timeout(ADVICE_TIMEOUT):
                advice = await self.service.bot_workers.advise(game, view, self.service.settings.bot_seed())
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
            answer = {"t": "advice", "decision": message.decision, **advice}
            self.connection.send(as_answer(_encode(answer), message.id))

    async def _rematch(self, message: wire.Rematch) -> None:
        self._own_seat()
        async with self.service.locked_room(self.table) as room:
            self._check_key(room)
            table_id = self.table.rematch_id or await rematch(
                self.service, room, self.seat, check_entropy(message.entropy)
            )
            self.table.rematch_id = table_id
            await self.service.perform_locked(
                self.table,
                lambda room: deeds.Rematched(room.state.rematch or table_id),
                request_name=self._request_name(message),
                requester=self.connection,
                request_id=message.id,
            )


def _is_longer(text: str | bytes, size: int) -> bool:
    """Return whether a text has more bytes than allowed."""
    if isinstance(text, str) and not text.isascii():
        return len(text) > size or len(text.encode()) > size
    return len(text) > size


def _malformed(error: wire.MalformedMessage) -> RequestRefused:
    return RequestRefused(400, "no-message", f"this is not a valid message: {error}")


def _come_back(room: Room, seat: int) -> deeds.AnyDeed:
    deed = room.come_back(seat)
    if room.state.seats[seat].resigned:
        raise RequestRefused(409, "resigned-already", "you have resigned")
    if room.has_timed_out(seat):
        raise RequestRefused(
            409, "too-late", "your time for this decision is over: come back after the bot has made it"
        )
    if deed is None:
        raise RequestRefused(409, "never-left", "you are playing already")
    return deed


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str], service: NamedDependency[TableService]) -> None:
    """Play or watch at a table; see docs/wire.md."""
    if not _is_same_site(socket):
        await socket.close(4403, "this page belongs to another site")
        return
    if not service.request_limiter.take(network(socket)):
        await socket.close(4429, "too many connections: wait a moment")
        return
    await socket.accept()
    connection = WebSocketConnection(socket, service.settings.limits)
    try:
        # In its own task: each wake-up would otherwise pass through all layers of the app.
        await asyncio.ensure_future(_run_session(connection, service, table))
    except RequestRefused as error:
        connection.close(CLOSE_CODES.get(error.status, 4400), error.sentence)
        await connection.flush()
    except WebSocketDisconnect:
        pass
    finally:
        connection.stop()


async def _run_session(connection: WebSocketConnection, service: TableService, table_id: str) -> None:
    table = await service.find(table_id)
    try:
        hello = wire.read_message(await asyncio.wait_for(connection.receive(), HELLO_TIMEOUT))
    except TimeoutError:
        raise RequestRefused(400, "silence", "say hello first") from None
    except wire.MalformedMessage as error:
        raise _malformed(error) from None
    if not isinstance(hello, wire.Hello):
        raise RequestRefused(400, "no-hello", "say hello first")
    if table.room.game.timing is not None:  # a new connection must not see a race earlier
        connection.hold = partial(table.latency.hold, SPECTATOR)
    try:
        seat = await service.join(table, hello.key, connection, hello.n, hello.hash, hello.chat)
        session = ClientSession(service, table, connection, seat, hello.key)
        echoing = asyncio.ensure_future(session.measure_latency()) if session.is_measured else None
        try:
            while True:
                await session.handle(await connection.receive())
        finally:
            session.close()
            if echoing is not None:
                echoing.cancel()
                service.presence.record_delay(table, seat, connection, None)
    finally:
        service.disconnect(table, connection)


def _is_same_site(socket: Socket) -> bool:
    """Return whether the page that opened the socket is from this site."""
    origin = socket.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False
