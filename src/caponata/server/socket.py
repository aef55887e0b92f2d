"""The socket of a table: one viewer, who is told what they may know and asks for what they want."""

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
from caponata.server.audience import answering
from caponata.server.evenness import Echoes
from caponata.server.house import House
from caponata.server.life import WAITING
from caponata.server.limits import Bucket, network
from caponata.server.line import Socket, SocketLine
from caponata.server.live import Act, Live
from caponata.server.making import check_entropy, check_level, rematch
from caponata.server.people import hashed
from caponata.server.refused import Refused, refused
from caponata.server.room import Room

FIRST_WORD: Final = 15.0  # seconds in which a client must say who it is
LONGEST_ADVICE: Final = 20.0  # seconds
KEY_DIGITS: Final = 12  # of a hashed key: enough to tell those of a seat apart
CLOSE_CODES: Final = {400: 4400, 401: 4401, 403: 4403, 404: 4404, 410: 4404, 413: 4413, 429: 4429, 503: 4503}

logger = logging.getLogger("caponata.server")
_encode = msgspec.json.Encoder().encode
_PONG: Final = _encode({"t": "pong"})


def request_name(seat: int, secret: str, request: str) -> str:
    """What a request is stored as: an id is its client's own, and who sits there later has another key."""
    return f"{seat}:{secret[:KEY_DIGITS]}:{request}"


class Conversation:
    """One client at one table, from its first word to its last."""

    def __init__(self, house: House, live: Live, line: SocketLine, seat: int, key: str | None) -> None:
        self.house = house
        self.live = live
        self.line = line
        self.seat = seat
        self.secret = None if key is None else hashed(key)
        limits, now = house.settings.limits, time.monotonic()
        self._messages = Bucket(limits.messages_a_second, limits.messages_at_once, now)
        self._strikes = 0
        self._advising: asyncio.Task[None] | None = None
        self._echoes = Echoes()
        is_race = live.room.game.timing is not None
        self.is_echoing = is_race and seat != SPECTATOR
        if is_race:
            line.lag = partial(live.lines.hold, seat)

    async def hear(self, text: str | bytes) -> None:
        """Answer a message of the client."""
        if not self._messages.take(time.monotonic()):
            raise Refused(429, "flood", "too many messages: take a breath and connect again")
        if _is_longer(text, self.house.settings.limits.message_bytes):
            raise Refused(413, "long-message", "this message is too long")
        try:
            message = wire.read_message(text)
        except wire.NoMessage as error:
            self._misheard(error)
            return
        try:
            await self._answer(message)
        except Refused as refusal:
            self._refuse(message.id if isinstance(message, wire.Request) else None, refusal)

    def end(self) -> None:
        """Nobody waits any more for what is thought about."""
        if self._advising is not None:
            self._advising.cancel()

    def _misheard(self, error: wire.NoMessage) -> None:
        """Refuse what is no message; who goes on talking nonsense is let go."""
        refusal = _no_message(error)
        self._refuse(error.request, refusal)
        if error.is_nonsense:
            self._strikes += 1
            if self._strikes >= self.house.settings.limits.strikes:
                raise refusal

    def _refuse(self, request: str | None, refusal: Refused) -> None:
        self.line.tell(_encode({"t": "refused", "answers": request, "error": refusal.plain()}))

    async def _answer(self, message: wire.AnyMessage) -> None:
        match message:
            case wire.Hello():
                raise Refused(409, "said-hello", "you said hello before")
            case wire.Whole():
                await self._tell_whole()
            case wire.Ping():
                self.line.tell(_PONG)  # not at once: who pings and does not listen is let go too
            case wire.Echo():
                self._hear_echo(message.k)
            case wire.Preview():
                await self._tell_preview(message)
            case wire.Advise():
                await self._advise(message)
            case wire.Rematch():
                await self._play_again(message)
            case _:
                await self._do(message, self._act(message))

    # An even race

    async def keep_echoing(self) -> None:
        """Measure this seat's line as long as it lasts, and let everybody know how far away all are."""
        loop, live = asyncio.get_running_loop(), self.live
        while True:
            seats = live.room.life.seats
            bots = [number for number, seat in enumerate(seats) if seat.player is not None]
            told = {"t": "echo", "k": self._echoes.send(loop.time()), **live.lines.shown(len(seats), bots)}
            self.line.tell_at_once(_encode(told))
            await asyncio.sleep(self._echoes.pause)

    def _hear_echo(self, number: int) -> None:
        self._echoes.hear(number, asyncio.get_running_loop().time())
        if self._echoes.delay is not None and self.is_echoing:
            self.house.presence.measured(self.live, self.seat, self.line, self._echoes.delay)

    async def _do(self, message: wire.Request, act: Act) -> None:
        if isinstance(message, wire.Move) and self.is_echoing:
            await self.live.lines.wait(self.seat)

        def by_right(room: Room) -> deeds.AnyDeed | None:
            self._check_key(room)
            return act(room)

        await self.house.act(
            self.live,
            by_right,
            message=self._named(message),
            asker=self.line,
            request=message.id,
        )

    def _named(self, message: wire.Request) -> str:
        return request_name(self._own_seat(), self.secret or "", message.id)

    def _check_key(self, room: Room) -> None:
        """Refuse whoever lost the seat since they came."""
        if self.secret not in room.life.seats[self._own_seat()].keys:
            raise Refused(401, "wrong-key", "this seat is not yours any more")

    def _act(self, message: wire.Request) -> Act:
        """What a request asks of the room."""
        seat = self._own_seat()
        match message:
            case wire.Move():
                return lambda room: room.move(seat, message.decision, message.move)
            case wire.Undo():
                return lambda room: room.take_back(seat)
            case wire.Answer():
                return lambda room: room.answer(seat, message.ask, yes=message.yes)
            case wire.SetSeat():
                return self._set_seat(message)
            case wire.Chat():
                return self._say(message.text)
        settings = self.house.settings
        plain: dict[type[wire.Request], Act] = {
            wire.End: lambda room: room.ask_end(seat),
            wire.Pause: lambda room: room.pause(seat),
            wire.Resume: lambda room: room.resume(seat),
            wire.Resign: lambda room: room.resign(seat),
            wire.Start: lambda room: room.start(seat, entropy=settings.token),
            wire.Leave: lambda room: room.leave(seat),
            wire.Back: lambda room: _come_back(room, seat),
        }
        return plain[type(message)]

    def _own_seat(self) -> int:
        if self.seat == SPECTATOR:
            raise Refused(403, "only-watching", "you are watching: only those who play can do that")
        return self.seat

    def _set_seat(self, message: wire.SetSeat) -> Act:
        if message.kind not in ("bot", "open"):
            raise Refused(400, "no-such-kind", "a seat can be given to a 'bot' or be 'open'")
        by, entropy = self._own_seat(), self.house.settings.token()

        def act(room: Room) -> deeds.AnyDeed:
            level = message.level
            if message.kind == "bot" and (room.life.status == WAITING or level is not None):
                level = check_level(room.game, level)
            return room.set_seat(by, message.seat, message.kind, level, entropy)

        return act

    def _say(self, text: str) -> Act:
        seat, limits = self._own_seat(), self.house.settings.limits
        # An act is judged again when another process was quicker, and is one line still.
        may_talk = cache(lambda: self.live.talks(seat, limits.chat_a_second, limits.chat_at_once))

        def act(room: Room) -> deeds.AnyDeed:
            if not may_talk():
                raise Refused(429, "chatty", "you talk faster than anybody reads: wait a moment")
            return room.say(seat, text)

        return act

    async def _tell_whole(self) -> None:
        async with self.house.looking(self.live) as room:
            if room.play is not None:
                known = room.play.witnessed(self.seat)
                self.line.tell(self.live.audience.whole_state(room.play, self.seat, known, None))

    async def _tell_preview(self, message: wire.Preview) -> None:
        seat = self._own_seat()
        async with self.house.looking(self.live) as room:
            play = room.game_on
            if play.decision(seat) is None or play.decision(seat) != message.decision:
                raise Refused(409, "closed-decision", "that decision is not open any more")
            try:
                move = play.game.space.read(message.move)
            except MoveError as error:
                raise refused(error) from None
            why = play.refusal(seat, move)
            if why is not None:
                raise refused(IllegalMove(seat, play.game.space.text(move), why))
            if move not in play.moves(seat):
                raise Refused(409, "not-now", f"'{message.move}' must wait: a draw comes first")
            view = play.view(seat)
        changed = preview(play.game, view, move, Rng(self.house.settings.bot_seed()))
        self.line.tell(answering(_encode({"t": "preview", "changed": changed}), message.id))

    async def _advise(self, message: wire.Advise) -> None:
        """Ask a thinker, who is told nothing but what this seat sees; table and client go on meanwhile."""
        seat = self._own_seat()
        async with self.house.looking(self.live) as room:
            self._check_key(room)
            if not room.plan.advice:
                raise Refused(403, "no-advice", "at this table everybody thinks for themselves")
            play = room.game_on
            if play.decision(seat) is None or play.decision(seat) != message.decision:
                raise Refused(409, "closed-decision", "that decision is not open any more")
            if seat in self.live.advised:
                raise Refused(429, "advised-already", "somebody thinks about it for you: wait for the answer")
            thinking = self._tell_advice(message, play.game.name, _encode(play.view(seat)))
            self._advising = asyncio.ensure_future(thinking)
            self.live.advised.add(seat)
            self._advising.add_done_callback(lambda _: self.live.advised.discard(seat))

    async def _tell_advice(self, message: wire.Advise, game: str, view: bytes) -> None:
        try:
            async with asyncio.timeout(LONGEST_ADVICE):
                advice = await self.house.thinkers.advise(game, view, self.house.settings.bot_seed())
        except TimeoutError:
            logger.warning("no advice came to mind in %s seconds", LONGEST_ADVICE)
            self._refuse(message.id, Refused(503, "no-idea", "nothing came to mind in time: try again"))
        except Exception:
            logger.exception("no advice came to mind")
            sentence = "nothing comes to mind at the moment: try again"
            self._refuse(message.id, Refused(503, "no-idea", sentence))
        else:
            told = {"t": "advice", "decision": message.decision, **advice}
            self.line.tell(answering(_encode(told), message.id))

    async def _play_again(self, message: wire.Rematch) -> None:
        self._own_seat()
        async with self.house.looking(self.live) as room:
            self._check_key(room)
            table = self.live.rematch or await rematch(
                self.house, room, self.seat, check_entropy(message.entropy)
            )
            self.live.rematch = table
            await self.house.perform(
                self.live,
                lambda room: deeds.Rematched(room.life.rematch or table),
                message=self._named(message),
                asker=self.line,
                request=message.id,
            )


def _is_longer(text: str | bytes, size: int) -> bool:
    """Whether a text has more bytes; one of plain characters has as many as characters."""
    if isinstance(text, str) and not text.isascii():
        return len(text) > size or len(text.encode()) > size
    return len(text) > size


def _no_message(error: wire.NoMessage) -> Refused:
    return Refused(400, "no-message", f"this is no message of the game: {error}")


def _come_back(room: Room, seat: int) -> deeds.AnyDeed:
    deed = room.come_back(seat)
    if room.life.seats[seat].resigned:
        raise Refused(409, "resigned-already", "you have resigned")
    if room.is_late(seat):
        raise Refused(
            409, "too-late", "your time for this decision is over: when the bot has made it, come back"
        )
    if deed is None:
        raise Refused(409, "never-left", "you play yourself already")
    return deed


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str], house: NamedDependency[House]) -> None:
    """Play or watch at a table: see docs/wire.md."""
    if not _is_same_site(socket):
        await socket.close(4403, "this page belongs to another site")
        return
    if not house.callers.take(network(socket)):
        await socket.close(4429, "too many connections: wait a moment")
        return
    await socket.accept()
    line = SocketLine(socket, house.settings.limits)
    try:
        # In a task of its own: what wakes it would come through all layers of the app, each time.
        await asyncio.ensure_future(_converse(line, house, table))
    except Refused as error:
        line.dismiss(CLOSE_CODES.get(error.status, 4400), error.sentence)
        await line.finish()
    except WebSocketDisconnect:
        pass
    finally:
        line.stop()


async def _converse(line: SocketLine, house: House, table: str) -> None:
    live = await house.find(table)
    try:
        hello = wire.read_message(await asyncio.wait_for(line.hear(), FIRST_WORD))
    except TimeoutError:
        raise Refused(400, "silence", "say hello first") from None
    except wire.NoMessage as error:
        raise _no_message(error) from None
    if not isinstance(hello, wire.Hello):
        raise Refused(400, "no-hello", "say hello first")
    if live.room.game.timing is not None:  # nobody sees a race sooner on a new line
        line.lag = partial(live.lines.hold, SPECTATOR)
    try:
        seat = await house.join(live, hello.key, line, hello.n, hello.hash, hello.chat)
        conversation = Conversation(house, live, line, seat, hello.key)
        echoing = asyncio.ensure_future(conversation.keep_echoing()) if conversation.is_echoing else None
        try:
            while True:
                await conversation.hear(await line.hear())
        finally:
            conversation.end()
            if echoing is not None:
                echoing.cancel()
                house.presence.measured(live, seat, line, None)
    finally:
        house.part(live, line)


def _is_same_site(socket: Socket) -> bool:
    """Whether no other site's page opened the socket: browsers say where a page is from."""
    origin = socket.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False
