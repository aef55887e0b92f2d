from __future__ import annotations

import pytest

from tests.server.house import serving

pytestmark = pytest.mark.anyio


async def test_a_name_is_enough_and_the_browser_remembers_it() -> None:
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
async def test_a_name_that_cannot_be_shown_is_refused_in_words(name: str, code: str) -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        answer = await ada.http.post("/api/me", json={"name": name})
        assert answer.status_code == 400
        assert answer.json()["code"] == code


async def test_a_token_that_was_tampered_with_is_nobody() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        token = (await ada.http.get("/api/me")).json()["token"]
        ada.http.cookies.clear()
        for forged in (token[:-2] + "AA", "x" + token, "a.b", "é.ü"):
            headers = {b"authorization": f"Bearer {forged}".encode()}
            answer = await ada.http.get("/api/me", headers=headers)
            assert answer.status_code == 401
        answer = await ada.http.get("/api/me", headers={"authorization": f"Bearer {token}"})
        assert answer.json()["name"] == "Ada"


async def test_a_seat_belongs_to_one_person_and_its_key_opens_it() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.make("me", "open", "open")
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


async def test_who_sits_already_gets_another_key_and_not_another_seat() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.make("me", "open")
        seat, key = await ada.sit(table)
        assert seat == 0
        other_tab = await server.client(table, keys[0])
        client = await server.client(table, key)
        assert other_tab.table["you"] == client.table["you"] == 0
        await client.ask(t="seat", seat=1, **{"as": "bot"}, level="casual")
        await client.ask(t="start")
        seat, key = await ada.sit(table)
        assert (await server.client(table, key)).table["you"] == seat == 0


async def test_a_personal_link_takes_the_seat_to_another_device_once() -> None:
    async with serving() as server:
        ada, phone = await server.person("Ada"), await server.person("Ada's phone")
        table, keys = await ada.make("me", "open")
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
        table, ada, bo = await server.two()
        other_tab = await server.client(table, ada.key)
        mover = ada if ada.moves else bo
        await mover.move(mover.moves[0])
        for client in (ada, other_tab):
            await client.has_events(len(mover.events))
        assert other_tab.view == ada.view
        assert other_tab.events == ada.events


async def test_people_with_the_same_name_can_be_told_apart() -> None:
    async with serving() as server:
        one, two = await server.person("Ada"), await server.person("Ada")
        table, _ = await one.make("me", "open")
        await two.sit(table)
        card = (await one.http.get(f"/api/tables/{table}")).json()
        assert [seat["name"] for seat in card["seats"]] == ["Ada", "Ada 2"]


async def test_my_tables_tell_whose_turn_it_is() -> None:
    async with serving() as server:
        _, ada, bo = await server.two()
        mine = [(await person.http.get("/api/me/tables")).json()[0]["your_turn"] for person in server.people]
        assert mine == [ada.state["decision"] is not None, bo.state["decision"] is not None]


async def test_a_private_table_is_found_by_its_code_and_not_in_the_list() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        private, _ = await ada.make("me", "open")
        listed, _ = await ada.make("me", "open", listed=True)
        cards = (await bo.http.get("/api/tables")).json()
        assert [card["table"] for card in cards] == [listed]
        assert cards[0]["code"] is None
        code = (await ada.http.get("/api/me/tables")).json()[1]["code"]
        found = await bo.http.get(f"/api/codes/{code.lower()}")
        assert found.json()["table"] == private
        assert (await bo.http.get("/api/codes/AAAAA")).json()["code"] == "no-such-code"
