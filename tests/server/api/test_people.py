"""People, their seats and keys, the lobby, and the limits on tables and requests."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import pytest
from litestar import Request
from websockets.exceptions import InvalidStatus

from caponata.server.rate_limits import network
from caponata.server.settings import Limits
from caponata.server.tables.room import Room
from caponata.store import Header, Summary
from tests.server.clients import Server, http_client, open_socket, serving
from tests.server.tables.test_table_play import three_player_game

pytestmark = pytest.mark.anyio


async def test_person_needs_only_a_name_which_the_browser_remembers() -> None:
    async with serving() as server:
        ada = await server.person("  Ada   Lovelace ")
        me = (await ada.http.get("/api/me")).json()
        assert me["name"] == "Ada Lovelace"
        renamed = (await ada.http.put("/api/me", json={"name": "Countess"})).json()
        assert renamed["person"] == me["person"]
        assert (await ada.http.get("/api/me")).json()["name"] == "Countess"


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "no-name"), (" \t ", "no-name"), ("x" * 25, "long-name"), ("a\u202eb", "odd-name")],
)
async def test_name_that_cannot_be_displayed_is_refused(name: str, code: str) -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        answer = await ada.http.post("/api/me", json={"name": name})
        assert answer.status_code == 400
        assert answer.json()["code"] == code


async def test_tampered_token_is_rejected() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        token = ada.http.cookies["caponata"]
        ada.http.cookies.clear()
        for forged in (token[:-2] + "AA", "x" + token, "a.b", "é.ü"):
            headers = {b"authorization": f"Bearer {forged}".encode()}
            answer = await ada.http.get("/api/me", headers=headers)
            assert answer.status_code == 401
        answer = await ada.http.get("/api/me", headers={"authorization": f"Bearer {token}"})
        assert answer.json()["name"] == "Ada"


async def test_token_is_returned_only_to_its_holder_or_a_newcomer() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        token = ada.http.cookies["caponata"]
        assert "token" not in (await ada.http.get("/api/me")).json()
        by_cookie = (await ada.http.put("/api/me", json={"name": "Countess"})).json()
        # no script can read the cookie, so the token must not be in the response either
        assert by_cookie["token"] is None
        ada.http.cookies.clear()
        headers = {"authorization": f"Bearer {token}"}
        by_token = (await ada.http.put("/api/me", json={"name": "Lovelace"}, headers=headers)).json()
        ada.http.cookies.clear()
        headers = {"authorization": f"Bearer {by_token['token']}"}
        assert (await ada.http.get("/api/me", headers=headers)).json()["name"] == "Lovelace"


async def test_seat_belongs_to_one_person_and_its_key_opens_it() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open", "open")
        taken = await bo.http.post(f"/api/tables/{table}/sit", json={"seat": 0})
        assert taken.status_code == 409
        assert taken.json()["code"] == "seat-taken"
        seat, key = await bo.sit(table, 2)
        assert seat == 2
        client = await server.client(table, key)
        assert client.table["you"] == 2
        stranger = await server.client(table, "not a key")
        assert stranger.closed is not None
        assert stranger.closed[0] == 4401
        assert keys[0] != key


async def test_seated_person_gets_another_key_and_no_second_seat() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "open")
        seat, key = await ada.sit(table)
        assert seat == 0
        other_tab = await server.client(table, keys[0])
        client = await server.client(table, key)
        assert other_tab.table["you"] == client.table["you"] == 0
        await client.ask(t="seat", seat=1, **{"as": "bot"}, level="casual")
        await client.ask(t="start")
        seat, key = await ada.sit(table)
        assert (await server.client(table, key)).table["you"] == seat == 0


async def test_personal_link_moves_the_seat_to_another_device_once() -> None:
    async with serving() as server:
        ada, phone = await server.person("Ada"), await server.person("Ada's phone")
        table, keys = await ada.create_table("me", "open")
        at_desk = await server.client(table, keys[0])
        link = (await ada.http.post(f"/api/tables/{table}/link", json={"key": keys[0]})).json()
        moved = await phone.http.post(f"/api/tables/{table}/claim", json=link)
        assert moved.status_code == 200
        await at_desk.until(lambda: at_desk.closed is not None)
        assert at_desk.closed is not None
        assert at_desk.closed[0] == 4409
        on_phone = await server.client(table, moved.json()["key"])
        assert on_phone.table["you"] == 0
        assert on_phone.table["host"] == 0
        old = await server.client(table, keys[0])
        assert old.closed is not None
        again = await ada.http.post(f"/api/tables/{table}/claim", json=link)
        assert again.status_code == 404


async def test_two_tabs_of_one_seat_both_follow_the_game() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        other_tab = await server.client(table, ada.key)
        mover = ada if ada.moves else bo
        await mover.move(mover.moves[0])
        for client in (ada, other_tab):
            await client.wait_for_events(len(mover.events))
        assert other_tab.view == ada.view
        assert other_tab.events == ada.events


async def test_people_with_the_same_name_get_different_names_at_a_table() -> None:
    async with serving() as server:
        one, two = await server.person("Ada"), await server.person("Ada")
        table, _ = await one.create_table("me", "open")
        await two.sit(table)
        card = (await one.http.get(f"/api/tables/{table}")).json()
        assert [seat["name"] for seat in card["seats"]] == ["Ada", "Ada 2"]


async def test_my_tables_show_whose_turn_it_is() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        assert await turns(server) == [ada.state["decision"] is not None, bo.state["decision"] is not None]


async def test_person_replaced_by_a_bot_has_no_turn() -> None:
    async with serving(bot_pause=lambda speed: 3600) as server:
        _, clients = await three_player_game(server)
        assert await turns(server) == [True, True, True]  # they all choose in secret
        await clients[0].ask(t="resign")
        await clients[1].ask(t="leave")
        await clients[2].ask(t="seat", seat=1, **{"as": "bot"}, level="casual")
        assert clients[2].state["acting"] == [0, 1, 2]
        assert await turns(server) == [False, False, True]
        await clients[1].ask(t="back")
        assert await turns(server) == [False, True, True]


async def turns(server: Server) -> list[bool]:
    """Return for each person whether it is their turn at their newest table."""
    await server.finish_background_tasks()
    mine = [(await person.http.get("/api/me/tables")).json()[0] for person in server.people]
    return [card["your_turn"] for card in mine]


async def test_my_tables_are_read_without_rebuilding_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    async with serving(snapshot_every=3) as server:
        _, ada, bo = await server.two_player_game()

        async def fail_to_rebuild(table: str, *, whole: bool = False) -> Room:
            raise AssertionError("a list of tables needs no room")

        for _ in range(12):
            mover, other = (ada, bo) if ada.moves else (bo, ada)
            await mover.move(rng.choice(mover.moves))
            await other.wait_for_events(len(mover.events))
            await mover.ask(t="chat", text="your turn?")
            with monkeypatch.context() as patch:
                patch.setattr(server.service.loader, "rebuild", fail_to_rebuild)
                patch.setattr(server.service, "open_tables", {})
                assert await turns(server) == [0 in ada.state["acting"], 1 in ada.state["acting"]]
        await ada.ask(t="pause")
        assert await turns(server) == [False, False]


async def test_guessing_codes_is_limited_per_network() -> None:
    async with serving(limits=Limits(guesses_per_second=0, guess_burst=4)) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        await ada.create_table("me", "open")
        code = (await ada.http.get("/api/me/tables")).json()[0]["code"]
        for _ in range(9):  # correct codes are not limited
            assert (await bo.http.get(f"/api/codes/{code}")).status_code == 200
        responses = await asyncio.gather(*(bo.http.get(f"/api/codes/AAAA{letter}") for letter in "BCDFGHJK"))
        assert sorted(answer.status_code for answer in responses) == [404] * 4 + [429] * 4
        refused = await bo.http.get(f"/api/codes/{code}")  # otherwise guessing could go on
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-guesses")
        other_network = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with http_client(server.address, transport=other_network) as other:
            assert (await other.get(f"/api/codes/{code}")).status_code == 200


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_household_with_many_addresses_is_one_network(host: str, shown: str) -> None:
    scope: Any = {"type": "http", "client": (host, 4711), "headers": []}
    assert network(Request(scope)) == shown


async def test_private_table_is_found_by_its_code_and_not_in_the_list() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        private, _ = await ada.create_table("me", "open")
        listed, _ = await ada.create_table("me", "open", listed=True)
        cards = (await bo.http.get("/api/tables")).json()
        assert [card["table"] for card in cards] == [listed]
        assert cards[0]["code"] is None
        code = (await ada.http.get(f"/api/tables/{private}")).json()["code"]
        found = await bo.http.get(f"/api/codes/{code.lower()}")
        assert found.json()["table"] == private
        assert (await bo.http.get("/api/codes/AAAAA")).json()["code"] == "no-such-code"


async def test_lobby_lists_only_tables_that_can_be_joined_or_watched() -> None:
    async with serving() as server:

        async def is_listed(table: str) -> bool:
            await server.finish_background_tasks()
            cards = (await server.people[0].http.get("/api/tables?game=capital-lux")).json()
            return table in [card["table"] for card in cards]

        watched, _, _ = await server.two_player_game(listed=True)
        assert await is_listed(watched)
        ada, bo = server.people
        closed, keys = await ada.create_table("me", "open", listed=True, spectators=False)
        assert await is_listed(closed)
        _, key = await bo.sit(closed)
        assert not await is_listed(closed)
        await bo.http.post(f"/api/tables/{closed}/leave", json={"key": key})
        assert await is_listed(closed)
        host = await server.client(closed, keys[0])
        await host.ask(t="seat", seat=1, **{"as": "bot"}, level="casual")
        await host.ask(t="start")
        assert not await is_listed(closed)


async def test_lobby_of_an_unknown_game_is_not_found() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        refused = await ada.http.get("/api/tables?game=zzz")
        assert (refused.status_code, refused.json()["code"]) == (404, "no-such-game")


async def test_person_at_too_many_tables_cannot_create_more_until_one_is_over() -> None:
    async with serving(limits=Limits(tables_per_person=2)) as server:
        table, ada, bo = await server.two_player_game()
        person = server.people[0]
        await bo.ask(t="resign")
        await ada.wait_for_status("finished")
        tables = [await person.create_table("me", "open") for _ in range(2)]
        await server.finish_background_tasks()
        refused = await person.request_table("me", "open")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-tables")
        assert (await ada.ask(t="rematch"))["error"]["code"] == "too-many-tables"
        await bo.ask(t="rematch")  # a person with fewer tables may ask
        await ada.until(lambda: ada.table["rematch"] is not None)
        last, keys = tables[0]
        await person.http.post(f"/api/tables/{last}/leave", json={"key": keys[0]})
        assert table != last


async def test_open_tables_count_towards_the_limit_behind_newer_finished_ones() -> None:
    limits = Limits(tables_per_person=3, request_burst=1000)
    async with serving(limits=limits) as server:
        ada = await server.person("Ada")
        person = (await ada.http.get("/api/me")).json()["person"]
        open_ones = [await ada.create_table("me", "open") for _ in range(3)]
        for number in range(4 * 3):
            header = Header(f"over-{number}", f"OVER{number}", "caper", 1, 0, bytes(32), b"{}")
            over = Summary(header.table, "finished", False, 10**15, b"{}")
            assert await server.service.store.add_table(header, [], over, [(0, person)])
        refused = await ada.request_table("me", "open")
        assert len(open_ones) == 3 and refused.json()["code"] == "too-many-tables"


async def test_full_server_refuses_new_tables() -> None:
    async with serving(limits=Limits(tables=2)) as server:
        for name in ("Ada", "Bo"):
            await (await server.person(name)).create_table("me", "open")
        refused = await (await server.person("Cy")).request_table("me", "open")
        assert (refused.status_code, refused.json()["code"]) == (503, "house-full")


async def test_nobody_can_sit_at_a_full_or_started_table() -> None:
    async with serving() as server:
        ada, bo, cy = [await server.person(name) for name in ("Ada", "Bo", "Cy")]
        table, keys = await ada.create_table("me", "open")
        _, key = await bo.sit(table)

        async def refusal() -> tuple[int, str]:
            answer = await cy.http.post(f"/api/tables/{table}/sit", json={"seat": None})
            return answer.status_code, answer.json()["code"]

        assert await refusal() == (409, "table-full")
        host, guest = await server.client(table, keys[0]), await server.client(table, key)
        await host.ask(t="start")
        assert await refusal() == (409, "game-began")
        await guest.ask(t="resign")
        await host.wait_for_status("finished")
        assert await refusal() == (409, "game-over")
        left, keys = await ada.create_table("me", "open")
        await ada.http.post(f"/api/tables/{left}/leave", json={"key": keys[0]})
        table = left
        assert await refusal() == (409, "game-over")


async def test_flood_of_requests_and_connections_is_refused() -> None:
    async with serving(limits=Limits(requests_per_second=0, request_burst=12)) as server:
        ada = await server.person("Ada")
        table, _ = await ada.create_table("me", "open")
        codes = [(await ada.http.get("/api/health")).status_code for _ in range(12)]
        assert codes == [200] * 10 + [429] * 2
        with pytest.raises(InvalidStatus, match="403"):  # a socket that was never opened has no close code
            await open_socket(server.address, table)
