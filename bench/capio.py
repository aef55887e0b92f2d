"""Capio in figures: the STOP check with forty dice in the middle, and playthroughs in event time by level.

`python bench/capio.py`; times are of the processor, so that a busy machine does not matter much.
"""

from __future__ import annotations

import statistics
import time
from itertools import combinations

from rich.console import Console
from rich.table import Table

from caponata.engine.chance import Rng
from caponata.games.capio.cards import CARD_COUNTS, FIRST_CARDS, KIND_NAMES
from caponata.games.capio.design import throws
from caponata.games.capio.layout import CARDS_AT, FACE_BITS, IN_MIDDLE, ROLLS_AT, CapioOptions
from caponata.games.capio.overlooked import Overlooked
from caponata.games.capio.reaction import LEVELS, Racer, play_game
from caponata.games.capio.rules import CapioPosition, start

CHECKS = 250  # of every three kinds
GAMES = 150
SEATS = 3
MINUTE = 60_000


def checks() -> Table:
    """How long the check takes when STOP is called with nothing placed: the hardest moment."""
    table = Table(
        "cards", "median µs", "worst µs", "most nodes", title="STOP check, forty dice in the middle"
    )
    rng = Rng(1)
    for kinds in combinations(range(6), 3):
        times, nodes = [], 0
        for faces in throws(CHECKS, seed=sum(kinds)):
            position = CapioPosition(2, CapioOptions())
            for slot, kind in enumerate(kinds):
                position.words[CARDS_AT + slot] = FIRST_CARDS[kind] + rng.below(CARD_COUNTS[kind])
            position.words[ROLLS_AT] = 1 + rng.below(6)
            for die, face in enumerate(faces):
                position.dice[die] = face | IN_MIDDLE << FACE_BITS
            began = time.thread_time_ns()
            found = Overlooked(position, 0)
            times.append((time.thread_time_ns() - began) / 1000)
            nodes = max(nodes, int(found.nodes))
        names = ", ".join(KIND_NAMES[kind] for kind in kinds)
        table.add_row(names, f"{statistics.median(times):.1f}", f"{max(times):.0f}", str(nodes))
    return table


def races() -> Table:
    """What each level does against its equals, and how fast that is simulated."""
    titles = (
        "level",
        "takes a minute",
        "seconds a playthrough",
        "points",
        "races lost",
        "least ms",
        "a second",
    )
    table = Table(*titles, title=f"{SEATS} seats of one level, in event time")
    for level, reflexes in LEVELS.items():
        rng = Rng(2)
        racers = [Racer(seat, reflexes, rng) for seat in range(SEATS)]
        length = points = 0
        began = time.thread_time()
        for _ in range(GAMES):
            position = start(SEATS, CapioOptions())
            length += play_game(position, racers, rng)
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
