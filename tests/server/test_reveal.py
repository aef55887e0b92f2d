from __future__ import annotations

import hashlib
import json
import logging
import random
from typing import Any

import msgspec
import pytest

from caponata.secrecy.props import Desk
from caponata.secrecy.stage import OTHER_SEED, SEED, Stage, staged
from caponata.secrecy.twins import Story, Twin, find_twins, random_story
from caponata.server import thinkers
from tests.server.house import play_on, serving

pytestmark = pytest.mark.anyio


async def test_the_seed_is_shown_only_when_the_table_is_closed_and_a_rematch_has_its_own() -> None:
    seeds = [bytes([n]) * 32 for n in range(1, 9)]
    given = iter(seeds)
    async with serving(seed=lambda: next(given)) as server:
        table, ada, bo = await server.two(listed=True)
        watcher = await server.client(table)
        http = server.people[0].http
        pages = ["", "/record", "/replay?seat=-1", "/replay?seat=0"]
        key = {"x-seat-key": ada.key or ""}
        lists = ["/api/tables", "/api/me/tables", "/api/me", "/api/health"]

        async def all_pages(name: str) -> list[str]:
            addresses = [*(f"/api/tables/{name}{page}" for page in pages), *lists]
            return [(await http.get(address, headers=key)).text for address in addresses]

        rng = random.Random(3)
        told = [*await all_pages(table)]
        await play_on([ada, bo, watcher], rng.choice, moves=20)
        told += await all_pages(table)
        for client in (ada, bo, watcher):
            told += client.heard
        assert not any(seed.hex() in text for seed in seeds for text in told)
        commitment = ada.table["commitment"]
        assert commitment == hashlib.sha256(seeds[0]).hexdigest()
        await play_on([ada, bo, watcher], rng.choice)
        await ada.has_status("finished")
        record, replay = (await all_pages(table))[1:3]
        assert json.loads(record)["seed"] == json.loads(replay)["seed"] == seeds[0].hex()

        await ada.ask(t="rematch")
        await ada.until(lambda: ada.table["rematch"] is not None)
        again = ada.table["rematch"]
        _, key_again = await server.people[0].sit(again)
        newcomer = await server.client(again, key_again)
        assert newcomer.table["commitment"] == hashlib.sha256(seeds[1]).hexdigest() != commitment
        told = [*await all_pages(again), *newcomer.heard]
        assert not any(seed.hex() in text for seed in seeds[1:] for text in told)


async def test_a_game_that_was_given_up_shows_its_seed_and_one_that_is_paused_does_not() -> None:
    seed = bytes([77]) * 32
    async with serving(seed=lambda: seed) as server:
        table, ada, bo = await server.two()
        await play_on([ada, bo], random.Random(5).choice, moves=6)
        await ada.ask(t="pause")
        http = server.people[0].http
        replay = await http.get(f"/api/tables/{table}/replay?seat=0", headers={"x-seat-key": ada.key or ""})
        assert replay.json()["seed"] is None
        assert (await http.get(f"/api/tables/{table}/record")).status_code == 409
        await bo.ask(t="resign")
        await ada.has_status("finished")
        assert (await http.get(f"/api/tables/{table}/record")).json()["seed"] == seed.hex()


async def test_nothing_in_the_logs_names_a_card(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    story = random_story("capital-lux", 2, 6).cut(30)
    async with staged(story) as stage:
        await stage.perform(story.viewers, {0: {30}})
    ours = [
        record.getMessage() for record in caplog.records if record.name.startswith(("caponata", "uvicorn"))
    ]
    cards = [f"{colour}-{value}" for colour in ("green", "yellow", "blue", "pink") for value in range(1, 7)]
    assert not [line for line in ours if any(card in line for card in cards) or SEED.hex() in line]


# Honest bots


def a_twin_at_the_turn_of(seat: int) -> tuple[Story, Twin]:
    """A story cut where a seat is to act, with a twin for it that lasts until there."""
    for seed in range(50):
        story = random_story("capital-lux", 2, seed).cut(40)
        for twin in find_twins(story, seat, seed, parts=2):
            acts = len(twin.story.acts)
            while acts > 1 and not story.cut(acts).log.position.to_act >> seat & 1:
                acts -= 1
            hidden = twin.story.cut(acts).log.position.fingerprint()
            if acts > 1 and story.cut(acts).log.position.fingerprint() != hidden:
                return story.cut(acts), Twin(seat, twin.story.cut(acts), twin.different, twin.strange)
    raise AssertionError("no such twin")


async def what_a_stand_in_chose(story: Story, seat: int, seed: bytes) -> tuple[bytes, str, dict[str, Any]]:
    """What a bot was shown that was let in for a seat, what it chose, and what the seat's person saw."""
    async with staged(story, seed) as stage:
        await stage.perform([])
        seen = dict(stage.ears[seat].view)
        Desk.asked.clear()
        await let_in(stage, seat)
    asked = next(each for each in Desk.asked if each[0] == "choose")
    return asked[3], asked[-1], seen


async def let_in(stage: Stage, seat: int) -> None:
    other = 1 - seat
    events = len(stage.ears[other].events)
    await stage.ears[seat].ask(t="leave")
    answer = await stage.ears[other].ask(t="seat", seat=seat, **{"as": "bot"}, level="casual")
    assert answer["t"] != "refused", answer
    await stage.ears[other].has_events(events + 1)


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_bot_gets_the_view_of_its_seat_alone_and_plays_the_same_in_every_twin(seat: int) -> None:
    story, twin = a_twin_at_the_turn_of(seat)
    view, move, seen = await what_a_stand_in_chose(story, seat, SEED)
    assert msgspec.json.decode(view) == seen
    assert seen["seat"] == seat
    assert await what_a_stand_in_chose(twin.story, seat, OTHER_SEED) == (view, move, seen)


async def test_the_workers_of_bots_are_asked_about_views_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinkers, "Workers", Desk)
    async with serving() as server:
        asked: list[str] = []
        ask = server.house.thinkers._ask

        async def noted(who: str, task: Any, *arguments: Any) -> Any:
            asked.append(task.__name__)
            return await ask(who, task, *arguments)

        monkeypatch.setattr(server.house.thinkers, "_ask", noted)
        person = await server.person("Ada")
        table, keys = await person.make("me", "beginner", start=True, advice=True)
        ada = await server.client(table, keys[0])
        await play_on([ada], random.Random(1).choice, 3)
        await ada.until(lambda: bool(ada.moves))
        await ada.ask(t="advise", decision=ada.state["decision"])
        replay = await person.http.get(f"/api/tables/{table}/replay?seat=0", headers={"x-seat-key": keys[0]})
        assert replay.status_code == 200 and replay.json()["frames"]
        await ada.ask(t="resign")
        await ada.has_status("finished")
        assert (await person.http.get(f"/api/tables/{table}/record")).status_code == 200
        await server.settled()
        assert set(asked) == {"choose", "advice"}
