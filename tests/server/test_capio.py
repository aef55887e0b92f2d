"""Capio on the server: everybody grabs at once, a die is taken once, and bots follow the same rules."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from caponata.games.capio import GAME, timing
from caponata.games.capio.layout import (
    GRABBING,
    PHASES,
    PLACING,
    RECKONING,
    THROWING,
    CapioOptions,
)
from caponata.games.capio.reaction import LEVELS
from caponata.games.capio.rules import CapioPosition
from caponata.secrecy.doubles import NO_LIMITS
from tests.games.capio.positions import capio
from tests.server.clients import Client, Server, serving_in_process

pytestmark = pytest.mark.anyio

ALL = ("me", "here:Bo", "here:Cy")


async def all_ready(server: Server, *seats: str, countdown: int) -> list[Client]:
    """Return the clients of a table at which everybody is ready."""
    ada = await server.person("Ada")
    table, keys = await ada.create_table(*seats, game="capio", start=True, options={"countdown": countdown})
    clients = [await server.client(table, key) for key in keys.values()]
    for client in clients:
        await be_ready(client)
    return clients


async def be_ready(client: Client) -> None:
    """Send ready as soon as it is legal."""
    await client.until(lambda: bool(client.state) and "ready" in client.moves)
    await client.move("ready")


async def at_go(server: Server, *seats: str, countdown: int = 0) -> list[Client]:
    """Return the clients of a table after the throw."""
    clients = await all_ready(server, *seats, countdown=countdown)
    await clients[0].until(lambda: clients[0].view["phase"] == "grabbing")
    return clients


def in_middle(client: Client) -> Counter[str]:
    """Count the dice in the middle."""
    shown = client.view["middle"]
    return Counter(f"{colour}-{face}" for colour, faces in shown.items() for face in faces if face)


async def test_die_that_all_reach_for_is_taken_once() -> None:
    """[CAPIO-3.2]"""
    async with serving_in_process(limits=NO_LIMITS) as server:
        clients = await at_go(server, *ALL)
        die = next(die for die, count in in_middle(clients[0]).items() if count == 1)
        answers = await asyncio.gather(*(client.move(f"take {die}") for client in clients))
        assert sorted(answer["t"] for answer in answers) == ["refused", "refused", "state"]
        refused = [answer["error"] for answer in answers if answer["t"] == "refused"]
        assert {(error["code"], error["rule"]) for error in refused} == {("illegal-move", "CAPIO-3.2")}
        await clients[0].until(lambda: any(clients[0].view["hands"]))
        assert clients[0].view["hands"].count(die) == 1


async def test_two_equal_dice_can_be_taken_by_two_seats() -> None:
    """[CAPIO-1.1]"""
    async with serving_in_process(limits=NO_LIMITS) as server:
        clients = await at_go(server, *ALL)
        die = next((die for die, count in in_middle(clients[0]).items() if count == 2), None)
        if die is None:  # happens once in thousands of throws
            return
        answers = await asyncio.gather(*(client.move(f"take {die}") for client in clients))
        assert sorted(answer["t"] for answer in answers) == ["refused", "state", "state"]


async def test_dice_are_not_revealed_before_go() -> None:
    """[CAPIO-8.1]"""
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table(*ALL, game="capio", start=True)
        first, second, _ = [await server.client(table, key) for key in keys.values()]
        await first.until(lambda: bool(first.state) and "ready" in first.moves)
        await first.move("ready")
        await second.until(lambda: second.view["to_act"] == [1, 2])
        assert not in_middle(first)
        assert not in_middle(second)


async def test_bot_is_ready_and_grabs_no_faster_than_its_level_allows() -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:
        [ada] = await at_go(server, "me", "expert")
        takes = ("take", 1)
        await ada.until(lambda: [(each["event"], each["seat"]) for each in ada.events].count(takes) == 2)
        rows = await server.service.store.rows(ada.table["table"])
        thrown = next(row.at for row in rows if b"throw" in row.body)
        taken, again = [row.at for row in rows if b"take" in row.body]
        placed = next(row.at for row in rows if b"place" in row.body)
        reflexes = LEVELS["expert"]
        assert taken - thrown >= reflexes.start + reflexes.decide + reflexes.reach
        assert placed - taken >= reflexes.place
        assert again - taken >= reflexes.fastest()


async def test_playthrough_that_nobody_stops_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """[CAPIO-4.3] [CAPIO-4.2]"""
    waits = {"grabbing": (0, 400), "placing": (300, 0)}

    def short_limits(position: CapioPosition) -> tuple[str, int, int] | None:
        phase = PHASES[position.phase]
        return (phase, *waits[phase]) if phase in waits else None

    monkeypatch.setattr(timing, "limits", short_limits)
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, *_ = await at_go(server, *ALL)
        die = next(iter(in_middle(ada)))
        await ada.move(f"take {die}")
        await ada.until(lambda: ada.view["phase"] == "reckoning")
        assert ada.view["caller"] is None
        assert ada.view["gone"] == [die]


async def late(client: Client, move: str, decision: int) -> dict[str, Any]:
    """Send a move for a decision that may be closed."""
    return await client.ask(t="move", decision=decision, move=move)


async def test_die_in_hand_is_placed_after_somebody_stops() -> None:
    """[CAPIO-4.2]"""
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, bo, cy = await at_go(server, *ALL)
        await ada.move(f"take {next(iter(in_middle(ada)))}")
        place, decision = next(move for move in ada.moves if move.startswith("place")), ada.state["decision"]
        grab, stale = f"take {next(iter(in_middle(cy)))}", cy.state["decision"]
        assert (await bo.move("stop"))["t"] == "state"
        for move in (grab, "stop"):
            error = (await late(cy, move, stale))["error"]
            assert (error["rule"], error["reason"]) == ("CAPIO-4.1", "stopped")
        assert (await late(ada, place, decision))["t"] == "state"
        await ada.until(lambda: ada.view["phase"] == "reckoning")
        assert ada.view["gone"] == []
        for move in (grab, "stop"):
            assert (await late(cy, move, stale))["error"]["reason"] == "stopped"


async def test_die_in_hand_is_placed_after_an_end_that_nobody_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[CAPIO-4.3] [CAPIO-4.2]"""
    monkeypatch.setattr(
        timing, "limits", lambda position: ("grabbing", 400, 0) if position.phase == GRABBING else None
    )
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, *_ = await at_go(server, *ALL)
        await ada.move(f"take {next(iter(in_middle(ada)))}")
        place, decision = next(move for move in ada.moves if move.startswith("place")), ada.state["decision"]
        await ada.until(lambda: ada.view["phase"] == "placing")
        assert (await late(ada, place, decision))["t"] == "state"


@pytest.mark.parametrize("others", [("child",), ("here:Bo", "here:Cy")])
async def test_grabbed_die_cannot_be_undone_and_nobody_is_asked(others: tuple[str, ...]) -> None:
    """[CAPIO-3.3]"""
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, *_ = await at_go(server, "me", *others)
        die = next(iter(in_middle(ada)))
        await ada.move(f"take {die}")
        answer = await ada.ask(t="undo")
        assert (answer["t"], answer["error"]["code"]) == ("refused", "no-undo")
        assert answer["error"]["sentence"] == "this move is binding: it cannot be undone"
        assert ada.view["hands"][0] == die
        assert ada.table["asks"] == []
        assert ada.state["undo"] is None


async def test_seat_without_a_move_cannot_undo_moves_of_others() -> None:
    """[CAPIO-3.3]"""
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, bo = await at_go(server, "me", "here:Bo")
        await bo.move(f"take {next(iter(in_middle(bo)))}")
        answer = await ada.ask(t="undo")
        assert (answer["t"], answer["error"]["code"]) == ("refused", "no-undo")
        assert bo.table["asks"] == []


async def test_take_restarts_the_quiet_period(monkeypatch: pytest.MonkeyPatch) -> None:
    """[CAPIO-4.3]"""
    monkeypatch.setattr(
        timing, "limits", lambda position: ("grabbing", 0, 3000) if position.phase == GRABBING else None
    )
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, *_ = await at_go(server, *ALL)
        for _ in range(4):
            await asyncio.sleep(0.9)
            await ada.move(f"take {next(iter(in_middle(ada)))}")
            await ada.move(next(move for move in ada.moves if move.startswith("place")))
        assert ada.view["phase"] == "grabbing"


class ManualClock:
    """A server clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


async def elapsed_times(client: Client) -> list[int]:
    """Return the elapsed times that a joining client receives."""
    again = Client(client.address, client.table_id, client.key)
    await again.connect()
    elapsed = again.state["waited"]
    await again.close()
    assert elapsed["wait"] == "1.1.grabbing"
    return [elapsed["all"], elapsed["quiet"]]


async def test_only_a_take_restarts_the_quiet_period_and_pauses_do_not_count() -> None:
    """[CAPIO-4.3]"""
    clock = ManualClock()
    async with serving_in_process(limits=NO_LIMITS, now=clock) as server:
        ada, *_ = await at_go(server, *ALL)
        clock.now += 5_000
        await ada.move(f"take {next(iter(in_middle(ada)))}")
        clock.now += 3_000
        await ada.move(next(move for move in ada.moves if move.startswith("place")))
        clock.now += 1_000
        assert await elapsed_times(ada) == [9_000, 4_000]
        await ada.ask(t="pause")
        clock.now += 60_000
        assert await elapsed_times(ada) == [9_000, 4_000]
        await ada.ask(t="resume")
        clock.now += 500
        assert await elapsed_times(ada) == [9_500, 4_500]
        await ada.move("stop")
        await ada.until(lambda: ada.view["phase"] == "reckoning")
        assert "waited" not in (await server.hello(ada.table_id, ada.key, n=0))


def test_countdowns_follow_the_options() -> None:
    """[CAPIO-4.3] [CAPIO-4.2]"""
    position = capio(["target-1 towers-1 sets-1"], hands={0: "red-1"})

    def limits(phase: int, **options: Any) -> tuple[str, int, int] | None:
        position.phase, position.options = phase, replace(CapioOptions(), **options)
        return timing.limits(position)

    assert limits(GRABBING) == ("1.1.grabbing", 90_000, 20_000)
    assert limits(PLACING) == ("1.1.placing", 5_000, 0)
    assert limits(RECKONING) is None
    assert limits(THROWING) == ("1.1.throwing", 3_000, 0)
    assert limits(GRABBING, calm=True) == ("1.1.grabbing", 180_000, 40_000)
    assert limits(PLACING, calm=True) == ("1.1.placing", 10_000, 0)
    assert GAME.view(position, 0)["pace"] == 2  # for the countdown on the page
    assert limits(GRABBING, idle_after=0, quiet_after=0) is None
    assert limits(THROWING, countdown=0) is None


async def test_dice_are_thrown_after_a_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """[CAPIO-2.6]"""
    monkeypatch.setattr(timing, "SECOND", 200)
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, bo, _ = await at_go(server, *ALL, countdown=3)
        rows = await server.service.store.rows(ada.table["table"])
        ready = [row for row in rows if b'"ready"' in row.body]
        thrown = next(row for row in rows if b"throw" in row.body)
        assert b"throw" not in ready[-1].body
        assert thrown.at - ready[-1].at >= 600
        await bo.until(lambda: in_middle(bo) == in_middle(ada))
        assert "take" in bo.state["moves"]
