"""Tables on the web: moves a second, processor time a move and how soon everybody is told.

Beside a bare relay on the same stack and boardgame.io, in one run. Run by `make bench-tables`; `--quick`
takes half a minute. Each server has one core, this process another. Machines are noisy: servers take
turns, and medians are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.table import Table
from server.growth import growth
from server.load import Run, at_peoples_pace, closed_loop, crowd, let_open_many_sockets
from server.peers import Boardgame, BoardgameFiles, Ours, Peer, Relay, has_boardgame, running

TABLES = 200
TOLD_BYTES = 1_200  # what our server tells a seat of a move, on average
BUSY = 0.85  # of a core: from here on the generator would measure itself

console = Console(width=120)


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short turn each, and no crowd")
    parser.add_argument("--json", type=Path, help="write all figures to this file as well")
    parser.add_argument("--turns", type=int, default=3, help="how often each server is measured")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each time")
    parser.add_argument("--only", choices=["loop", "pace", "crowd", "growth"], help="one part")
    return parser.parse_args()


def cores() -> tuple[int | None, int | None]:
    """A core for the server and one for the load."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        return None, None
    return allowed[0], allowed[1]


def median_run(runs: list[Run]) -> Run:
    """The run in the middle, by moves a second."""
    return sorted(runs, key=lambda run: run.moves_a_second)[len(runs) // 2]


def show_runs(title: str, runs: list[Run], *, of: str) -> None:
    """A table of runs."""
    table = Table(title=title, title_justify="left")
    table.add_column("server")
    for name in ("moves/s", "ratio", "CPU µs/move", "helpers", "p50 ms", "p95", "p99", "core", "load's core"):
        table.add_column(name, justify="right")
    base = next((run.moves_a_second for run in runs if run.peer == of), None)
    for run in runs:
        ratio = f"{run.moves_a_second / base:.2f}" if base else ""
        table.add_row(
            run.peer + (f" ({run.refused} refused)" if run.refused else ""),
            f"{run.moves_a_second:,.0f}",
            ratio,
            f"{run.server_us:,.0f}",
            f"{run.helpers_us:,.0f}",
            *(f"{value:,.1f}" for value in (run.p50, run.p95, run.p99)),
            f"{run.server_share:.0%}",
            f"{run.load_share:.0%}",
        )
    console.print(table)
    for run in runs:
        if run.load_share > BUSY:
            console.print(f"[red]the generator was busy itself while it measured {run.peer}[/]")


def show_rows(title: str, rows: list[dict[str, Any]]) -> None:
    """A table of plain rows."""
    table = Table(title=title, title_justify="left")
    for name in rows[0]:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    console.print(table)


def measure(make: Callable[[], Peer], work: Callable[[Peer], Any]) -> Any:
    """Start a server, let it work, stop it."""
    with running(make()) as peer:
        return uvloop.run(work(peer))


def main() -> None:
    """Measure everything that was asked for."""
    asked = arguments()
    if asked.quick:
        asked.turns, asked.seconds = 1, 3.0
    server_core, own_core = cores()
    if own_core is not None:
        os.sched_setaffinity(0, {own_core})
    let_open_many_sockets()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever stops us stops the servers too
    peers: list[Callable[[], Peer]] = [lambda: Ours(server_core), lambda: Relay(server_core, TOLD_BYTES)]
    missing = has_boardgame()
    if missing is None:
        peers.append(lambda: Boardgame(server_core))
        if not asked.quick:
            peers.append(lambda: BoardgameFiles(server_core))
    else:
        console.print(f"boardgame.io is left out: {missing}", highlight=False)
    results: dict[str, Any] = {}

    if asked.only in (None, "loop"):
        warm = 1.0 if asked.quick else 4.0
        runs: dict[int, list[Run]] = {}
        for _ in range(asked.turns):
            for number, make in enumerate(peers):
                run = measure(make, lambda peer: closed_loop(peer, TABLES, warm, asked.seconds))
                runs.setdefault(number, []).append(run)
        results["closed_loop"] = [run.plain() for each in runs.values() for run in each]
        middle = [median_run(each) for each in runs.values()]
        show_runs(f"{TABLES} tables of two, as fast as it goes", middle, of=Boardgame.name)

    if asked.only in (None, "pace"):
        think, seconds = ((0.5, 1.5), 4.0) if asked.quick else ((2.0, 6.0), 20.0)
        paced = [
            measure(make, lambda peer: at_peoples_pace(peer, TABLES, think, seconds)) for make in peers[:2]
        ]
        results["people"] = [run.plain() for run in paced]
        show_runs(f"{TABLES} tables, every seat thinks {think[0]:g} to {think[1]:g} s", paced, of=Relay.name)

    if asked.only == "crowd" or (asked.only is None and not asked.quick):
        results["crowd"] = measure(peers[0], lambda peer: crowd(peer, 1000, (2.0, 6.0), 12.0))
        names = (
            "tables",
            "connect_seconds",
            "join_us",
            "kb_a_table",
            "moves_a_second",
            "p50",
            "p99",
            "refused",
        )
        show_rows("1,000 tables", [{name: results["crowd"][name] for name in (*names, "lost_sockets")}])

    if asked.only in (None, "growth"):
        marks = [10, 130] if asked.quick else [10, 100, 300, 600, 1000]
        tables = 20 if asked.quick else 40
        results["growth"] = measure(peers[0], lambda peer: growth(peer, tables, marks))
        show_rows("after so many deeds: CPU µs of one, and ms until all tables were told", results["growth"])

    if asked.json is not None:
        asked.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
