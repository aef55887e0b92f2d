"""What the server reveals: the seed only after the game, no card in logs, and only views to bots."""

from __future__ import annotations

import hashlib
import json
import logging
import random
from typing import Any

import msgspec
import pytest

from caponata.secrecy.doubles import InProcessPool
from caponata.secrecy.harness import OTHER_SEED, SEED, Harness, open_harness
from caponata.secrecy.twins import Script, Twin, find_twins, random_script
from tests.server.clients import play_moves, serving

pytestmark = pytest.mark.anyio


async def test_seed_is_shown_only_for_a_closed_table_and_a_rematch_has_its_own() -> None:
    seeds = [bytes([n]) * 32 for n in range(1, 9)]
    given = iter(seeds)
    async with serving(seed=lambda: next(given)) as server:
        table, ada, bo = await server.two_player_game(listed=True)
        watcher = await server.client(table)
        http = server.people[0].http
        pages = ["", "/record", "/replay?seat=-1", "/replay?seat=0"]
        key = {"x-seat-key": ada.key or ""}
        lists = ["/api/tables", "/api/me/tables", "/api/me", "/api/health"]

        async def all_pages(name: str) -> list[str]:
            addresses = [*(f"/api/tables/{name}{page}" for page in pages), *lists]
            return [(await http.get(address, headers=key)).text for address in addresses]

        rng = random.Random(3)
        texts = [*await all_pages(table)]
        await play_moves([ada, bo, watcher], rng.choice, moves=20)
        texts += await all_pages(table)
        for client in (ada, bo, watcher):
            texts += client.received
        assert not any(seed.hex() in text for seed in seeds for text in texts)
        commitment = ada.table["commitment"]
        assert commitment == hashlib.sha256(seeds[0]).hexdigest()
        await play_moves([ada, bo, watcher], rng.choice)
        await ada.wait_for_status("finished")
        record, replay = (await all_pages(table))[1:3]
        assert json.loads(record)["seed"] == json.loads(replay)["seed"] == seeds[0].hex()

        await ada.ask(t="rematch")
        await ada.until(lambda: ada.table["rematch"] is not None)
        again = ada.table["rematch"]
        _, key_again = await server.people[0].sit(again)
        newcomer = await server.client(again, key_again)
        assert newcomer.table["commitment"] == hashlib.sha256(seeds[1]).hexdigest() != commitment
        texts = [*await all_pages(again), *newcomer.received]
        assert not any(seed.hex() in text for seed in seeds[1:] for text in texts)


async def test_resigned_game_shows_its_seed_and_a_paused_one_does_not() -> None:
    seed = bytes([77]) * 32
    async with serving(seed=lambda: seed) as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], random.Random(5).choice, moves=6)
        await ada.ask(t="pause")
        http = server.people[0].http
        replay = await http.get(f"/api/tables/{table}/replay?seat=0", headers={"x-seat-key": ada.key or ""})
        assert replay.json()["seed"] is None
        assert (await http.get(f"/api/tables/{table}/record")).status_code == 409
        await bo.ask(t="resign")
        await ada.wait_for_status("finished")
        assert (await http.get(f"/api/tables/{table}/record")).json()["seed"] == seed.hex()


async def test_no_card_is_named_in_the_logs(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    script = random_script("capital-lux", 2, 6).first_actions(30)
    async with open_harness(script) as harness:
        await harness.run(script.viewers, {0: {30}})
    ours = [
        record.getMessage() for record in caplog.records if record.name.startswith(("caponata", "uvicorn"))
    ]
    cards = [f"{colour}-{value}" for colour in ("green", "yellow", "blue", "pink") for value in range(1, 7)]
    assert not [line for line in ours if any(card in line for card in cards) or SEED.hex() in line]


# Bots see only their view


def twin_at_turn_of(seat: int) -> tuple[Script, Twin]:
    """Return a script cut where a seat acts, with a twin for it of the same length."""
    for seed in range(50):
        script = random_script("capital-lux", 2, seed).first_actions(40)
        for twin in find_twins(script, seat, seed, parts=2):
            actions = len(twin.script.actions)
            while actions > 1 and not script.first_actions(actions).log.position.to_act >> seat & 1:
                actions -= 1
            hidden = twin.script.first_actions(actions).log.position.fingerprint()
            if actions > 1 and script.first_actions(actions).log.position.fingerprint() != hidden:
                return script.first_actions(actions), Twin(
                    seat, twin.script.first_actions(actions), twin.hidden_differences, twin.changed_entries
                )
    raise AssertionError("no such twin")


async def stand_in_choice(script: Script, seat: int, seed: bytes) -> tuple[bytes, str, dict[str, Any]]:
    """Return a stand-in bot's view, its choice, and the view of the seat's person."""
    async with open_harness(script, seed) as harness:
        await harness.run([])
        seat_view = dict(harness.clients[seat].view)
        InProcessPool.calls.clear()
        await replace_by_bot(harness, seat)
    calls = next(each for each in InProcessPool.calls if each[0] == "choose")
    return calls[3], calls[-1], seat_view


async def replace_by_bot(harness: Harness, seat: int) -> None:
    other = 1 - seat
    events = len(harness.clients[other].events)
    await harness.clients[seat].ask(t="leave")
    answer = await harness.clients[other].ask(t="seat", seat=seat, **{"as": "bot"}, level="casual")
    assert answer["t"] != "refused", answer
    await harness.clients[other].wait_for_events(events + 1)


@pytest.mark.parametrize("seat", [0, 1])
async def test_bot_gets_only_the_view_of_its_seat_and_plays_the_same_in_every_twin(seat: int) -> None:
    script, twin = twin_at_turn_of(seat)
    view, move, seat_view = await stand_in_choice(script, seat, SEED)
    assert msgspec.json.decode(view) == seat_view
    assert seat_view["seat"] == seat
    assert await stand_in_choice(twin.script, seat, OTHER_SEED) == (view, move, seat_view)


async def test_bot_workers_are_only_given_views(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(open_workers=InProcessPool) as server:
        calls: list[str] = []
        ask = server.parts.bot_workers._run_on_bot_worker

        async def record_task(seat_key: str, task: Any, *arguments: Any) -> Any:
            calls.append(task.__name__)
            return await ask(seat_key, task, *arguments)

        monkeypatch.setattr(server.parts.bot_workers, "_run_on_bot_worker", record_task)
        person = await server.person("Ada")
        table, keys = await person.create_table("me", "beginner", start=True, advice=True)
        ada = await server.client(table, keys[0])
        await play_moves([ada], random.Random(1).choice, 3)
        await ada.until(lambda: bool(ada.moves))
        await ada.ask(t="advise", decision=ada.state["decision"])
        replay = await person.http.get(f"/api/tables/{table}/replay?seat=0", headers={"x-seat-key": keys[0]})
        assert replay.status_code == 200 and replay.json()["frames"]
        await ada.ask(t="resign")
        await ada.wait_for_status("finished")
        assert (await person.http.get(f"/api/tables/{table}/record")).status_code == 200
        await server.finish_background_tasks()
        assert set(calls) == {"choose", "advice"}
