"""The protocols of the measured servers: ours, the bare relay and boardgame.io."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

import msgspec
from server.matches import MOVES_PER_GAME, Match, Seat


class ServerMessage(msgspec.Struct):
    """The fields of our server's messages that the benchmark reads."""

    t: str
    k: int = 0
    answers: str | None = None
    n: int = 0
    hash: str | None = None
    decision: int | None = None
    moves: dict[str, list[str]] = {}
    undo: str | None = None
    outcome: Any = None
    error: Any = None


FAR_DELAY: Final = 0.05  # simulated one-way delay of a far seat, in seconds


class OurSeat(Seat):
    """A seat at a table of our server."""

    read = msgspec.json.Decoder(ServerMessage).decode

    def __init__(self, match: Match, number: int) -> None:
        super().__init__(match, number)
        self.state = ServerMessage("")
        self.requests = 0

    def send_hello(self) -> None:
        self.hello(0, None)

    def hello(self, n: int, view_hash: str | None) -> None:
        """Send hello with what the seat knows."""
        key = self.match.ticket["keys"][self.number]
        assert self.connection is not None
        self.connection.send(msgspec.json.encode({"t": "hello", "key": key, "n": n, "hash": view_hash}))

    def on_message(self, message: bytes) -> None:
        received = self.read(message)
        if received.t == "state":
            self.state = received
            if not self.joined.done():
                self.set_joined()
                return
            if received.outcome is not None:
                self.match.is_over = True
            self.match.message_received(self, is_answer=received.answers is not None)
        elif received.t == "refused":
            self.sent = 0.0
            self.match.driver.on_refused(str(received.error))

    def next_move(self) -> bytes | None:
        state = self.state
        if state.decision is None or not state.moves:
            return None
        verb = random.choice(list(state.moves))
        words = random.choice(state.moves[verb])
        return self.request("move", decision=state.decision, move=f"{verb} {words}" if words else verb)

    def request(self, kind: str, **more: Any) -> bytes:
        """Encode a request with a new id."""
        self.requests += 1
        return msgspec.json.encode({"t": kind, "id": f"{self.requests}", **more})


class RelaySeat(Seat):
    """A seat at a relay's table."""

    def send_hello(self) -> None:
        self.set_joined()

    def on_message(self, message: bytes) -> None:
        if self.count + 1 >= MOVES_PER_GAME:
            self.match.is_over = True
        self.match.message_received(self, is_answer=message[0] == ord("0") + self.number)

    def next_move(self) -> bytes | None:
        if self.count % 2 != self.number:
            return None
        return b'%d {"t":"move","id":"%d","decision":12,"move":"home blue-4"}' % (self.number, self.count)


class RacingSeat(OurSeat):
    """A seat at a table of Capio, at which both seats take and place dice at once."""

    verbs = ("ready", "take", "place", "stop")

    def on_message(self, message: bytes) -> None:
        received = self.read(message)
        if received.t == "echo":
            self.echo(msgspec.json.encode({"t": "echo", "k": received.k}))
            return
        super().on_message(message)
        if received.t == "refused":  # the other seat was faster
            self.match.driver.on_turn(self)

    def echo(self, answer: bytes) -> None:
        """Answer an echo."""
        if self.connection is not None and not self.connection.is_lost:
            self.connection.send(answer)

    def next_move(self) -> bytes | None:
        state = self.state
        verb = next((each for each in self.verbs if state.moves.get(each)), None)
        if state.decision is None or verb is None:
            return None
        words = random.choice(state.moves[verb])
        return self.request("move", decision=state.decision, move=f"{verb} {words}".strip())


class DistantSeat(RacingSeat):
    """A seat of Capio. One seat of every table answers echoes late, so the server delays the other one."""

    def echo(self, answer: bytes) -> None:
        if self.number == 0:
            super().echo(answer)
        else:
            asyncio.get_running_loop().call_later(2 * FAR_DELAY, super().echo, answer)


class RelayRacingSeat(RelaySeat):
    """A seat at a relay's table that sends at any time."""

    def next_move(self) -> bytes | None:
        return b'%d {"t":"move","id":"%d","decision":12,"move":"take blue-4"}' % (self.number, self.count)


class Context(msgspec.Struct):
    """The fields of boardgame.io's context that the benchmark reads."""

    currentPlayer: str  # noqa: N815
    gameover: Any = None


class BoardgameState(msgspec.Struct, rename={"state_id": "_stateID"}):
    """The fields of boardgame.io's state that the benchmark reads."""

    ctx: Context
    state_id: int


class Sync(msgspec.Struct):
    """boardgame.io's message on joining."""

    state: BoardgameState


class BoardgameSeat(Seat):
    """A seat at a match of boardgame.io, over socket.io."""

    space = b"/capital,"
    update = b'42/capital,["update"'
    sync = b'42/capital,["sync"'
    read_update = msgspec.json.Decoder(tuple[str, str, BoardgameState, msgspec.Raw]).decode
    read_sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode

    def __init__(self, match: Match, number: int) -> None:
        super().__init__(match, number)
        self.last_state: BoardgameState | None = None

    def on_message(self, message: bytes) -> None:
        assert self.connection is not None or message[:1] == b"0"
        if message.startswith(self.update):
            self.last_state = self.read_update(message[11:])[2]
            if self.last_state.ctx.gameover is not None:
                self.match.is_over = True
            self.match.message_received(self, is_answer=bool(self.sent))
        elif message == b"2":
            self._say(b"3")
        elif message.startswith(self.sync):
            self.last_state = self.read_sync(message[11:])[2].state
            self.set_joined()
        elif message.startswith(b"40/capital"):
            self._say(b'42/capital,["sync","%s","%d",null,2]' % (self.match.ticket.encode(), self.number))

    def send_hello(self) -> None:
        self._say(b"40/capital,")

    def _say(self, text: bytes) -> None:
        assert self.connection is not None
        self.connection.send(text)

    def next_move(self) -> bytes | None:
        last_state = self.last_state
        if last_state is None or last_state.ctx.currentPlayer != str(self.number):
            return None
        return (
            b'42/capital,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d],'
            b'"playerID":"%d","credentials":null}},%d,"%s","%d"]'
            % (
                random.randrange(60),
                self.number,
                last_state.state_id,
                self.match.ticket.encode(),
                self.number,
            )
        )
