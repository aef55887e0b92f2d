"""An even race over uneven lines: moves wait for those who are farther away, up to a cap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from caponata.server import evenness
from caponata.server.evenness import CAP, Echoes, hold, shown
from tests.server.house import Client, serving
from tests.server.props import NO_LIMITS

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def far(address: str, delay: float) -> AsyncIterator[str]:
    """The address of a server that is so many seconds away: all bytes come late, in their order."""
    host, _, port = address.partition(":")
    tasks: set[asyncio.Task[None]] = set()
    writers: set[asyncio.StreamWriter] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(ConnectionError):
            while part := await reader.read(65536):
                loop.call_later(delay, writer.write, part)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port))
        writers.update((writer, back))
        for way in (carry(reader, back), carry(there, writer)):
            tasks.add(asyncio.ensure_future(way))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        for writer in writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


def test_nothing_is_held_where_all_are_equally_far() -> None:
    assert hold({0: 0.06, 1: 0.06, 2: 0.0615}, 0) == 0.0
    assert hold({0: 0.06}, 0) == 0.0
    assert hold({}, 0) == 0.0


def test_a_move_waits_for_the_slowest_up_to_the_cap() -> None:
    delays = {0: 0.010, 1: 0.060, 2: 0.030}
    assert hold(delays, 0) == pytest.approx(0.050)
    assert hold(delays, 1) == 0.0
    assert hold(delays, 2) == pytest.approx(0.030)
    assert hold({0: 0.0, 1: 0.5}, 0) == CAP == 0.080


def test_a_seat_whose_line_is_not_known_is_not_held() -> None:
    assert hold({1: 0.05}, 0) == 0.0
    assert shown({1: 0.0504}, 3) == [None, 50, None]


def test_the_quickest_echo_tells_how_far_somebody_is() -> None:
    echoes = Echoes()
    assert echoes.delay is None
    for sent, heard in ((0.0, 0.3), (2.0, 2.1), (4.0, 4.25)):
        echoes.hear(echoes.send(sent), heard)
    assert echoes.delay == pytest.approx(0.05)
    echoes.hear(99, 5.0)  # never sent
    assert echoes.delay == pytest.approx(0.05)


async def test_who_reaches_first_gets_the_die_though_the_message_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evenness, "CAP", 2.0)
    async with serving(limits=NO_LIMITS) as server, far(server.address, 0.6) as away:
        ada = await server.person("Ada")
        table, keys = await ada.make("me", "here:Bo", game="capio", start=True)
        near = await server.client(table, keys[0])
        distant = await Client(away, table, keys[1]).connect()
        try:
            live = server.house.lives[table]
            await near.until(lambda: len(live.delays) == 2)
            assert live.delays[1] - live.delays[0] > 0.4
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
        finally:
            await distant.close()


async def test_everybody_is_told_how_far_away_all_are() -> None:
    async with serving(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.make("me", "here:Bo", game="capio", start=True)
        clients = [await server.client(table, key) for key in keys.values()]
        await clients[0].until(lambda: any('"t":"echo"' in text for text in clients[0].heard))
        lux, keys = await ada.make("me", "here:Bo", "here:Cy", start=True)
        other = await server.client(lux, keys[0])
        assert not any('"t":"echo"' in text for text in other.heard)
