"""Play at a table: moves, undo, proposals, pauses, absences, clocks and spectators."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from caponata.server.tables.state import SeatState
from tests.server.clients import Client, Server, play_moves, serving

pytestmark = pytest.mark.anyio
CHOICES_OF_CAPONE = (
    *("exchange", "discard", "front", "place", "action"),
    *("buy-out", "rehire", "invest", "sell", "done"),
)


async def three_player_game(server: Server, **fields: Any) -> tuple[str, list[Client]]:
    """Return a game of three people that has started."""
    people = [await server.person(name) for name in ("Ada", "Bo", "Cy")]
    table, keys = await people[0].create_table("me", "open", "open", **fields)
    held = [keys[0], *[(await person.sit(table))[1] for person in people[1:]]]
    clients = [await server.client(table, key) for key in held]
    await clients[0].ask(t="start")
    for client in clients:
        await client.until(lambda client=client: bool(client.state))  # type: ignore[misc]
    return table, clients


async def test_repeated_request_is_answered_again_and_not_granted_again() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        move = {"t": "move", "decision": mover.state["decision"], "move": mover.moves[0], "id": "once"}
        first = await mover.ask(**move)
        events = len(mover.events)
        mover._answers.clear()
        again = await mover.ask(**move)
        assert (first["t"], again["t"]) == ("state", "done")
        assert len(mover.events) == events
        answers = [await ada.ask(t="chat", text="hello", id="hi") for _ in range(2)]
        assert [each["answers"] for each in answers] == ["hi", "hi"]
        assert len(ada.chat) == 1


async def test_closed_decision_is_refused_and_the_table_is_unharmed() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        answer = await mover.ask(t="move", decision=mover.state["decision"] + 1, move=mover.moves[0])
        assert answer["error"]["code"] == "closed-decision"
        answer = await mover.move("home green-9")
        assert answer["error"]["code"] == "no-such-move"
        assert (await mover.move(mover.moves[0]))["t"] == "state"


async def test_illegal_move_names_its_rule() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        answer = await mover.move("capital blue-4")
        assert answer["t"] == "refused"
        error = answer["error"]
        assert error["status"] == 409
        assert error["code"] == "illegal-move"
        assert error["rule"].startswith("LUX-")
        assert error["reason"]


async def test_reconnected_client_gets_missed_events_and_nothing_twice() -> None:
    rng = random.Random(2)
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], rng.choice, 6)
        await ada.close()
        while bo.moves:
            await bo.move(rng.choice(bo.moves))
        known = len(ada.events)
        await ada.connect()
        await ada.wait_for_events(len(bo.events))
        assert len(ada.events) > known or not bo.moves
        await play_moves([ada, bo], rng.choice)
        assert ada.state["outcome"] is not None
        fresh = await server.client(table, ada.key)
        await fresh.until(lambda: bool(fresh.view))
        assert fresh.view == ada.view


@pytest.mark.parametrize("snapshot_every", [10_000, 40])
async def test_client_that_was_away_for_long_gets_the_number_of_missed_events(
    monkeypatch: pytest.MonkeyPatch, snapshot_every: int
) -> None:
    rng = random.Random(2)
    async with serving(snapshot_every=snapshot_every) as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], rng.choice, 6)
        known = len(ada.events)
        twin = await server.client(table, ada.key)
        await ada.close()
        await play_moves([twin, bo], rng.choice, 30)
        total = twin.state["n"]
        monkeypatch.setattr("caponata.server.connections.viewers.MAX_EVENTS", 5)
        server.service.open_tables[table].needs_reload = True  # rebuilt from its log, or from a snapshot
        hello = await server.hello(table, ada.key, n=known)
        assert hello["missed"] == total - known - 5
        assert [event["n"] for event in hello["events"]] == list(range(total - 4, total + 1))
        assert "view" in hello
        assert (await server.hello(table, ada.key, n=total - 3))["missed"] == 0
        assert (await server.hello(table, ada.key, n=0))["missed"] == total - 5


async def test_undo_is_free_if_nobody_learned_anything() -> None:
    async with serving() as server:
        _, clients = await three_player_game(server)
        mover = next(client for client in clients if client.moves)
        await mover.move(mover.moves[0])
        assert mover.state["undo"] == "free"
        before = mover.state["decision"]
        answer = await mover.ask(t="undo")
        assert answer["t"] == "state"
        assert mover.state["decision"] != before
        assert mover.events[-1]["event"] == "undo"


async def test_undo_needs_consent_after_others_learned_something() -> None:
    rng = random.Random(3)
    async with serving() as server:
        _, clients = await three_player_game(server)
        await play_moves(clients, rng.choice, 12)
        asker = next(client for client in clients if client.state["undo"] == "ask")
        others = [client for client in clients if client is not asker]
        before = asker.view
        await asker.ask(t="undo")
        for client in clients:
            await client.until(lambda client=client: bool(client.table["asks"]))  # type: ignore[misc]
        ask = asker.table["asks"][0]
        assert ask["waits"] == sorted(client.table["you"] for client in others)
        await others[0].ask(t="answer", ask=ask["ask"], yes=True)
        assert asker.view == before
        await others[1].ask(t="answer", ask=ask["ask"], yes=True)
        await asker.until(lambda: asker.events[-1]["event"] == "rewind")
        assert asker.state["decision"] is not None
        for client in clients:
            await client.until(lambda client=client: not client.table["asks"])  # type: ignore[misc]


async def test_one_rejection_ends_a_proposal() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        await ada.ask(t="end")
        await bo.until(lambda: bool(bo.table["asks"]))
        assert (await ada.ask(t="end"))["error"]["code"] == "asked-already"
        await bo.ask(t="answer", ask=bo.table["asks"][0]["ask"], yes=False)
        await ada.until(lambda: not ada.table["asks"])
        assert ada.table["status"] == "playing"
        await ada.ask(t="end")
        await bo.until(lambda: bool(bo.table["asks"]))
        await bo.ask(t="answer", ask=bo.table["asks"][0]["ask"], yes=True)
        await ada.wait_for_status("abandoned")
        assert ada.table["reason"] == "agreed"
        assert ada.table["places"] is None


async def test_nobody_can_move_while_the_game_is_paused() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        await bo.ask(t="pause")
        assert (await mover.move(mover.moves[0]))["error"]["code"] == "paused"
        await ada.ask(t="resume")
        assert (await mover.move(mover.moves[0]))["t"] == "state"


async def test_resigning_with_two_seats_loses_the_game() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        await ada.ask(t="resign")
        await bo.wait_for_status("finished")
        assert bo.table["reason"] == "resigned"
        assert bo.table["places"] == [1, 0]
        assert (await bo.ask(t="resign"))["error"]["code"] == "game-over"


async def test_bot_plays_on_for_a_resigned_seat_of_three_and_comes_last() -> None:
    rng = random.Random(4)
    async with serving() as server:
        _, clients = await three_player_game(server)
        await clients[1].ask(t="resign")
        assert clients[1].table["seats"][1]["resigned"]
        await play_moves([clients[0], clients[2]], rng.choice)
        await clients[0].wait_for_status("finished")
        assert clients[0].table["places"][1] == 2


async def test_seat_of_an_absent_person_is_given_to_a_bot_and_back() -> None:
    rng = random.Random(5)
    async with serving(absence_timeout=0.05) as server:
        _, ada, bo = await server.two_player_game()
        await bo.close()
        await ada.until(lambda: ada.table["seats"][1]["offered"])
        assert not ada.table["seats"][1]["here"]
        await ada.ask(t="seat", seat=1, **{"as": "bot"}, level="casual")
        assert ada.table["seats"][1]["stands_in"] == "casual"
        await play_moves([ada], rng.choice, 4)
        await bo.connect()
        await ada.until(lambda: ada.table["seats"][1]["stands_in"] is None)
        assert not ada.table["seats"][1]["offered"]
        await play_moves([ada, bo], rng.choice)
        assert bo.state["outcome"]


async def test_seat_of_a_connected_person_cannot_be_given_away() -> None:
    async with serving() as server:
        _, ada, _ = await server.two_player_game()
        answer = await ada.ask(t="seat", seat=1, **{"as": "bot"}, level="casual")
        assert answer["error"]["code"] == "seat-held"


async def test_host_fills_and_frees_seats_and_starts() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open", "open")
        host = await server.client(table, keys[0])
        _, key = await bo.sit(table)
        guest = await server.client(table, key)
        assert (await guest.ask(t="start"))["error"]["code"] == "not-host"
        assert (await host.ask(t="start"))["error"]["code"] == "seats-open"
        await host.ask(t="seat", seat=2, **{"as": "bot"}, level="club")
        assert host.table["seats"][2]["is"] == "bot"
        await host.ask(t="seat", seat=1, **{"as": "open"})
        await guest.until(lambda: guest.closed is not None)
        assert guest.closed is not None
        assert guest.closed[0] == 4410
        assert host.table["seats"][1]["is"] == "open"
        await host.ask(t="seat", seat=1, **{"as": "bot"}, level="beginner")
        await host.ask(t="start")
        assert host.table["status"] == "playing"


async def test_people_at_one_device_have_a_key_each() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "here:Bo", "here:Cy", start=True)
        assert sorted(keys) == [0, 1, 2]
        clients = [await server.client(table, keys[seat]) for seat in range(3)]
        assert [client.table["you"] for client in clients] == [0, 1, 2]
        hands = [client.view["hand"] for client in clients]
        assert all(client.table["status"] == "playing" for client in clients)
        assert len(hands) == 3


async def test_bots_play_whole_games() -> None:
    rng = random.Random(6)
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "casual", "beginner", start=True)
        client = await server.client(table, keys[0])
        await play_moves([client], rng.choice)
        await client.wait_for_status("finished")


async def test_bot_does_not_pause_between_hidden_steps() -> None:
    pauses: list[str] = []

    def pause(speed: str) -> float:
        pauses.append(speed)
        return 0.0

    async with serving(bot_pause=pause) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "beginner", "beginner", game="capone", start=True)
        client = await server.client(table, keys[0])
        await play_moves([client], random.Random(1).choice, moves=60)
        bot_events = [event for event in client.events if event["seat"] in (1, 2)]
        hidden = [event for event in bot_events if event["event"] == "plan"]
        chosen = [event for event in bot_events if event["event"] in CHOICES_OF_CAPONE]
        assert len(hidden) > 20
        assert len(pauses) <= len(chosen) + 1


async def test_default_move_is_played_when_a_clock_runs_out() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, ada, bo = await server.two_player_game(clock={"move": 1, "bank": 0, "then": "default"})
        mover = ada if ada.moves else bo
        assert mover.table["clocks"][mover.table["you"]]["runs"]
        decision = mover.state["decision"]
        now[0] += 1_000
        await mover.until(lambda: mover.state["decision"] != decision)
        assert mover.events[-1]["event"]


async def test_bot_replaces_a_timed_out_person_until_they_return() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, ada, bo = await server.two_player_game(clock={"move": 1, "bank": 0, "then": "bot"})
        mover, other = (ada, bo) if ada.moves else (bo, ada)
        seat = mover.table["you"]
        now[0] += 1_000
        decision = mover.state["decision"]
        await other.until(lambda: other.table["seats"][seat]["stands_in"] == "casual")
        await mover.until(lambda: mover.state["decision"] != decision)
        await mover.ask(t="back")
        await mover.until(lambda: mover.table["seats"][seat]["stands_in"] is None)
        assert (await mover.ask(t="back"))["error"]["code"] == "never-left"


async def test_time_beyond_the_free_time_is_taken_from_the_bank() -> None:
    now = [1_000_000]
    async with serving(now=lambda: now[0]) as server:
        _, ada, bo = await server.two_player_game(clock={"move": 30, "bank": 100, "then": "default"})
        mover = ada if ada.moves else bo
        seat = mover.table["you"]
        now[0] += 50_000
        await mover.move(mover.moves[0])
        await mover.until(
            lambda: not mover.table["clocks"][seat]["runs"] or mover.state["decision"] is not None
        )
        assert mover.table["clocks"][seat]["bank"] == 80_000


async def test_everybody_receives_chat_and_only_seats_can_send_it() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        watcher = await server.client(table)
        await ada.ask(t="chat", text="  well   played ")
        for client in (bo, watcher):
            await client.until(lambda client=client: bool(client.chat))  # type: ignore[misc]
            assert client.chat[0]["text"] == "well played"
        assert (await watcher.ask(t="chat", text="psst"))["error"]["code"] == "only-watching"
        assert (await ada.ask(t="chat", text=" "))["error"]["code"] == "empty-text"


async def test_table_without_spectators_refuses_them() -> None:
    async with serving() as server:
        table, _, _ = await server.two_player_game(spectators=False)
        watcher = await server.client(table)
        assert watcher.closed is not None
        assert watcher.closed[0] == 4403


async def test_preview_shows_what_the_move_would_change() -> None:
    rng = random.Random(7)
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        while not any(move.startswith("home") for move in ada.moves):
            await play_moves([ada, bo], rng.choice, 1)
        move = next(move for move in ada.moves if move.startswith("home"))
        decision, before = ada.state["decision"], dict(ada.view)
        preview = await ada.ask(t="preview", decision=decision, move=move)
        assert ada.view == before
        await ada.move(move)
        for key in ("hand", "homes", "totals"):
            assert preview["changed"][key] == ada.view[key]
        assert (await ada.ask(t="preview", decision=decision, move=move))["t"] == "refused"


def test_old_snapshot_of_a_seat_without_moves_can_be_loaded() -> None:
    older = {"kind": "person", "name": "Ada", "moved_by": "clock", "bank": 5_000, "used": 70, "before": 900}
    seat = msgspec.convert(older, SeatState)
    assert (seat.bank, seat.time_used, seat.moves) == (5_000, 70, [])
