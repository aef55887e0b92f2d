"""How a seat talks to each of the servers: to ours, to a bare relay, to boardgame.io."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

import msgspec
from server.matches import MOVES_A_GAME, Match, Seat


class Told(msgspec.Struct):
    """What the bench reads of our server's messages."""

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


FARTHER: Final = 0.05  # seconds one way that a far seat seems to be away


class OurSeat(Seat):
    """A seat at a table of ours."""

    read = msgspec.json.Decoder(Told).decode

    def __init__(self, match: Match, number: int) -> None:
        super().__init__(match, number)
        self.state = Told("")
        self.requests = 0

    def greet(self) -> None:
        self.hello(0, None)

    def hello(self, n: int, view_hash: str | None) -> None:
        """Say who sits here, and what is known."""
        key = self.match.ticket["keys"][self.number]
        assert self.line is not None
        self.line.send(msgspec.json.encode({"t": "hello", "key": key, "n": n, "hash": view_hash}))

    def hear(self, message: bytes) -> None:
        told = self.read(message)
        if told.t == "state":
            self.state = told
            if not self.joined.done():
                self.enter()
                return
            if told.outcome is not None:
                self.match.is_over = True
            self.match.told(self, is_answer=told.answers is not None)
        elif told.t == "refused":
            self.sent = 0.0
            self.match.driver.refused(str(told.error))

    def wants(self) -> bytes | None:
        state = self.state
        if state.decision is None or not state.moves:
            return None
        verb = random.choice(list(state.moves))
        words = random.choice(state.moves[verb])
        return self.request("move", decision=state.decision, move=f"{verb} {words}" if words else verb)

    def request(self, kind: str, **more: Any) -> bytes:
        """A request with an id of its own."""
        self.requests += 1
        return msgspec.json.encode({"t": kind, "id": f"{self.requests}", **more})


class RelaySeat(Seat):
    """A seat at a table that only relays."""

    def greet(self) -> None:
        self.enter()

    def hear(self, message: bytes) -> None:
        if self.count + 1 >= MOVES_A_GAME:
            self.match.is_over = True
        self.match.told(self, is_answer=message[0] == 48 + self.number)

    def wants(self) -> bytes | None:
        if self.count % 2 != self.number:
            return None
        return b'%d {"t":"move","id":"%d","decision":12,"move":"home blue-4"}' % (self.number, self.count)


class RacingSeat(OurSeat):
    """A seat at a table of Capio: everybody takes and places dice at once."""

    verbs = ("ready", "take", "place", "stop")

    def hear(self, message: bytes) -> None:
        told = self.read(message)
        if told.t == "echo":
            self.echo(msgspec.json.encode({"t": "echo", "k": told.k}))
            return
        super().hear(message)
        if told.t == "refused":  # somebody was quicker
            self.match.driver.may_move(self)

    def echo(self, answer: bytes) -> None:
        """Answer an echo."""
        if self.line is not None and not self.line.is_lost:
            self.line.send(answer)

    def wants(self) -> bytes | None:
        state = self.state
        verb = next((each for each in self.verbs if state.moves.get(each)), None)
        if state.decision is None or verb is None:
            return None
        words = random.choice(state.moves[verb])
        return self.request("move", decision=state.decision, move=f"{verb} {words}".strip())


class UnevenSeat(RacingSeat):
    """The same, but one seat of every table seems to be far away, and the other is held for it."""

    def echo(self, answer: bytes) -> None:
        if self.number == 0:
            super().echo(answer)
        else:
            asyncio.get_running_loop().call_later(2 * FARTHER, super().echo, answer)


class RelayRacingSeat(RelaySeat):
    """A seat at a table that only relays what anybody says."""

    def wants(self) -> bytes | None:
        return b'%d {"t":"move","id":"%d","decision":12,"move":"take blue-4"}' % (self.number, self.count)


class Context(msgspec.Struct):
    """What the bench reads of boardgame.io's context."""

    currentPlayer: str  # noqa: N815
    gameover: Any = None


class Stand(msgspec.Struct, rename={"state_id": "_stateID"}):
    """What the bench reads of boardgame.io's state."""

    ctx: Context
    state_id: int


class Sync(msgspec.Struct):
    """What boardgame.io says on joining."""

    state: Stand


class BoardgameSeat(Seat):
    """A seat at a match of boardgame.io, in the words of socket.io."""

    space = b"/capital,"
    update = b'42/capital,["update"'
    sync = b'42/capital,["sync"'
    read_update = msgspec.json.Decoder(tuple[str, str, Stand, msgspec.Raw]).decode
    read_sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode

    def __init__(self, match: Match, number: int) -> None:
        super().__init__(match, number)
        self.stand: Stand | None = None

    def hear(self, message: bytes) -> None:
        assert self.line is not None or message[:1] == b"0"
        if message.startswith(self.update):
            self.stand = self.read_update(message[11:])[2]
            if self.stand.ctx.gameover is not None:
                self.match.is_over = True
            self.match.told(self, is_answer=bool(self.sent))
        elif message == b"2":
            self._say(b"3")
        elif message.startswith(self.sync):
            self.stand = self.read_sync(message[11:])[2].state
            self.enter()
        elif message.startswith(b"40/capital"):
            self._say(b'42/capital,["sync","%s","%d",null,2]' % (self.match.ticket.encode(), self.number))

    def greet(self) -> None:
        self._say(b"40/capital,")

    def _say(self, text: bytes) -> None:
        assert self.line is not None
        self.line.send(text)

    def wants(self) -> bytes | None:
        stand = self.stand
        if stand is None or stand.ctx.currentPlayer != str(self.number):
            return None
        return (
            b'42/capital,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d],'
            b'"playerID":"%d","credentials":null}},%d,"%s","%d"]'
            % (random.randrange(60), self.number, stand.state_id, self.match.ticket.encode(), self.number)
        )
