"""Benchmark of tables on the web: moves per second, processor time per move and latency.

It compares our server with a bare relay on the same stack and with boardgame.io. Run by `make bench-tables`,
for about six minutes; `--quick` takes one. Each server has one core, this process another. Machines are
noisy, so the servers take turns and medians are compared.
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
from server.load import Run, closed_loop, crowd, human_pace, raise_open_file_limit
from server.peers import (
    Boardgame,
    BoardgameFiles,
    DistantRacing,
    Ours,
    Peer,
    Racing,
    RacingRelay,
    Relay,
    StoringRacingRelay,
    StoringRelay,
    SyncingRacingRelay,
    SyncingRelay,
    boardgame_problem,
    running,
)

TABLES = 200
CROWD_TABLES = 1000
GROWTH_TABLES = 20  # tables with ever longer games
MESSAGE_BYTES = 1_200  # average size of our state message
RACE_TABLES = 100  # tables of a game without turns
RACE_BYTES = 1_000  # average size of our state message there
RACE_PACE = (0.4, 0.95)  # seconds between two deeds of a seat of the fastest level
MAX_LOAD_SHARE = 0.85  # share of a core above which the load generator limits the result

console = Console(width=120)


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short turn each, and no crowd")
    parser.add_argument("--json", type=Path, help="write all figures to this file as well")
    parser.add_argument("--turns", type=int, default=3, help="how often each server is measured")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each time")
    parser.add_argument("--only", choices=list(PARTS), help="one part")
    return parser.parse_args()


def cores() -> tuple[int | None, int | None]:
    """Return a core for the server and one for the load."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        return None, None
    return allowed[0], allowed[1]


def median_run(runs: list[Run]) -> Run:
    """Return the median run by moves per second."""
    return sorted(runs, key=lambda run: run.moves_a_second)[len(runs) // 2]


def show_runs(title: str, runs: list[Run], *, of: str) -> None:
    """Print a table of runs."""
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
        if run.load_share > MAX_LOAD_SHARE:
            console.print(f"[red]the generator was busy itself while it measured {run.peer}[/]")


def show_rows(title: str, rows: list[dict[str, Any]]) -> None:
    """Print a table of plain rows."""
    table = Table(title=title, title_justify="left")
    for name in rows[0]:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    console.print(table)


def show_progress(text: str) -> None:
    """Print what is being measured."""
    console.print(f"[dim]{text}[/]", highlight=False)


def measure(start_server: Callable[[], Peer], work: Callable[[Peer], Any]) -> Any:
    """Start a server, run a measurement, and stop it."""
    with running(start_server()) as peer:
        return uvloop.run(work(peer))


def measure_throughput(peers: list[Callable[[], Peer]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure moves per second, in turns."""
    warm = 1.0 if options.quick else 2.0
    runs: list[list[Run]] = [[] for _ in peers]
    for turn in range(options.turns):
        for start_server, own in zip(peers, runs, strict=True):
            own.append(measure(start_server, lambda peer: closed_loop(peer, TABLES, warm, options.seconds)))
            last = own[-1]
            show_progress(
                f"turn {turn + 1} of {options.turns}: {last.peer}, {last.moves_a_second:,.0f} moves a second"
            )
    middle = [median_run(own) for own in runs]
    show_runs(f"{TABLES} tables of two, as fast as it goes", middle, of=Boardgame.name)
    return [run.plain() for own in runs for run in own]


def measure_human_pace(peers: list[Callable[[], Peer]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Compare latency with a bare relay's at the pace of people."""
    think, seconds = ((0.5, 1.5), 4.0) if options.quick else ((2.0, 6.0), 12.0)
    core = cores()[0]
    stored = [lambda: SyncingRelay(core, MESSAGE_BYTES), lambda: StoringRelay(core, MESSAGE_BYTES)]
    pacers = [peers[1], *stored, peers[0]]
    runs = run_in_turns(pacers, lambda peer: human_pace(peer, TABLES, think, seconds), options.turns)
    title = f"{TABLES} tables, every seat thinks {think[0]:g} to {think[1]:g} s"
    relay, *stored_runs, ours = show_latencies(title, runs)
    console.print(
        f"p99 until everybody has received a move: {compare_p99(ours, relay, stored_runs)}", highlight=False
    )
    return [run.plain() for own in runs for run in own]


def run_in_turns(peers: list[Callable[[], Peer]], work: Callable[[Peer], Any], turns: int) -> list[list[Run]]:
    """Measure all servers in turns."""
    runs: list[list[Run]] = [[] for _ in peers]
    for turn in range(turns):
        for start_server, own in zip(peers, runs, strict=True):
            own.append(measure(start_server, work))
            last = own[-1]
            show_progress(
                f"turn {turn + 1} of {turns}: {last.peer}, p50 {last.p50:,.2f} ms, p99 {last.p99:,.2f}"
            )
    return runs


def show_latencies(title: str, runs: list[list[Run]]) -> list[Run]:
    """Print each server's median turn by p99."""
    middle = [sorted(own, key=lambda run: run.p99)[len(own) // 2] for own in runs]
    show_runs(title, middle, of=Relay.name)
    return middle


def compare_p99(ours: Run, relay: Run, stored: list[Run]) -> str:
    """Compare our p99 with the relays'."""
    floors = ", ".join(f"{run.peer} {run.p99 / relay.p99:.1f}" for run in stored)
    return f"{ours.p99 / relay.p99:.1f} times the relay's ({floors})"


def measure_races(peers: list[Callable[[], Peer]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Compare latency in a game without turns with a bare relay's; the fairness hold is shown separately."""
    core = cores()[0]
    runners: list[Callable[[], Peer]] = [
        lambda: RacingRelay(core, RACE_BYTES),
        lambda: SyncingRacingRelay(core, RACE_BYTES),
        lambda: StoringRacingRelay(core, RACE_BYTES),
        lambda: Racing(core),
        lambda: DistantRacing(core),
    ]
    runs = run_in_turns(
        runners, lambda peer: human_pace(peer, RACE_TABLES, RACE_PACE, 2 * options.seconds), options.turns
    )
    title = f"{RACE_TABLES} tables of two without turns, {RACE_PACE[0]:g} to {RACE_PACE[1]:g} s a deed"
    relay, *stored, even, uneven = show_latencies(title, runs)
    console.print(
        f"p99 until everybody has received a take: {compare_p99(even, relay, stored)}; "
        f"the hold for a far seat adds {uneven.p50 - even.p50:,.0f} ms at p50",
        highlight=False,
    )
    return [run.plain() for own in runs for run in own]


def measure_crowd(peers: list[Callable[[], Peer]], options: argparse.Namespace) -> dict[str, Any]:
    """Measure a thousand tables."""
    show_progress(f"{CROWD_TABLES:,} tables connect")
    rows: dict[str, Any] = measure(peers[0], lambda peer: crowd(peer, CROWD_TABLES, (2.0, 6.0), 12.0))
    names = ("tables", "connect_seconds", "join_us", "kb_a_table", "moves_a_second", "p50", "p99", "refused")
    show_rows(f"{CROWD_TABLES:,} tables", [{name: rows[name] for name in (*names, "lost_sockets")}])
    return rows


def measure_growth(peers: list[Callable[[], Peer]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure whether a long game costs more than a short one."""
    marks = [10, 130] if options.quick else [10, 100, 300, 600, 1000]
    rows: list[dict[str, Any]] = measure(
        peers[0], lambda peer: growth(peer, GROWTH_TABLES, marks, show_progress)
    )
    show_rows("by number of deeds: CPU µs of one, and ms until all tables have received it", rows)
    return rows


PARTS: dict[str, Callable[[list[Callable[[], Peer]], argparse.Namespace], Any]] = {
    "loop": measure_throughput,
    "pace": measure_human_pace,
    "race": measure_races,
    "crowd": measure_crowd,
    "growth": measure_growth,
}


def main() -> None:
    """Run the selected parts."""
    options = parse_arguments()
    if options.quick:
        options.turns, options.seconds = 1, 3.0
    server_core, own_core = cores()
    if own_core is not None:
        os.sched_setaffinity(0, {own_core})
    raise_open_file_limit()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # stopping this process also stops the servers
    peers: list[Callable[[], Peer]] = [lambda: Ours(server_core), lambda: Relay(server_core, MESSAGE_BYTES)]
    missing = boardgame_problem()
    if missing is None:
        peers.append(lambda: Boardgame(server_core))
        if not options.quick:
            peers.append(lambda: BoardgameFiles(server_core))
    else:
        console.print(f"boardgame.io is left out: {missing}", highlight=False)
    wanted = (
        [options.only] if options.only else [part for part in PARTS if part != "crowd" or not options.quick]
    )
    results = {part: PARTS[part](peers, options) for part in wanted}
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
