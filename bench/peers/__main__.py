"""Our games compared with OpenSpiel, RLCard, PettingZoo classic and pgx: `make bench-peers`.

Everything runs on one core and in turn, so that noise affects all. Medians are saved in `results.json`, from
which docs/speed.md is written. Peers that are not installed are left out; then nothing is
saved unless `--keep` is given.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
from importlib.metadata import version
from typing import Any

from rich.console import Console
from rich.progress import track

if hasattr(os, "sched_setaffinity"):  # before JAX counts the cores
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

from bench.peers import ours, table, theirs
from bench.peers.works import Rate, Work, rate
from bench.searches import MOVES_LEFT
from caponata.catalogue import find_game
from caponata.engine import playout

TURNS = 5
PEERS = {
    "open_spiel": theirs.spiel,
    "rlcard": theirs.rlcard,
    "pettingzoo": theirs.classic,
    "pgx": theirs.pgx,
}


def everything(console: Console) -> tuple[dict[tuple[str, str], Work], dict[str, str]]:
    """All measurements, and the versions of the installed peers."""
    works = ours.works()
    versions: dict[str, str] = {}
    for name, peer in PEERS.items():
        try:
            works |= peer()
            versions[name] = version(name)
        except ImportError as error:
            console.print(f"{name} is left out: {error}")
    return works, versions


def rows(rates: dict[tuple[str, str], list[Rate]]) -> dict[str, dict[str, float]]:
    """Medians by row and column."""
    found: dict[str, dict[str, float]] = {}
    for (row, column), own in rates.items():
        figures = found.setdefault(row, {})
        figures[column] = statistics.median(each.moves for each in own)
        if column == "inside":
            figures["playouts"] = statistics.median(each.games for each in own)
    for name, seats in ours.TABLES.items():
        game = find_game(name)
        found[ours.title(game, seats)]["length"] = ours.length(game, seats)
    if "OpenSpiel: hearts" in found:
        found["OpenSpiel: hearts"]["length"] = MOVES_LEFT
    return found


def main() -> None:
    """Measure, save, and write docs/speed.md."""
    parser = argparse.ArgumentParser(description="Ours beside the peers, on one core.")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often each is measured")
    parser.add_argument("--keep", action="store_true", help="keep the results even if a peer is missing")
    parser.add_argument("--dry", action="store_true", help="print, and keep nothing")
    asked = parser.parse_args()
    console = Console(stderr=True)
    if playout.__file__.endswith(".py"):
        sys.exit("this build is plain Python: `make build` compiles it")
    works, versions = everything(console)
    rates: dict[tuple[str, str], list[Rate]] = {which: [] for which in works}
    for _ in track(range(asked.turns), description="measuring", console=console):
        for which, work in works.items():
            rates[which].append(rate(work))
    results: dict[str, Any] = {
        "python": platform.python_version(),
        "turns": asked.turns,
        "versions": versions,
        "rows": {
            row: {column: float(f"{figure:.4g}") for column, figure in figures.items()}
            for row, figures in rows(rates).items()
        },
    }
    print(table.section(results))
    if asked.dry:
        return
    if len(versions) < len(PEERS) and not asked.keep:
        sys.exit("not all peers are installed, so nothing was kept: `make bench-peers` installs them")
    table.RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    table.main()


if __name__ == "__main__":
    main()
