"""The gain from a second core: games of Capital Lux written as Parquet, on one core and on all.

Run by `make bench-lab`, for about four minutes. With one core, all processes of the job share it. Machines
are noisy, so both measurements alternate and medians are compared.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

console = Console(highlight=False)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400_000, help="how many games each time")
    parser.add_argument("--turns", type=int, default=3, help="how often each is measured")
    return parser.parse_args()


def seconds(games: int, cores: list[int]) -> float:
    """Time in seconds to write a dataset on these cores."""
    with tempfile.TemporaryDirectory() as folder:
        job = ["lab", "dataset", "capital-lux", "--games", str(games), "--seats", "random,random"]
        where = ["--processes", str(len(cores)), "--out", str(Path(folder) / "games")]
        pinned = ["taskset", "-c", ",".join(map(str, cores))]
        started = time.perf_counter()
        subprocess.run(  # noqa: S603
            [*pinned, sys.executable, "-m", "caponata", *job, *where], check=True, stdout=subprocess.DEVNULL
        )
        return time.perf_counter() - started


def main() -> None:
    """Measure both in turn and print the medians."""
    asked = arguments()
    cores = sorted(os.sched_getaffinity(0))
    one: list[float] = []
    all_of_them: list[float] = []
    for turn in range(asked.turns):
        one.append(seconds(asked.games, cores[:1]))
        all_of_them.append(seconds(asked.games, cores))
        console.print(
            f"[dim]turn {turn + 1} of {asked.turns}: {one[-1]:.1f} s on one core, "
            f"{all_of_them[-1]:.1f} s on {len(cores)}[/]"
        )
    first, last = statistics.median(one), statistics.median(all_of_them)
    console.print(
        f"{asked.games:,} games of Capital Lux as Parquet: {first:.1f} s on one core, {last:.1f} s on "
        f"{len(cores)}: {asked.games / last:,.0f} games a second, {first / last / len(cores):.1%} efficiency"
    )


if __name__ == "__main__":
    main()
