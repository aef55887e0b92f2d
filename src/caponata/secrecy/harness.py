"""Plays a script on a real server and records every byte that every viewer receives.

Draws, names, keys, time and commitment are injected, so two runs of one script are equal to the byte. What
the whole table sees anyway (chat, connections, pauses, proposals) is part of every run. Private requests
(previews, advice, refusals, links, pages, replays) are sent by all viewers or by one viewer alone, because
they must not leave a trace for the others either.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Final

import httpx

from caponata.catalogue import find_game
from caponata.engine.game import SPECTATOR
from caponata.engine.record import Choice
from caponata.secrecy.clients import TIMEOUT, Client, Server, http_client, serving
from caponata.secrecy.doubles import NO_LIMITS, ScriptedDraws, ScriptedPool, join_code
from caponata.secrecy.twins import Script, ScriptAction
from caponata.server.settings import Settings
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.requests import PlayChance, TimeOut

NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
WATCHER: Final = "Eve"
START_TIME: Final = 1_700_000_000_000
SEED: Final = bytes(range(32))
OTHER_SEED: Final = bytes(range(100, 132))
SIGNING_KEY: Final = b"passport" * 4
CLOCK: Final = {"move": 600, "bank": 3600, "then": "default"}
FULL_CHECK_INTERVAL: Final = 40  # actions between two complete checks
ECHO: Final = {"t", "k", "delays", "behind"}
TIMEOUT_SHIFT: Final = 5_000_000  # milliseconds: more than any clock allows


class RecordingClient(Client):
    """A client that accepts every message: the comparison finds what is wrong with it."""

    name = "main"
    sent = 0

    async def send(self, **message: Any) -> str:
        self.sent += 1
        return await super().send(**{"id": f"{self.name}-{self.sent}"} | message)

    def _handle_state(self, message: dict[str, Any]) -> None:
        if "view" in message:
            self.view = message["view"]
        else:
            self.view = {**self.view, **message["changed"]}
            for key in message["gone"]:
                self.view.pop(key, None)
        self.events += message["events"]
        self.state = message

    async def _handle(self, message: dict[str, Any]) -> None:
        if message["t"] == "echo":  # measured delays are not part of the game, and differ in every run
            assert message.keys() == ECHO
            self.received.pop()
        await super()._handle(message)

    async def sync(self) -> None:
        """Wait until everything sent before was received."""
        await self.ask(t="answer", ask=-1, yes=False)


@dataclass
class Recording:
    """Everything that one viewer received, over its socket and over HTTP."""

    received: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)  # length of both lists after each action

    def until(self, actions: int) -> Recording:
        """Return what was received during the first actions."""
        received, answers = self.marks[actions - 1]
        return Recording(self.received[:received], self.answers[:answers], self.marks[:actions])


class Harness:
    """A table on a server that plays a script."""

    current: ClassVar[Harness | None] = None  # the running harness, for tests that plant leaks

    def __init__(self, script: Script, server: Server, http: httpx.AsyncClient) -> None:
        self.script = script
        self.server = server
        self.http = http
        self.table = ""
        self.code = ""
        self.time = START_TIME
        self.tokens = 0
        self.people: dict[int, dict[str, str]] = {}
        self.keys: dict[int, str] = {}
        self.clients: dict[int, RecordingClient] = {}
        self.recordings = {viewer: Recording() for viewer in script.viewers}

    @property
    def open_table(self) -> OpenTable:
        return self.server.service.open_tables[self.table]

    # Setting up

    async def open(self, fields: Mapping[str, Any]) -> None:
        """Create the table, seat everybody and connect all viewers."""
        for viewer in self.script.viewers:
            name = WATCHER if viewer == SPECTATOR else NAMES[viewer]
            answer = await self.http.post("/api/me", json={"name": name})
            self.people[viewer] = {"authorization": f"Bearer {answer.json()['token']}"}
        seats = [{"is": "me"}, *({"is": "open"} for _ in range(1, self.script.seats))]
        clock = None if find_game(self.script.game).timing else CLOCK
        order = {"game": self.script.game, "seats": seats, "listed": True, "advice": True, "clock": clock}
        created = (
            await self.http.post("/api/tables", json=order | dict(fields), headers=self.people[0])
        ).json()
        self.table, self.code, self.keys[0] = created["table"], created["code"], created["keys"][0]["key"]
        for seat in range(1, self.script.seats):
            path = f"/api/tables/{self.table}/sit"
            answer = await self.http.post(path, json={"seat": seat}, headers=self.people[seat])
            self.keys[seat] = answer.json()["key"]
        for viewer in self.script.viewers:
            self.clients[viewer] = await self.join(viewer)

    async def join(self, viewer: int, name: str = "main") -> RecordingClient:
        """Return a new client of a viewer, which knows nothing yet."""
        client = RecordingClient(self.server.address, self.table, self.keys.get(viewer))
        client.name = name
        self.server.clients.append(client)
        await self.connect(client)
        return client

    async def connect(self, client: RecordingClient) -> None:
        """Connect a client, and send the changed presence."""
        await client.connect()
        await client.sync()
        self._publish_presence()

    async def disconnect(self, viewer: int, client: RecordingClient) -> None:
        """Close a client, and send the changed presence."""
        connections = self.server.connections_at(self.table).viewers.by_seat[viewer].connections
        before = len(connections)
        await client.close()
        async with asyncio.timeout(TIMEOUT):
            while len(connections) == before:
                await asyncio.sleep(0)
        self._publish_presence()

    def _publish_presence(self) -> None:
        """Send presence now instead of after the server's delay."""
        self.server.parts.presence.send_now(self.open_table)

    async def sync(self) -> None:
        """Wait until everything was received and stored."""
        for viewer in self.script.viewers:
            await self.clients[viewer].sync()
        await self.server.finish_background_tasks()

    def count(self) -> int:
        self.tokens += 1
        return self.tokens

    # Playing the script

    async def run(
        self,
        private_viewers: Collection[int],
        full_checks: Mapping[int, Collection[int]] | None = None,
        actions: int | None = None,
    ) -> None:
        """Play the script; only `private_viewers` send private requests and look at everything.

        All viewers join again as newcomers, because everybody sees connections.
        """
        for number, action in enumerate(self.script.actions[:actions], start=1):
            self.time += 1_000 + number
            await self._play(action)
            await self.server.service.perform(self.open_table, PlayChance())
            await self._act_publicly(number)
            await self.sync()
            for viewer in self.script.viewers:
                is_full_check = (
                    number in (full_checks or {}).get(viewer, ()) or number % FULL_CHECK_INTERVAL == 6
                )
                if viewer in private_viewers:
                    self.tokens = number * 10_000 + (viewer + 1) * 1_000
                    await self._act_privately(viewer, number)
                    if is_full_check:
                        await self._request_all_pages(viewer)
                if is_full_check:
                    await self._join_again(viewer)
                received = self.recordings[viewer].received = self.clients[viewer].received
                self.recordings[viewer].marks.append((len(received), len(self.recordings[viewer].answers)))

    async def _play(self, action: ScriptAction) -> None:
        client = self.clients[0 if action.seat == SPECTATOR else action.seat]
        match action.how:
            case "start":
                answer = await client.ask(t="start")
            case "clock" if self.open_table.room.config.clock is not None:
                await self._let_time_run_out(action.seat)
                return
            case "undo" | "consent":
                answer = await client.ask(t="undo")
                await self.sync()
                for ask in client.table["asks"]:
                    for seat in ask["waits"]:
                        await self.clients[seat].ask(t="answer", ask=ask["ask"], yes=True)
            case _:
                assert isinstance(action.entries[0], Choice)
                answer = await client.move(action.entries[0].move)
        assert answer["t"] != "refused", (action, answer)

    async def _let_time_run_out(self, seat: int) -> None:
        """Let the clock of one seat run out, without changing the time for the others."""
        number = self.open_table.room.state.number
        timeout = TimeOut(seat, self.time + TIMEOUT_SHIFT)
        await self.server.service.perform(self.open_table, timeout)
        assert self.open_table.room.state.number > number

    async def _act_publicly(self, number: int) -> None:
        """Do things that the whole table sees."""
        seat = number % self.script.seats
        viewer = self.script.viewers[number % len(self.script.viewers)]
        if number % 6 == 2:
            await self.clients[seat].ask(t="chat", text=f"that was act {number}")
        if number % 5 == 3:
            await self.sync()
            await self.disconnect(viewer, self.clients[viewer])
            await self.sync_others(viewer)
            await self.connect(self.clients[viewer])
        if number % 16 == 5:
            self.open_table.needs_reload = True  # as after a full disk: the room is rebuilt
        if number % 18 == 7 and not self.open_table.room.state.is_over:
            await self.clients[seat].ask(t="pause")
            await self.clients[(seat + 1) % self.script.seats].ask(t="resume")
        if number % 22 == 11 and not self.open_table.room.state.is_over:
            await self.clients[seat].ask(t="end")
            await self.sync()
            ask = self.clients[seat].table["asks"][-1]
            await self.clients[ask["waits"][0]].ask(t="answer", ask=ask["ask"], yes=False)
        if number % 26 == 9:
            await self._move_to_another_device(seat)

    async def sync_others(self, absent: int) -> None:
        for viewer in self.script.viewers:
            if viewer != absent:
                await self.clients[viewer].sync()

    async def _move_to_another_device(self, seat: int) -> None:
        """Move a seat by its personal link; its recording continues with the new connection."""
        await self.sync()
        path, headers = f"/api/tables/{self.table}", self.people[seat]
        self.tokens = 10**9 + self.time - START_TIME
        link = (await self.http.post(f"{path}/link", json={"key": self.keys[seat]}, headers=headers)).json()
        claimed = (await self.http.post(f"{path}/claim", json=link, headers=headers)).json()
        old = self.clients[seat]
        await old.until(lambda: old.closed is not None)
        async with asyncio.timeout(TIMEOUT):
            while self.server.connections_at(self.table).viewers.is_connected(seat):
                await asyncio.sleep(0)
        self._publish_presence()
        await self.sync_others(seat)
        old.key = self.keys[seat] = claimed["key"]
        await self.connect(old)

    # Private requests

    async def _act_privately(self, viewer: int, number: int) -> None:
        client = self.clients[viewer]
        if viewer != SPECTATOR and client.state["decision"] is not None and client.moves:
            decision = client.state["decision"]
            move = client.moves[number % len(client.moves)]
            await client.ask(t="preview", decision=decision, move=move)
            await client.ask(t="advise", decision=decision)
            wrong = self._some_move(number)
            if wrong not in client.moves:
                await client.ask(t="move", decision=decision, move=wrong)
        if number % 4 == 1:
            await client.ask(t="move", decision=0, move=self._some_move(number))
        if number % 7 == 4:
            await client.send_raw('{"t": "whole"}')
            await client.send_raw('{"t": "ping"}')
            await client.sync()

    def _some_move(self, number: int) -> str:
        space = find_game(self.script.game).space
        return space.text(space.at(random.Random(number).randrange(len(space))))

    async def _request_all_pages(self, viewer: int) -> None:
        """Request all HTTP pages; the record of a finished game is public and is left out."""
        answers = self.recordings[viewer].answers
        path, key = f"/api/tables/{self.table}", {"x-seat-key": self.keys.get(viewer, "none")}
        requests: list[tuple[str, str, dict[str, Any]]] = [
            *(("GET", "/api/me", {}), ("GET", "/api/me/tables", {}), ("GET", "/api/tables", {})),
            *(("GET", f"/api/codes/{self.code}", {}), ("GET", path, {})),
            *(("GET", f"/api/tables?game={self.script.game}", {}), ("GET", "/api/health", {})),
            ("POST", f"{path}/link", {"key": self.keys.get(viewer, "none")}),
            ("POST", f"{path}/claim", {"token": "no such link"}),
            *(("POST", f"{path}/leave", {"key": "none"}), ("GET", "/api/address", {})),
        ]
        if viewer == SPECTATOR:  # a seated viewer would get new keys, which everybody would notice
            requests.append(("POST", f"{path}/sit", {"seat": 0}))
        if not self.open_table.room.state.is_over:
            requests += [
                *(("GET", f"{path}/record", {}), ("GET", f"{path}/analysis", {})),
                *(("GET", f"{path}/replay?seat={seat}", key) for seat in (*range(self.script.seats), 7)),
                *(("GET", f"{path}/replay?seat={seat}", {}) for seat in self.script.viewers),
            ]
        for method, address, values in requests:
            body = values if method == "POST" else None
            headers = self.people[viewer] | ({} if body is not None else values)
            answer = await self.http.request(method, address, json=body, headers=headers)
            headers_seen = {name: value for name, value in answer.headers.items() if name != "date"}
            answers.append(f"{method} {address} {answer.status_code} {headers_seen} {answer.text}")

    async def _join_again(self, viewer: int) -> None:
        """Connect as a newcomer of the same viewer."""
        newcomer = await self.join(viewer, f"new-{self.time}")
        await self.disconnect(viewer, newcomer)
        self.recordings[viewer].answers += newcomer.received
        await self.sync()


@asynccontextmanager
async def open_harness(script: Script, seed: bytes = SEED, **fields: Any) -> AsyncIterator[Harness]:
    """Run a server with a table for the script, with everybody seated."""
    harnesses: list[Harness] = []
    settings = Settings(
        now=lambda: harnesses[0].time if harnesses else START_TIME,
        token=lambda: f"{harnesses[0].count():016d}-token",
        code=lambda: join_code(harnesses[0].count()),
        seed=lambda: seed,
        draws=partial(ScriptedDraws, script.tickets),
        signing_key=SIGNING_KEY,
        max_hold=0.0,  # everybody has the same delay
        has_countdowns=False,  # the script says when chance moves
        bot_pause=lambda speed: 0.0,
        bot_seed=lambda: 7,
        limits=NO_LIMITS,
        snapshot_every=16,
        presence_delay=3600,
        absence_timeout=3600,
    )
    async with (
        serving(settings, open_workers=ScriptedPool) as server,
        http_client(server.address) as http,
    ):
        harnesses.append(Harness(script, server, http))
        Harness.current = harnesses[0]
        await harnesses[0].open(fields)
        yield harnesses[0]
