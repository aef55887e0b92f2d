"""What people may do to each other: nobody takes a seat, a turn or time that is not theirs."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from caponata.catalogue import find_game
from caponata.server.scheduler.housekeeping import close_unused_tables
from caponata.server.settings import BOT_PAUSES, Limits, random_bot_pause
from caponata.server.tables import deeds, loading
from caponata.server.tables.room import Room
from tests.server.clients import Client, play_moves, serving
from tests.server.tables.test_table_play import three_player_game

pytestmark = pytest.mark.anyio


def mover_of(*clients: Client) -> Client:
    return next(client for client in clients if client.moves)


async def test_repeated_sit_requests_take_one_seat() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, _ = await ada.create_table("me", "open", "open")
        seats = await asyncio.gather(*(bo.sit(table) for _ in range(4)))
        assert {seat for seat, _ in seats} == {1}
        assert (await bo.http.get(f"/api/tables/{table}")).json()["yours"] == [1]
        assert (await ada.http.get(f"/api/tables/{table}")).json()["seats"][2]["is"] == "open"


async def test_client_that_lost_its_seat_can_do_nothing_over_its_open_socket() -> None:
    async with serving() as server:
        ada, phone = await server.person("Ada"), await server.person("Phone")
        table, keys = await ada.create_table("me", "casual", start=True)
        desk = await server.client(table, keys[0])
        link = (await ada.http.post(f"/api/tables/{table}/link", json={"key": keys[0]})).json()
        viewers = server.connections_at(table).viewers
        viewers.close_seat = lambda seat, *, is_moved: None  # type: ignore[method-assign]
        await phone.http.post(f"/api/tables/{table}/claim", json=link)
        answer = await desk.ask(t="chat", text="still me?")
        assert answer["error"]["code"] == "wrong-key"


async def test_resigned_person_cannot_undo() -> None:
    async with serving() as server:
        _, clients = await three_player_game(server)
        mover = mover_of(*clients)
        await mover.move(mover.moves[0])
        await mover.ask(t="resign")
        for request in ("undo", "end"):
            assert (await mover.ask(t=request))["error"]["code"] == "resigned-already"


async def test_resigned_person_cannot_pause_or_resume() -> None:
    async with serving() as server:
        _, clients = await three_player_game(server)
        await clients[0].ask(t="resign")
        assert (await clients[0].ask(t="pause"))["error"]["code"] == "resigned-already"
        await clients[1].ask(t="pause")
        assert (await clients[0].ask(t="resume"))["error"]["code"] == "resigned-already"
        assert (await clients[2].ask(t="resume"))["t"] != "refused"


@pytest.mark.parametrize("ways_out", [("resign", "leave"), ("leave", "resign")])
async def test_seat_of_a_resigned_person_is_not_offered_to_a_bot(ways_out: tuple[str, str]) -> None:
    async with serving() as server:
        _, clients = await three_player_game(server)
        for way_out in ways_out:
            assert (await clients[0].ask(t=way_out))["t"] != "refused"
        seat = clients[0].table["seats"][0]
        assert (seat["resigned"], seat["offered"]) == (True, False)
        refused = await clients[1].ask(t="seat", seat=0, **{"as": "bot"}, level="casual")
        assert refused["error"]["code"] == "seat-held"


async def test_proposal_passes_when_nobody_is_left_to_answer() -> None:
    async with serving() as server:
        _, (ada, bo, cy) = await three_player_game(server)
        await ada.ask(t="end")
        await bo.until(lambda: bool(bo.table["asks"]))
        await bo.ask(t="answer", ask=bo.table["asks"][0]["ask"], yes=True)
        await cy.ask(t="resign")
        await ada.wait_for_status("abandoned")
        assert ada.table["reason"] == "agreed"


async def test_proposal_can_be_withdrawn() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        await ada.ask(t="end")
        await ada.ask(t="answer", ask=ada.table["asks"][0]["ask"], yes=False)
        await bo.until(lambda: not bo.table["asks"])


async def test_absent_person_has_a_vote_until_a_bot_stands_in() -> None:
    async with serving(absence_timeout=0.05) as server:
        _, ada, bo = await server.two_player_game()
        await bo.close()
        await ada.until(lambda: ada.table["seats"][1]["offered"])
        await ada.ask(t="end")
        assert ada.table["asks"][0]["waits"] == [1]
        await ada.ask(t="seat", seat=1, **{"as": "bot"}, level="beginner")
        await ada.wait_for_status("abandoned")


async def test_seat_of_a_person_who_never_came_is_offered_even_after_a_pause() -> None:
    async with serving(absence_timeout=0.3) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open")
        await bo.sit(table)
        client = await server.client(table, keys[0])
        await client.ask(t="start")
        await client.ask(t="pause")
        await client.ask(t="resume")
        await client.until(lambda: client.table["seats"][1]["offered"])


async def test_leaving_and_coming_back_gives_no_extra_time() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, ada, bo = await server.two_player_game(clock={"move": 30, "bank": 5, "then": "default"})
        mover = mover_of(ada, bo)
        seat = mover.table["you"]
        for _ in range(2):
            now[0] += 10_000
            await mover.ask(t="leave")
            await mover.ask(t="back")
        await mover.until(lambda: mover.table["clocks"][seat]["move"] == 10_000)


async def test_undone_move_returns_only_its_own_time() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, clients = await three_player_game(server, clock={"move": 30, "bank": 5, "then": "default"})
        mover = mover_of(*clients)
        seat = mover.table["you"]
        now[0] += 32_000
        await mover.move(mover.moves[0])
        assert mover.state["undo"] == "free"
        await mover.ask(t="undo")
        await mover.until(lambda: mover.table["clocks"][seat]["runs"])
        assert mover.table["clocks"][seat] == {"move": 0, "bank": 3_000, "runs": True}


async def test_move_by_the_clock_cannot_be_undone() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, clients = await three_player_game(server, clock={"move": 1, "bank": 0, "then": "default"})
        now[0] += 1_000
        mover = clients[0]
        decision = mover.state["decision"]
        await mover.until(lambda: mover.state["decision"] != decision)
        assert (await mover.ask(t="undo"))["error"]["code"] == "no-undo"


async def test_undoing_several_steps_gives_no_extra_time() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        table, clients = await three_player_game(
            server, game="capone", clock={"move": 30, "bank": 5, "then": "default"}
        )
        mover = mover_of(*clients)
        seat = mover.table["you"]
        for thought in (20_000, 10_000):
            now[0] += thought
            assert (await mover.move(mover.moves[0]))["t"] == "state"
        server.service.open_tables[table].needs_reload = True  # the room is rebuilt: it must be in the log
        now[0] += 1_000
        await mover.ask(t="undo")
        await mover.until(lambda: mover.table["clocks"][seat]["move"] == 19_000)
        await mover.ask(t="undo")
        await mover.until(lambda: mover.table["clocks"][seat]["move"] == 0)
        assert mover.table["clocks"][seat] == {"move": 0, "bank": 4_000, "runs": True}


async def test_repeating_and_undoing_a_step_does_not_stop_the_clock() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, clients = await three_player_game(
            server, game="capone", clock={"move": 30, "bank": 0, "then": "default"}
        )
        mover = mover_of(*clients)
        seat = mover.table["you"]
        for _ in range(2):
            await mover.move(mover.moves[0])
            now[0] += 10_000
            await mover.ask(t="undo")
        await mover.until(lambda: mover.table["clocks"][seat]["move"] == 10_000)


class ClockMove(NamedTuple):
    """A move that the clock plays, as after a timeout."""

    seat: int
    move: str

    def apply(self, room: Room) -> deeds.AnyDeed:
        return room.move(self.seat, None, self.move, by="clock")


async def test_clock_move_before_a_seats_own_step_cannot_be_undone() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        table, clients = await three_player_game(
            server, game="capone", clock={"move": 1, "bank": 0, "then": "default"}
        )
        open_table = server.service.open_tables[table]
        mover = mover_of(*clients)
        seat = mover.table["you"]
        decision = mover.state["decision"]
        await server.service.perform(open_table, ClockMove(seat, mover.moves[0]))
        await mover.until(lambda: mover.state["decision"] != decision)
        await mover.move(mover.moves[0])
        assert (await mover.ask(t="undo"))["t"] == "state"
        assert (await mover.ask(t="undo"))["error"]["code"] == "no-undo"


async def test_table_that_everybody_left_before_the_game_is_closed() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "open", listed=True)
        left = await ada.http.post(f"/api/tables/{table}/leave", json={"key": keys[0]})
        assert left.status_code == 204
        await server.finish_background_tasks()
        assert (await ada.http.get("/api/tables")).json() == []
        assert await server.service.store.count(["waiting"]) == 0


async def test_leave_request_is_answered_before_the_connection_closes() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "open")
        client = await server.client(table, keys[0])
        assert (await client.ask(t="leave"))["t"] == "done"


async def test_tables_without_activity_for_weeks_are_closed() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        old, ada, _ = await server.two_player_game()
        now[0] += 10_000
        young, bo, _ = await server.two_player_game()
        await close_unused_tables(server.service, now[0] - 5_000)
        await ada.wait_for_status("abandoned")
        assert ada.table["reason"] == "deserted"
        assert bo.table["status"] == "playing"
        assert old != young


async def test_table_of_old_rules_is_closed_and_does_not_block_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0], limits=Limits(tables_per_person=2)) as server:
        ada = await server.person("Ada")
        old, _ = await ada.create_table("me", "open", game="caper", listed=True)
        now[0] += 1_000
        young, _ = await ada.create_table("me", "open")
        await server.finish_background_tasks()
        server.service.open_tables.clear()
        newer = {"caper": replace(find_game("caper"), rules_version=99)}
        monkeypatch.setattr(loading, "find_game", lambda name: newer.get(name) or find_game(name))
        now[0] += 10_000
        await close_unused_tables(server.service, now[0] - 5_000)
        await server.finish_background_tasks()
        assert server.service.open_tables[young].room.state.reason == "deserted"
        mine = (await ada.http.get("/api/me/tables")).json()
        assert {each["table"]: each["status"] for each in mine} == {old: "abandoned", young: "abandoned"}
        assert await server.service.store.unchanged(now[0], 10) == []


async def test_simultaneous_rematch_requests_lead_to_one_table_with_the_same_host() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("open", "me")
        _, key = await bo.sit(table)
        clients = [await server.client(table, keys[1]), await server.client(table, key)]
        await clients[0].ask(t="start")
        await clients[1].ask(t="resign")
        await clients[0].wait_for_status("finished")
        await asyncio.gather(*(client.ask(t="rematch") for client in clients))
        again = clients[0].table["rematch"]
        assert again == clients[1].table["rematch"]
        assert await server.service.store.count(["waiting"]) == 1
        seat, key = await ada.sit(again)
        host = await server.client(again, key)
        assert host.table["host"] == seat == 1


async def test_absent_host_is_replaced_before_the_game_by_a_connected_person() -> None:
    async with serving(absence_timeout=0.2) as server:
        people = [await server.person(name) for name in ("Ada", "Bo", "Cy")]
        table, keys = await people[0].create_table("me", "open", "open")
        held = [keys[0], *[(await person.sit(table))[1] for person in people[1:]]]
        ada, cy = await server.client(table, held[0]), await server.client(table, held[2])
        assert cy.table["host"] == 0
        await ada.close()
        await cy.until(lambda: cy.table["host"] == 2)  # Bo has a seat but is not connected
        assert (await cy.ask(t="start"))["t"] != "refused"
        again = await server.client(table, held[0])
        assert again.table["host"] == 2
        assert again.table["seats"][0]["name"] == "Ada"


async def test_host_who_returns_in_time_stays_host() -> None:
    async with serving(absence_timeout=3600) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "here:Ann", "open")
        _, key = await bo.sit(table)
        guest = await server.client(table, key)
        open_table = server.service.open_tables[table]
        assert set(server.parts.scheduler.schedules.at(open_table).absence_timers) == {0}
        host = await server.client(table, keys[1])  # another seat of the same device
        server.parts.scheduler.absences.on_timer(open_table, 0)
        await host.ask(t="chat", text="here I am")
        assert guest.table["host"] == 0
        await host.close()
        await guest.until(lambda: not guest.table["seats"][1]["here"])
        assert set(server.parts.scheduler.schedules.at(open_table).absence_timers) == {0}
        await server.client(table, keys[0])
        assert not server.parts.scheduler.schedules.at(open_table).absence_timers


async def test_waiting_person_becomes_host_on_connecting() -> None:
    async with serving(absence_timeout=0.1) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, _ = await ada.create_table("me", "open")
        _, key = await bo.sit(table)
        await asyncio.sleep(0.3)
        assert server.service.open_tables[table].room.state.host != ""
        guest = await server.client(table, key)
        await guest.until(lambda: guest.table["host"] == 1)
        assert (await guest.ask(t="seat", seat=0, **{"as": "open"}))["t"] != "refused"


async def test_person_removed_by_the_host_cannot_sit_down_again() -> None:
    async with serving() as server:
        ada, bo, cy = [await server.person(name) for name in ("Ada", "Bo", "Cy")]
        table, keys = await ada.create_table("me", "open", "here:Ann")
        host = await server.client(table, keys[0])
        _, key = await bo.sit(table)
        guest = await server.client(table, key)
        await host.ask(t="seat", seat=1, **{"as": "open"})
        await guest.until(lambda: guest.closed is not None)
        for _ in range(2):
            again = await bo.http.post(f"/api/tables/{table}/sit", json={"seat": 1})
            assert (again.status_code, again.json()["code"]) == (403, "removed")
            server.service.open_tables[table].needs_reload = True  # as after a restart: it must be in the log
        await host.ask(t="seat", seat=2, **{"as": "open"})  # people of the host's own device are not banned
        assert (await ada.sit(table))[0] == 0
        assert (await cy.sit(table, 1))[0] == 1
        _, key = await cy.sit(table)
        await cy.http.post(f"/api/tables/{table}/leave", json={"key": key})
        assert (await cy.sit(table))[0] == 1  # a person who left may return


async def test_spectators_never_keep_a_player_out() -> None:
    limits = Limits(spectators_per_table=2)
    async with serving(limits=limits) as server:
        table, ada, _ = await server.two_player_game()
        watchers = [await server.client(table) for _ in range(3)]
        assert watchers[2].closed is not None
        assert watchers[2].closed[0] == 4429
        await ada.close()
        await ada.connect()
        assert ada.closed is None


async def test_simultaneous_presence_changes_are_sent_together() -> None:
    async with serving(presence_delay=3600) as server:
        table, ada, _ = await server.two_player_game()
        before = len(ada.received)
        for _ in range(10):
            await (await server.client(table)).close()
        watcher = await server.client(table)
        open_table = server.service.open_tables[table]
        while server.connections_at(table).viewers.watching > 1:
            await asyncio.sleep(0.01)
        server.parts.presence.send(open_table)
        await ada.until(lambda: ada.table["watching"] == 1)
        assert len(ada.received) == before + 1
        assert watcher.closed is None


async def test_missing_record_is_archived_when_the_table_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:

        async def lost(room: object) -> None:
            raise RuntimeError("the process died")

        monkeypatch.setattr(server.service.archive, "keep_record", lost)
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], random.Random(1).choice)
        await ada.wait_for_status("finished")
        assert await server.service.store.record(table) is None
        monkeypatch.undo()
        server.service.open_tables.clear()
        await server.people[0].http.get(f"/api/tables/{table}")
        await server.finish_background_tasks()
        assert await server.service.store.record(table) is not None


async def test_code_finds_only_an_open_table() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "open")
        code = (await ada.http.get(f"/api/tables/{table}")).json()["code"]
        assert (await ada.http.get(f"/api/codes/{code}")).status_code == 200
        await ada.http.post(f"/api/tables/{table}/leave", json={"key": keys[0]})
        assert (await ada.http.get(f"/api/codes/{code}")).json()["code"] == "no-such-code"


async def test_failing_bot_plays_the_default_move(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:

        async def failing_choose(*arguments: object) -> str:
            raise ValueError("nothing comes to mind")

        monkeypatch.setattr(server.parts.bot_workers, "choose", failing_choose)
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "casual", start=True)
        client = await server.client(table, keys[0])
        await play_moves([client], random.Random(1).choice, 4)


async def test_bots_that_choose_in_secret_all_pause() -> None:
    pauses: list[str] = []

    def record_pause(speed: str) -> float:
        pauses.append(speed)
        return 0.0

    async with serving(bot_pause=record_pause) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "beginner", "beginner", start=True, bot_speed="slow")
        client = await server.client(table, keys[0])
        assert client.state["acting"] == [0, 1, 2]
        await client.until(lambda: client.state["acting"] == [0])
        assert pauses == ["slow", "slow"]


async def test_pause_of_a_bot_reveals_nothing_about_its_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep, slept = asyncio.sleep, set[float]()

    def record_pause(seconds: float) -> Coroutine[Any, Any, None]:
        if sys._getframe(1).f_code.co_filename.endswith("bots.py"):
            slept.add(seconds)
        return sleep(0)

    monkeypatch.setattr("caponata.server.scheduler.bots.asyncio.sleep", record_pause)
    async with serving(bot_pause=lambda speed: 1.7) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "beginner", "beginner", start=True)
        client = await server.client(table, keys[0])
        await play_moves([client], random.Random(1).choice, 12)
    assert slept == {1.7}


@pytest.mark.parametrize("speed", BOT_PAUSES)
def test_bot_pause_follows_the_speed_of_the_table(speed: str) -> None:
    least, most = BOT_PAUSES[speed]
    assert all(least <= random_bot_pause(speed) <= most for _ in range(100))


def test_slow_bot_pauses_longer_than_normal_and_normal_longer_than_quick() -> None:
    slow, normal, quick = (BOT_PAUSES[speed] for speed in ("slow", "normal", "quick"))
    assert quick[1] < normal[0] < normal[1] < slow[0]
