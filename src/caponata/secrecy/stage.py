"""A stage: a real server on which a story is performed, with every byte that every viewer gets.

Draws, names, keys, time and commitment are injected, so two performances of one story are equal to the
byte. What everybody at the table sees anyway (chat, coming and going, pauses, asking) is part of each
performance; what only concerns the one who asks (previews, advice, refusals, links, pages, looking
back) is done by everybody or by one viewer alone: the others' privacy leaves no trace either.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final
from unittest.mock import patch

import httpx

from caponata.catalogue import find_game
from caponata.engine.game import SPECTATOR
from caponata.engine.record import Choice
from caponata.secrecy.props import COMMITMENT, NO_LIMITS, Desk, ScriptedDraws, advice, spelled
from caponata.secrecy.twins import Act, Story
from caponata.secrecy.visitors import PATIENCE, Client, Server, browser, serving
from caponata.server import app, evenness, live, thinkers
from caponata.server.clocks import Clock
from caponata.server.deeds import AnyDeed, Played
from caponata.server.life import SeatLife
from caponata.server.patience import Patience
from caponata.server.people import Passport
from caponata.server.settings import Settings

NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
WATCHER: Final = "Eve"
MORNING: Final = 1_700_000_000_000
SEED: Final = bytes(range(32))
OTHER_SEED: Final = bytes(range(100, 132))
PASSPORT: Final = b"passport" * 4
CLOCK: Final = {"move": 600, "bank": 3600, "then": "default"}
ROUNDS: Final = 40  # acts from one look at everything to the next
ECHO: Final = {"t", "k", "delays", "behind"}
ALL_NIGHT: Final = 5_000_000  # milliseconds: more than any clock allows


class Ear(Client):
    """A client that takes whatever it is told: what is wrong with it, others find."""

    name = "main"
    sent = 0

    async def send(self, **message: Any) -> str:
        self.sent += 1
        return await super().send(**{"id": f"{self.name}-{self.sent}"} | message)

    def _take_state(self, message: dict[str, Any]) -> None:
        if "view" in message:
            self.view = message["view"]
        else:
            self.view = {**self.view, **message["changed"]}
            for key in message["gone"]:
                self.view.pop(key, None)
        self.events += message["events"]
        self.state = message

    async def _take(self, message: dict[str, Any]) -> None:
        if message["t"] == "echo":  # how long a line is, is no news of the game, and no two are equal
            assert message.keys() == ECHO
            self.heard.pop()
        await super()._take(message)

    async def settle(self) -> None:
        """Wait until all was heard that was said before."""
        await self.ask(t="answer", ask=-1, yes=False)


@dataclass
class Recording:
    """All that one viewer got: over its socket, and by asking."""

    heard: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)  # how much of both after each act

    def until(self, acts: int) -> Recording:
        """What was got in the first acts."""
        heard, answers = self.marks[acts - 1]
        return Recording(self.heard[:heard], self.answers[:answers], self.marks[:acts])


class Stage:
    """A table on a server that performs a story."""

    now: ClassVar[Stage | None] = None  # the one on which something is performed, for those who plant leaks

    def __init__(self, story: Story, server: Server, http: httpx.AsyncClient) -> None:
        self.story = story
        self.server = server
        self.http = http
        self.table = ""
        self.code = ""
        self.time = MORNING
        self.tokens = 0
        self.nights: dict[
            int, int
        ] = {}  # by the time of a move that came too late: when its clock began to run
        self.people: dict[int, dict[str, str]] = {}
        self.keys: dict[int, str] = {}
        self.ears: dict[int, Ear] = {}
        self.recordings = {viewer: Recording() for viewer in story.viewers}

    @property
    def live(self) -> live.Live:
        return self.server.house.lives[self.table]

    # Setting up

    async def open(self, wishes: Mapping[str, Any]) -> None:
        """Everybody comes in and sits down, somebody watches."""
        for viewer in self.story.viewers:
            name = WATCHER if viewer == SPECTATOR else NAMES[viewer]
            answer = await self.http.post("/api/me", json={"name": name})
            self.people[viewer] = {"authorization": f"Bearer {answer.json()['token']}"}
        seats = [{"is": "me"}, *({"is": "open"} for _ in range(1, self.story.seats))]
        clock = None if find_game(self.story.game).timing else CLOCK
        order = {"game": self.story.game, "seats": seats, "listed": True, "advice": True, "clock": clock}
        made = (await self.http.post("/api/tables", json=order | dict(wishes), headers=self.people[0])).json()
        self.table, self.code, self.keys[0] = made["table"], made["code"], made["keys"][0]["key"]
        for seat in range(1, self.story.seats):
            path = f"/api/tables/{self.table}/sit"
            answer = await self.http.post(path, json={"seat": seat}, headers=self.people[seat])
            self.keys[seat] = answer.json()["key"]
        for viewer in self.story.viewers:
            self.ears[viewer] = await self.join(viewer)

    async def join(self, viewer: int, name: str = "main") -> Ear:
        """A new listener who knows nothing yet."""
        ear = Ear(self.server.address, self.table, self.keys.get(viewer))
        ear.name = name
        self.server.clients.append(ear)
        await self.connect(ear)
        return ear

    async def connect(self, ear: Ear) -> None:
        """Say hello, and everybody knows."""
        await ear.connect()
        await ear.settle()
        self._tell_presence()

    async def hang_up(self, viewer: int, ear: Ear) -> None:
        """A listener goes, and the server knows."""
        listeners = self.live.audience.viewers[viewer].listeners
        before = len(listeners)
        await ear.close()
        async with asyncio.timeout(PATIENCE):
            while len(listeners) == before:
                await asyncio.sleep(0)
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Who is there is told now, not when the server thinks that it is time."""
        if self.live.presence is not None:
            self.live.presence.cancel()
            self.server.house.presence.tell(self.live)

    async def settle(self) -> None:
        """Wait until everybody has heard everything, and all is stored."""
        for viewer in self.story.viewers:
            await self.ears[viewer].settle()
        while self.server.house._chores:
            await asyncio.sleep(0)

    def count(self) -> int:
        self.tokens += 1
        return self.tokens

    # The story

    async def perform(
        self,
        eyes: Collection[int],
        looks: Mapping[int, Collection[int]] | None = None,
        acts: int | None = None,
    ) -> None:
        """Play the story; only these eyes do in private what they do, and look closely after some acts.

        That somebody comes again, as a newcomer beside, is told to all, so everybody does that.
        """
        for number, act in enumerate(self.story.acts[:acts], start=1):
            self.time += 1_000 + number
            await self._play(act)
            await self.server.house.act(self.live, lambda room: room.go_on())
            await self._be_public(number)
            await self.settle()
            for viewer in self.story.viewers:
                is_close = number in (looks or {}).get(viewer, ()) or number % ROUNDS == 6
                if viewer in eyes:
                    self.tokens = number * 10_000 + (viewer + 1) * 1_000
                    await self._be_private(viewer, number)
                    if is_close:
                        await self._ask_everything(viewer)
                if is_close:
                    await self._come_again(viewer)
                heard = self.recordings[viewer].heard = self.ears[viewer].heard
                self.recordings[viewer].marks.append((len(heard), len(self.recordings[viewer].answers)))

    async def _play(self, act: Act) -> None:
        ear = self.ears[0 if act.seat == SPECTATOR else act.seat]
        match act.how:
            case "start":
                answer = await ear.ask(t="start")
            case "clock" if self.live.room.plan.clock is not None:
                await self._run_out_of_time(act.seat)
                return
            case "undo" | "consent":
                answer = await ear.ask(t="undo")
                await self.settle()
                for ask in ear.table["asks"]:
                    for seat in ask["waits"]:
                        await self.ears[seat].ask(t="answer", ask=ask["ask"], yes=True)
            case _:
                assert isinstance(act.entries[0], Choice)
                answer = await ear.move(act.entries[0].move)
        assert answer["t"] != "refused", (act, answer)

    async def _run_out_of_time(self, seat: int) -> None:
        """All but this seat are in bed, and the night passes for it alone; see `wind_by_night`."""
        number = self.live.room.life.number
        life = self.live.room.life.seats[seat]
        life.since = self.nights[self.time] = (life.since or 0) - ALL_NIGHT
        self.live.grace = 0
        await self.server.house.steward._time_out(self.live)
        assert self.live.room.life.number > number

    async def _be_public(self, number: int) -> None:
        """What the whole table sees of the people at it."""
        seat = number % self.story.seats
        viewer = self.story.viewers[number % len(self.story.viewers)]
        if number % 6 == 2:
            await self.ears[seat].ask(t="chat", text=f"that was act {number}")
        if number % 5 == 3:
            await self.settle()
            await self.hang_up(viewer, self.ears[viewer])
            await self.settle_others(viewer)
            await self.connect(self.ears[viewer])
        if number % 16 == 5:
            self.live.is_in_doubt = True  # as after a disk that was full: the room is made again
        if number % 18 == 7 and not self.live.room.life.is_over:
            await self.ears[seat].ask(t="pause")
            await self.ears[(seat + 1) % self.story.seats].ask(t="resume")
        if number % 22 == 11 and not self.live.room.life.is_over:
            await self.ears[seat].ask(t="end")
            await self.settle()
            ask = self.ears[seat].table["asks"][-1]
            await self.ears[ask["waits"][0]].ask(t="answer", ask=ask["ask"], yes=False)
        if number % 26 == 9:
            await self._move_to_another_device(seat)

    async def settle_others(self, absent: int) -> None:
        for viewer in self.story.viewers:
            if viewer != absent:
                await self.ears[viewer].settle()

    async def _move_to_another_device(self, seat: int) -> None:
        """A personal link takes a seat elsewhere; what it was told before is part of its recording."""
        await self.settle()
        path, headers = f"/api/tables/{self.table}", self.people[seat]
        self.tokens = 10**9 + self.time - MORNING
        link = (await self.http.post(f"{path}/link", json={"key": self.keys[seat]}, headers=headers)).json()
        claimed = (await self.http.post(f"{path}/claim", json=link, headers=headers)).json()
        old = self.ears[seat]
        await old.until(lambda: old.closed is not None)
        async with asyncio.timeout(PATIENCE):
            while self.live.audience.is_here(seat):
                await asyncio.sleep(0)
        self._tell_presence()
        await self.settle_others(seat)
        old.key = self.keys[seat] = claimed["key"]
        await self.connect(old)

    # What one does in private

    async def _be_private(self, viewer: int, number: int) -> None:
        ear = self.ears[viewer]
        if viewer != SPECTATOR and ear.state["decision"] is not None and ear.moves:
            decision = ear.state["decision"]
            move = ear.moves[number % len(ear.moves)]
            await ear.ask(t="preview", decision=decision, move=move)
            await ear.ask(t="advise", decision=decision)
            wrong = self._some_move(number)
            if wrong not in ear.moves:
                await ear.ask(t="move", decision=decision, move=wrong)
        if number % 4 == 1:
            await ear.ask(t="move", decision=0, move=self._some_move(number))
        if number % 7 == 4:
            await ear.send_raw('{"t": "whole"}')
            await ear.send_raw('{"t": "ping"}')
            await ear.settle()

    def _some_move(self, number: int) -> str:
        space = find_game(self.story.game).space
        return space.text(space.at(random.Random(number).randrange(len(space))))

    async def _ask_everything(self, viewer: int) -> None:
        """Ask all that can be asked over HTTP; a game that is over has an open record, with all its draws."""
        answers = self.recordings[viewer].answers
        path, key = f"/api/tables/{self.table}", {"x-seat-key": self.keys.get(viewer, "none")}
        asked: list[tuple[str, str, dict[str, Any]]] = [
            *(("GET", "/api/me", {}), ("GET", "/api/me/tables", {}), ("GET", "/api/tables", {})),
            *(("GET", f"/api/codes/{self.code}", {}), ("GET", path, {})),
            *(("GET", f"/api/tables?game={self.story.game}", {}), ("GET", "/api/health", {})),
            ("POST", f"{path}/link", {"key": self.keys.get(viewer, "none")}),
            ("POST", f"{path}/claim", {"token": "no such link"}),
            *(("POST", f"{path}/leave", {"key": "none"}), ("GET", "/api/address", {})),
        ]
        if viewer == SPECTATOR:  # whoever sits there would get other keys, and everybody would know
            asked.append(("POST", f"{path}/sit", {"seat": 0}))
        if not self.live.room.life.is_over:
            asked += [
                *(("GET", f"{path}/record", {}), ("GET", f"{path}/analysis", {})),
                *(("GET", f"{path}/replay?seat={seat}", key) for seat in (*range(self.story.seats), 7)),
                *(("GET", f"{path}/replay?seat={seat}", {}) for seat in self.story.viewers),
            ]
        for method, address, more in asked:
            body = more if method == "POST" else None
            headers = self.people[viewer] | ({} if body is not None else more)
            answer = await self.http.request(method, address, json=body, headers=headers)
            shown = {name: value for name, value in answer.headers.items() if name != "date"}
            answers.append(f"{method} {address} {answer.status_code} {shown} {answer.text}")

    async def _come_again(self, viewer: int) -> None:
        """Look through the same eyes as somebody who knows nothing yet."""
        newcomer = await self.join(viewer, f"new-{self.time}")
        await self.hang_up(viewer, newcomer)
        self.recordings[viewer].answers += newcomer.heard
        await self.settle()


@asynccontextmanager
async def staged(story: Story, seed: bytes = SEED, **wishes: Any) -> AsyncIterator[Stage]:
    """A server on which a story can be performed, its table open and everybody seated."""
    stages: list[Stage] = []
    settings = Settings(
        now=lambda: stages[0].time if stages else MORNING,
        token=lambda: f"{stages[0].count():016d}-token",
        code=lambda: spelled(stages[0].count()),
        seed=lambda: seed,
        pause=lambda speed: 0.0,
        bot_seed=lambda: 7,
        limits=NO_LIMITS,
        snapshot_every=16,
        presence_wait=3600,
        patience=3600,
    )
    wind = Clock.wind

    def wind_by_night(
        clock: Clock, seats: Sequence[SeatLife], acting: Any, deed: AnyDeed, at: int, *, runs: bool
    ) -> None:
        """A night of the stage is in no deed's time: a room that is made again from its log is told of it."""
        if isinstance(deed, Played) and at in stages[0].nights:
            seats[deed.seat].since = stages[0].nights[at]
        wind(clock, seats, acting, deed, at, runs=runs)

    with ExitStack() as patches:
        for module, name, stand_in in (
            (Clock, "wind", wind_by_night),
            (
                live,
                "FairDraws",
                lambda seed, table, thrown: ScriptedDraws(seed, table, thrown, story.tickets),
            ),
            (live, "commitment", lambda seed: COMMITMENT),
            (app, "Passport", lambda secret: Passport(PASSPORT)),
            (thinkers, "Workers", Desk),
            (thinkers, "advice", advice),
            (evenness, "CAP", 0.0),  # nobody is farther away than others
            (Patience, "watch", lambda self, live: None),  # the story knows no waits
        ):
            patches.enter_context(patch.object(module, name, stand_in))
        async with serving(settings) as server, browser(server.address) as http:
            stages.append(Stage(story, server, http))
            Stage.now = stages[0]
            await stages[0].open(wishes)
            yield stages[0]
