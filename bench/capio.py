"""Benchmarks of Capio: the STOP check with forty dice in the middle, and simulated games by level.

Run `python bench/capio.py`. It measures CPU time, so other processes hardly affect the results.
"""

from __future__ import annotations

import statistics
import time
from itertools import combinations

from rich.console import Console
from rich.table import Table

from caponata.engine.chance import Rng
from caponata.games.capio.cards import CARD_COUNTS, FIRST_CARDS, KIND_NAMES
from caponata.games.capio.design import random_throws
from caponata.games.capio.layout import CARDS_AT, FACE_BITS, IN_MIDDLE, ROLLS_AT, CapioOptions
from caponata.games.capio.reaction import LEVELS, Racer, play_race
from caponata.games.capio.rules import CapioPosition, start
from caponata.games.capio.stop_check import StopCheck

CHECKS = 250  # for each combination of three kinds
GAMES = 150
SEATS = 3
MINUTE = 60_000


def checks() -> Table:
    """Time of the check when STOP is called before any die is placed, the worst case."""
    table = Table(
        "cards", "median µs", "worst µs", "most nodes", title="STOP check, forty dice in the middle"
    )
    rng = Rng(1)
    for kinds in combinations(range(6), 3):
        times, nodes = [], 0
        for faces in random_throws(CHECKS, seed=sum(kinds)):
            position = CapioPosition(2, CapioOptions())
            for slot, kind in enumerate(kinds):
                position.words[CARDS_AT + slot] = FIRST_CARDS[kind] + rng.below(CARD_COUNTS[kind])
            position.words[ROLLS_AT] = 1 + rng.below(6)
            for die, face in enumerate(faces):
                position.dice[die] = face | IN_MIDDLE << FACE_BITS
            began = time.thread_time_ns()
            check = StopCheck(position, 0)
            times.append((time.thread_time_ns() - began) / 1000)
            nodes = max(nodes, int(check.nodes))
        names = ", ".join(KIND_NAMES[kind] for kind in kinds)
        table.add_row(names, f"{statistics.median(times):.1f}", f"{max(times):.0f}", str(nodes))
    return table


def races() -> Table:
    """Games between racers of one level: their results, and the speed of the simulation."""
    titles = (
        "level",
        "takes per minute",
        "seconds per playthrough",
        "points",
        "races lost",
        "shortest ms",
        "playthroughs per second",
    )
    table = Table(*titles, title=f"{SEATS} seats of one level, in simulated time")
    for level, reflexes in LEVELS.items():
        rng = Rng(2)
        racers = [Racer(seat, reflexes, rng) for seat in range(SEATS)]
        length = points = 0
        began = time.thread_time()
        for _ in range(GAMES):
            position = start(SEATS, CapioOptions())
            length += play_race(position, racers, rng)
            points += sum(position.score(seat) for seat in range(SEATS))
        took = time.thread_time() - began
        played = GAMES * 3 * SEATS
        takes = sum(racer.takes for racer in racers)
        lost = sum(racer.lost for racer in racers)
        table.add_row(
            level,
            f"{takes * MINUTE / (SEATS * length):.1f}",
            f"{length / played / 1000:.1f}",
            f"{points / played / SEATS:.1f}",
            f"{100 * lost / (takes + lost):.0f} %",
            str(min(int(racer.quickest) for racer in racers)),
            f"{played / took:,.0f}",
        )
    return table


if __name__ == "__main__":
    console = Console()
    console.print(checks())
    console.print(races())
