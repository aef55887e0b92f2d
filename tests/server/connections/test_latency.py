"""Latency and the fairness hold: moves wait for slower seats, up to a limit."""

from __future__ import annotations

import asyncio
import time

import pytest

from caponata.secrecy.doubles import NO_LIMITS
from caponata.server.connections.latency import (
    ECHO_INTERVAL,
    FIRST_ECHO_INTERVAL,
    LatencyMeter,
    TableLatency,
    hold,
)
from caponata.server.settings import Settings
from tests.server.clients import Client, Server, serving
from tests.server.proxy import delayed_proxy

MAX_HOLD = Settings().max_hold
pytestmark = pytest.mark.anyio


def test_nothing_is_held_with_equal_delays() -> None:
    assert hold({0: 0.06, 1: 0.06, 2: 0.0615}, 0, MAX_HOLD) == 0.0
    assert hold({0: 0.06}, 0, MAX_HOLD) == 0.0
    assert hold({}, 0, MAX_HOLD) == 0.0


def test_move_is_held_for_the_slowest_seat_up_to_the_limit() -> None:
    delays = {0: 0.010, 1: 0.060, 2: 0.030}
    assert hold(delays, 0, MAX_HOLD) == pytest.approx(0.050)
    assert hold(delays, 1, MAX_HOLD) == 0.0
    assert hold(delays, 2, MAX_HOLD) == pytest.approx(0.030)
    assert hold({0: 0.0, 1: 0.5}, 0, MAX_HOLD) == MAX_HOLD == 0.080


def test_seat_that_answers_no_echo_gains_nothing() -> None:
    assert hold({1: 0.05}, 0, MAX_HOLD) == 0.05
    latency = TableLatency(MAX_HOLD)
    latency.local[1] = 0.0504
    assert latency.seat_delays(3) == ([None, 50, None], [None, 0, None])


def test_seats_at_other_processes_count_for_the_hold() -> None:
    latency = TableLatency(MAX_HOLD)
    assert latency.hold(0) == 0.0
    latency.local[0] = 0.010
    latency.remote = {1: 0.060}
    assert latency.hold(0) == pytest.approx(0.050)
    assert latency.seat_delays(2)[0] == [10, 60]


def test_fastest_connection_of_a_seat_counts() -> None:
    """A second tab on a slow network holds nobody up."""
    latency, near, distant = TableLatency(MAX_HOLD), object(), object()
    latency.record(0, object(), 0.010)
    latency.record(1, near, 0.030)
    latency.record(1, distant, 0.090)
    assert latency.hold(0) == pytest.approx(0.020)
    latency.record(1, near, None)
    assert latency.hold(0) == pytest.approx(0.080)
    latency.record(1, distant, None)
    latency.record(1, distant, None)
    assert (latency.local, latency.hold(0)) == ({0: 0.010}, 0.0)


def test_delay_beyond_the_limit_is_shown() -> None:
    latency = TableLatency(MAX_HOLD)
    latency.local.update({0: 0.010, 1: 0.160, 2: 0.120})
    assert latency.seat_delays(3)[1] == [
        0,
        70,
        70,
    ]  # the second slowest seat waits for the slowest, too
    assert latency.seat_delays(4, bots=[3])[1] == [10, 80, 80, None]  # a bot has no delay
    latency.local = {0: 0.003}
    assert latency.seat_delays(2, bots=[1])[1] == [0, None]  # too small to count


def test_fastest_echo_determines_the_delay() -> None:
    meter = LatencyMeter()
    assert meter.delay is None
    for sent, received in ((0.0, 0.3), (2.0, 2.1), (4.0, 4.25)):
        meter.received(meter.sent(sent), received)
    assert meter.delay == pytest.approx(0.05)
    assert meter.interval == FIRST_ECHO_INTERVAL
    for _ in range(2):
        meter.received(meter.sent(6.0), 6.3)
    assert meter.interval == ECHO_INTERVAL
    meter.received(99, 5.0)  # never sent
    assert meter.delay == pytest.approx(0.05)


async def test_due_moves_keep_their_order_on_a_busy_server() -> None:
    latency = TableLatency(MAX_HOLD)
    latency.local.update({0: 0.0, 1: 0.03})
    order: list[int] = []

    async def move(seat: int) -> None:
        await latency.wait_for_turn(seat)
        order.append(seat)

    near = asyncio.ensure_future(move(0))
    await asyncio.sleep(0)
    time.sleep(0.06)  # the server is busy when the near seat's move becomes due
    await asyncio.gather(move(1), near)
    assert order == [0, 1]


async def test_first_reach_wins_although_its_message_arrives_later() -> None:
    """[CAPIO-3.2] [CAPIO-4.1]"""
    async with serving(limits=NO_LIMITS, max_hold=2.0) as server, delayed_proxy(server.address, 0.6) as away:
        ada = await server.person("Ada")
        table, keys = await ada.create_table(
            "me", "here:Bo", game="capio", start=True, options={"countdown": 0}
        )
        near = await server.client(table, keys[0])
        distant = await Client(away, table, keys[1]).connect()
        try:
            connections = server.connections_at(table)
            await near.until(lambda: len(connections.latency.local) == 2)
            assert connections.latency.local[1] - connections.latency.local[0] > 0.4
            await asyncio.gather(near.move("ready"), distant.move("ready"))
            for client in (near, distant):
                await client.until(lambda: client.view["phase"] == "grabbing")  # noqa: B023
            shown_dice = near.view["middle"].items()
            dice = [f"{colour}-{face}" for colour, faces in shown_dice for face in faces]
            die = next(die for die in dice if dice.count(die) == 1)
            first = asyncio.ensure_future(distant.move(f"take {die}"))
            await asyncio.sleep(0.2)
            second = asyncio.ensure_future(near.move(f"take {die}"))
            assert [(await answer)["t"] for answer in (first, second)] == ["state", "refused"]
            first = asyncio.ensure_future(distant.move("stop"))
            await asyncio.sleep(0.2)
            second = asyncio.ensure_future(near.move("stop"))
            assert [(await answer)["t"] for answer in (first, second)] == ["state", "refused"]
            assert near.view["caller"] == 1
        finally:
            await distant.close()


async def test_everybody_receives_the_delays_of_all_seats() -> None:
    async with serving(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table(
            "me", "here:Bo", game="capio", start=True, options={"countdown": 0}
        )
        clients = [await server.client(table, key) for key in keys.values()]
        await clients[0].until(lambda: any('"t":"echo"' in text for text in clients[0].received))
        lux, keys = await ada.create_table("me", "here:Bo", "here:Cy", start=True)
        other = await server.client(lux, keys[0])
        assert not any('"t":"echo"' in text for text in other.received)


async def test_closing_a_second_tab_keeps_the_measurement_of_the_first() -> None:
    async with serving(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "here:Bo", game="capio", start=True)
        clients = [await server.client(table, key) for key in keys.values()]
        connections = server.connections_at(table)
        await clients[0].until(lambda: len(connections.latency.local) == 2)
        tab = await server.client(table, keys[1])
        await tab.close()
        while connections.viewers.connection_counts()[1] == 2:
            await asyncio.sleep(0.01)
        assert 1 in connections.latency.local


async def test_race_is_not_seen_earlier_on_a_new_connection() -> None:
    async with serving(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "here:Bo", game="capio", start=True)
        await server.service.find(table)
        server.connections_at(table).latency.remote = {1: 0.060}
        assert await seconds_to_see(server, table, keys[0]) >= 0.060
        assert await seconds_to_see(server, table, None) >= 0.060


async def seconds_to_see(server: Server, table: str, key: str | None) -> float:
    """Return the seconds until a new connection has received the game."""
    began = time.monotonic()
    client = await server.client(table, key)
    await client.until(lambda: bool(client.state))
    return time.monotonic() - began
