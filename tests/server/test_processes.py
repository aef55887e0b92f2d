from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis

from caponata.server.connections.notifications import RedisNotifications
from caponata.store import Store
from tests.server.clients import Client, play_moves, serving
from tests.server.process import HERE, ME, Player, ServerProcess, check_logs, order_table, process
from tests.services import postgres_server, redis_server

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("shared")
    with postgres_server(folder) as postgres, redis_server(folder) as redis:
        yield postgres.fresh_url(), redis.url


@asynccontextmanager
async def two_processes(url: str, redis: str) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    async with process(url, "--redis", redis) as one, process(url, "--redis", redis) as two:
        await asyncio.gather(one.start(), two.start())
        yield one, two


class Wanderer(Player):
    """A player that reconnects to another process."""

    addresses_of_servers: Sequence[str] = ()

    def addresses(self) -> Sequence[str]:
        at = self.addresses_of_servers.index(self.address)
        return (
            self.addresses_of_servers
            if self.returns == 0
            else [*self.addresses_of_servers[at + 1 :], *self.addresses_of_servers[: at + 1]]
        )


async def test_people_at_two_processes_play_one_game_and_see_each_other(shared: tuple[str, str]) -> None:
    async with two_processes(*shared) as (one, two):
        table, keys = await order_table(one.address, ME, HERE)
        ada = await Client(one.address, table, keys[0]).connect()
        bo = await Client(two.address, table, keys[1]).connect()
        watcher = await Client(two.address, table).connect()
        for client in (ada, bo, watcher):
            await client.until(lambda: bool(client.state))  # noqa: B023
            await client.until(lambda: all(seat["here"] for seat in client.table["seats"]))  # noqa: B023
            await client.until(lambda: client.table["watching"] == 1)  # noqa: B023
        await ada.ask(t="chat", text="hello")
        await bo.until(lambda: len(bo.chat) == 1)
        await play_moves([ada, bo, watcher], random.Random(1).choice)
        for client in (ada, bo, watcher):
            await client.wait_for_status("finished")
        assert ada.state["outcome"] == bo.state["outcome"] == watcher.state["outcome"]
        await bo.close()
        await ada.until(lambda: not ada.table["seats"][1]["here"])
        await ada.close()
        await watcher.close()


async def test_simultaneous_writes_never_both_win(shared: tuple[str, str]) -> None:
    rng = random.Random(2)
    async with two_processes(*shared) as (one, two):
        table, keys = await order_table(one.address, ME, HERE)
        sides = []
        for seat in (0, 1):
            twins = [await Client(server.address, table, keys[seat]).connect() for server in (one, two)]
            for twin in twins:
                await twin.until(lambda: bool(twin.state))  # noqa: B023
            sides.append(twins)
        for turn in range(8):
            twins = next(pair for pair in sides if pair[0].moves)
            decision, moves = twins[0].state["decision"], twins[0].moves
            await twins[1].until(lambda: twins[1].state["decision"] == decision)  # noqa: B023
            requests = [(twin, rng.choice(moves)) for twin in twins for _ in range(3)]
            answers = await asyncio.gather(
                *(
                    twin.ask(t="move", id=f"{turn}-{n}", decision=decision, move=move)
                    for n, (twin, move) in enumerate(requests)
                )
            )
            assert sum(answer["t"] != "refused" for answer in answers) == 1, answers
            for pair in sides:
                assert pair[0].table["you"] == pair[1].table["you"]
            most = max(len(twin.events) for pair in sides for twin in pair)
            for pair in sides:
                for twin in pair:
                    await twin.wait_for_events(most)
                assert pair[0].state["hash"] == pair[1].state["hash"]
                assert pair[0].events == pair[1].events
        for pair in sides:
            for twin in pair:
                await twin.close()
    store = await Store.open(shared[0])
    assert sum(row.kind == "played" for row in await store.rows(table)) == 8
    await store.close()


async def test_other_process_continues_when_one_is_killed(shared: tuple[str, str]) -> None:
    rng = random.Random(3)
    async with two_processes(*shared) as (one, two):
        played = []
        playing = []
        for _ in range(3):
            table, keys = await order_table(one.address, ME, HERE)
            players = [Wanderer(one.address, table, key, rng) for key in (keys[0], keys[1], None)]
            for player in players:
                player.addresses_of_servers = rng.sample([one.address, two.address], 2)
            played.append(players)
            playing += [asyncio.ensure_future(player.play(0.1)) for player in players]
        await asyncio.sleep(1.0)
        one.kill()
        await asyncio.gather(*playing)
    await check_logs(shared[0], played)


async def test_game_continues_while_redis_is_down_and_remote_viewers_follow(tmp_path: Path) -> None:
    rng = random.Random(4)
    with postgres_server(tmp_path) as postgres, redis_server(tmp_path) as redis:
        async with two_processes(postgres.fresh_url(), redis.url) as (one, two):
            table, keys = await order_table(one.address, ME, HERE)
            ada = await Client(one.address, table, keys[0]).connect()
            bo = await Client(two.address, table, keys[1]).connect()
            watcher = await Client(two.address, table).connect()
            everybody = [ada, bo, watcher]
            for client in everybody:
                await client.until(lambda: bool(client.state))  # noqa: B023
            with redis.down():
                await play_moves(everybody, rng.choice, 4)  # waits until everybody has received them
            await play_moves(everybody, rng.choice, 4)
            with redis.down():  # back before anybody notices: notifications sent meanwhile are lost
                mover = next(client for client in (ada, bo) if client.moves)
                await mover.move(rng.choice(mover.moves))
            for client in everybody:
                await client.wait_for_events(len(mover.events))
            await play_moves(everybody, rng.choice)
            for client in everybody:
                await client.wait_for_status("finished")
                assert client.state["outcome"] == ada.state["outcome"]
                await client.close()


async def test_cut_redis_connections_lose_nothing(tmp_path: Path) -> None:
    rng = random.Random(5)
    with postgres_server(tmp_path) as postgres, redis_server(tmp_path) as redis:
        async with two_processes(postgres.fresh_url(), redis.url) as (one, two):
            table, keys = await order_table(one.address, ME, HERE)
            ada = await Client(one.address, table, keys[0]).connect()
            bo = await Client(two.address, table, keys[1]).connect()
            for client in (ada, bo):
                await client.until(lambda: bool(client.state))  # noqa: B023
            for _ in range(6):
                await _cut_off_redis(redis.url)
                await play_moves([ada, bo], rng.choice, 2)
            await ada.close()
            await bo.close()


async def _cut_off_redis(url: str) -> None:
    """Let Redis disconnect all its clients."""
    async with Redis.from_url(url) as client:
        await client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")  # type: ignore[no-untyped-call]
        await client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")  # type: ignore[no-untyped-call]


async def test_redis_connection_closed_while_writing_is_reopened() -> None:
    """uvloop raises a RuntimeError for it."""

    class ClosedBackend(RedisChannelsPubSubBackend):
        subscribed = 0

        async def subscribe(self, channels: Iterable[str]) -> None:
            self.subscribed += 1
            raise RuntimeError("unable to perform operation on <TCPTransport>; the handler is closed")

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            await self.subscribe(channels)

    async with serving() as server:
        redis = Redis.from_url("redis://127.0.0.1:1")
        notifications = RedisNotifications(redis)
        cut = notifications._backend = ClosedBackend(redis=redis)
        notifications.start(server.parts.presence)
        notifications.publish_number("table", 1)
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in notifications._tasks)
        assert cut.subscribed > 1
        await notifications.close()


async def test_unexpected_end_of_a_notification_task_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    class FailingNotifications(RedisNotifications):
        async def _receive(self, local: object) -> None:
            raise ValueError("nobody foresaw this")

    async with serving() as server:
        notifications = FailingNotifications(Redis.from_url("redis://127.0.0.1:1"))
        notifications.start(server.parts.presence)
        await asyncio.sleep(0.05)
        await notifications.close()
    assert any("nobody foresaw this" in str(record.exc_info) for record in caplog.records)


async def test_one_command_starts_several_processes(shared: tuple[str, str]) -> None:
    url, redis = shared
    async with process(url, "--redis", redis, "--workers", "2") as server:
        await server.start()
        table, keys = await order_table(server.address, ME, HERE)
        clients = [await Client(server.address, table, key).connect() for key in keys.values()]
        for client in clients:
            await client.until(lambda: bool(client.state))  # noqa: B023
        await play_moves(clients, random.Random(3).choice)
        for client in clients:
            await client.wait_for_status("finished")
        await asyncio.gather(*(client.close() for client in clients))
        server.stop()  # also stops the processes it started
