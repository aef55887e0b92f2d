from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.server.clients import NO_PAUSES, TIMEOUT, serving
from tests.server.process import Player, ServerProcess, check_logs, play_table, process
from tests.services import start_postgres

pytestmark = pytest.mark.anyio

TABLES = 4
POINTS = ("before-stored", "prepared", "stored", "told", "sent")


async def play_while_killing(server: ServerProcess, kills: int, rng: random.Random) -> None:
    """Play game after game at several tables while their server is killed at random moments."""
    is_over = asyncio.Event()
    played: list[list[Player]] = []

    async def keep_playing() -> None:
        while not is_over.is_set():
            played.append(await play_table(server.address, rng, pause=0.1))

    await server.start()
    tables = [asyncio.ensure_future(keep_playing()) for _ in range(TABLES)]
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 1.0))
        server.kill()
        await server.start()
    is_over.set()
    await asyncio.gather(*tables)
    assert await check_logs(_url(server), played) > kills
    assert sum(player.returns for players in played for player in players) > kills


def _url(server: ServerProcess) -> str:
    return server.store if "://" in server.store else f"sqlite:///{server.store}"


async def test_no_acknowledged_move_is_lost_when_the_server_is_killed_five_times(tmp_path: Path) -> None:
    async with process(str(tmp_path / "tables.db")) as server:
        await play_while_killing(server, 5, random.Random(1))


@pytest.mark.soak
async def test_no_acknowledged_move_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    async with process(str(tmp_path / "tables.db")) as server:
        for part in range(20):
            await play_while_killing(server, 10, random.Random(part))
            server.kill()


async def test_no_acknowledged_move_is_lost_on_postgresql(tmp_path: Path) -> None:
    with start_postgres(tmp_path) as url:
        async with process(url) as server:
            await play_while_killing(server, 2, random.Random(2))


async def _crash_at(server: ServerProcess, points: list[tuple[str, int]], rng: random.Random) -> None:
    """Play while one server after another crashes at its point."""
    await server.start(points[0][0], str(points[0][1]))
    tables = asyncio.gather(*(play_table(server.address, rng, pause=0.02, bots=n % 2) for n in range(TABLES)))
    for point, count in [*points[1:], ("never", 0)]:
        await server.wait_until_killed()
        await server.start(point, str(count))
    played = await tables
    await check_logs(_url(server), played)


async def test_server_may_crash_between_check_store_send_and_the_next_move(tmp_path: Path) -> None:
    rng = random.Random(3)
    points = [(point, rng.randrange(3, 25)) for point in POINTS]
    async with process(str(tmp_path / "tables.db")) as server:
        await _crash_at(server, points, rng)


async def test_game_ends_after_a_crash_between_its_last_move_and_its_end(tmp_path: Path) -> None:
    async with process(str(tmp_path / "tables.db")) as server:
        await _crash_at(server, [("before-ended", 1)], random.Random(4))


@pytest.mark.soak
@pytest.mark.parametrize("point", POINTS)
async def test_server_may_crash_at_every_count_of_a_point(point: str, tmp_path: Path) -> None:
    rng = random.Random(point)
    async with process(str(tmp_path / "tables.db")) as server:
        for count in range(1, 31, 3):
            await _crash_at(server, [(point, count), (point, count + 1)], rng)
            server.kill()


async def test_bot_workers_exit_when_the_server_is_killed(tmp_path: Path) -> None:
    async with process(str(tmp_path / "tables.db")) as server:
        await server.start("never", "0")
        await play_table(server.address, random.Random(5), bots=1)
        worker_pids = _children(server.pid)
        assert worker_pids
        server.kill()
        async with asyncio.timeout(TIMEOUT):
            while any(Path(f"/proc/{pid}").exists() for pid in worker_pids):
                await asyncio.sleep(0.05)


def _children(parent: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):  # noqa: PTH208
        try:
            status = Path(f"/proc/{entry}/stat").read_text() if entry.isdigit() else ""
        except OSError:
            continue
        if status and int(status.rpartition(")")[2].split()[1]) == parent:
            found.append(int(entry))
    return found


async def test_table_is_rebuilt_after_undo_of_a_move_from_before_its_snapshot(tmp_path: Path) -> None:
    rng = random.Random(6)
    store = f"sqlite:///{tmp_path}/tables.db"
    deeds = 2 + 1 + 6  # two seats, the start and six moves: the snapshot is taken just before the undo
    async with serving(NO_PAUSES, store=store, snapshot_every=deeds) as server:
        table, ada, bo = await server.two_player_game()
        mover = ada
        for _ in range(6):
            mover = ada if ada.moves else bo
            await mover.move(rng.choice(mover.moves))
            await ada.wait_for_events(len(mover.events))
            await bo.wait_for_events(len(mover.events))
        other = bo if mover is ada else ada
        assert (await mover.ask(t="undo"))["t"] != "refused"
        if mover.table["asks"]:
            await other.until(lambda: bool(other.table["asks"]))
            await other.ask(t="answer", ask=other.table["asks"][0]["ask"], yes=True)
        await mover.until(lambda: any(event.get("takes_back") for event in mover.events))
        key, events, hashed = ada.key, ada.events, ada.state["hash"]
    async with serving(NO_PAUSES, store=store) as server:
        again = await server.client(table, key)
        await again.until(lambda: bool(again.state))
        assert again.events == events and again.state["hash"] == hashed
