"""How smoothly pieces move, and whether an open page leaks memory: `python bench/frames.py [--idle]`.

Frames: a game is played over the wire while the page of one of its seats shows it with all animations, and
the browser's trace shows how many frames were drawn while pieces moved. Idle: a page watches game after game
and then stays at a table for an hour of accelerated time, and the heap of its scripts is measured after
forced collections.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import CDPSession

from bench import traces
from bench.traces import MEASURE_FLIGHTS, record_trace
from tests.browser.conftest import chromium
from tests.browser.devices import Devices
from tests.browser.tables import new_table, play_to_end, reconnect_repeatedly, run
from tests.server.process import ServerProcess

MEGABYTE = 1_000_000
COLLECTIONS = 3
PAUSE = 0.05  # seconds before a move
MOVE_PAUSE = 0.6  # seconds in which a move is visible
GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


ACCELERATION = 12  # acceleration of timers: clocks, polling, visitors
FAST_TIMERS = f"""
    const plain = window.setInterval;
    window.setInterval = (work, time, ...more) => plain(work, time / {ACCELERATION}, ...more);
"""


@contextmanager
def browser_and_server() -> Iterator[Devices]:
    """A server with a browser in front of it."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = ServerProcess(str(Path(folder) / "tables.db"))
        try:
            run(server.start())
            devices = Devices(browser, server)
            yield devices
            devices.close()
        finally:
            server.close()


def measure_frames(rounds: int, *, is_phone: bool) -> None:
    """Print the intervals between frames while pieces moved."""
    with browser_and_server() as devices:
        table = new_table(devices.server.address)
        page = devices.page(table, motion=True, phone=is_phone)
        page.add_init_script(MEASURE_FLIGHTS)
        page.goto(f"/t/{table.id}")
        page.locator(".lux-card").first.wait_for()
        with record_trace(devices.browser, page) as events:
            play_to_end(
                devices.server.address,
                table,
                seed=1,
                pause=MOVE_PAUSE,
                until=lambda client: client.view["round"] > rounds,
            )
    traces.print_frames(events)


def heap(session: CDPSession) -> tuple[float, int, int]:
    """The script heap of a page in megabytes, its nodes and its listeners, after garbage collection."""
    for _ in range(COLLECTIONS):
        session.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return found["JSHeapUsedSize"] / MEGABYTE, int(found["Nodes"]), int(found["JSEventListeners"])


def measure_growth(games: int, minutes: int) -> None:
    """Print the heap of a page that watches game after game and then stays at the last table."""
    with browser_and_server() as devices:
        page = devices.page(motion=True)
        page.add_init_script(FAST_TIMERS)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        page.goto("/")
        for number in range(games):
            table = new_table(devices.server.address)
            page.evaluate(GO, f"/t/{table.id}")
            page.locator(".lux-gates").wait_for()
            play_to_end(devices.server.address, table, seed=number, pause=PAUSE)
            page.locator(".verdict").wait_for()
            page.evaluate(GO, "/")
            page.locator(".game .act").first.wait_for()
            print_heap(session, f"game {number + 1}")
        table = new_table(devices.server.address, clock={"move": 7200, "bank": 7200, "then": "default"})
        page.evaluate(GO, f"/t/{table.id}")
        page.locator(".clock[data-runs=true] b").first.wait_for()
        for minute in range(1, minutes + 1):
            reconnect_repeatedly(devices.server.address, table, times=ACCELERATION, pause=60 / ACCELERATION)
            print_heap(session, f"{minute * ACCELERATION} minutes at a quiet table")


def print_heap(session: CDPSession, when: str) -> None:
    """Print the heap."""
    used, nodes, listeners = heap(session)
    print(f"{when}: {used:.2f} MB, {nodes} nodes, {listeners} listeners", flush=True)


def main() -> None:
    """Run the requested measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", action="store_true", help="measure growth instead of frames")
    parser.add_argument("--phone", action="store_true", help="on a screen of 375 pixels")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--minutes", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.idle:
        measure_growth(arguments.games, arguments.minutes)
    else:
        measure_frames(arguments.rounds, is_phone=arguments.phone)


if __name__ == "__main__":
    main()
