"""Playouts, steps and copies per second, compared with OpenSpiel in the same run.

Run by `make bench`. Machines are noisy, so both sides alternate and medians are compared. Only the decisions
of seats count on both sides; chance moves take time but do not count.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from caponata.catalogue import games
from caponata.engine import playout
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game

try:
    import pyspiel
except ImportError:
    pyspiel = None

PEERS = ("hearts", "oh_hell", "skat")
TURNS = 9  # measurements of each side
PLAYOUTS = 12_000
STEPPED_GAMES = 60
COPIES = 100_000
PEER_ROLLOUTS = 10_000


def rate(work: Callable[[], int]) -> float:
    """Results per second of a function that returns how many it produced."""
    started = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - started)


def our_playouts(game: Game, seats: int) -> Callable[[], int]:
    """Whole random games inside compiled code."""
    start = game.start(seats, game.options())
    rng = Rng(1)
    return lambda: playout.playouts(start, PLAYOUTS, rng)


def our_steps(game: Game, seats: int) -> Callable[[], int]:
    """Whole random games, each move chosen and played by Python."""
    choose = random.Random(1)

    def work() -> int:
        decisions = 0
        buffer = playout.move_buffer()
        for _ in range(STEPPED_GAMES):
            position = game.start(seats, game.options())
            while position.to_act != NOBODY:
                if position.to_act == CHANCE_ACTS:
                    ticket = int(choose.random() * position.total_weight())
                    position.play(CHANCE, position.chance_move(ticket))
                    continue
                seat = (position.to_act & -position.to_act).bit_length() - 1
                count = position.moves(seat, buffer)
                position.play(seat, buffer[int(choose.random() * count)])
                decisions += 1
        return decisions

    return work


def our_copies(game: Game, seats: int) -> Callable[[], int]:
    """Copies of a position in the middle of a game."""
    position = game.start(seats, game.options())
    rng = Rng(3)
    buffer = playout.move_buffer()
    for _ in range(60):
        if position.to_act == CHANCE_ACTS:
            position.play(CHANCE, position.chance_move(rng.below(position.total_weight())))
        else:
            seat = playout.first_seat(position.to_act)
            position.play(seat, buffer[rng.below(position.moves(seat, buffer))])

    def work() -> int:
        for _ in range(COPIES):
            position.copy()
        return COPIES

    return work


def dealt(name: str, choose: random.Random) -> Any:
    """A peer's game after its opening chance moves: OpenSpiel's rollouts start at a decision."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        play_chance(state, choose)
    return state


def play_chance(state: Any, choose: random.Random) -> None:
    """Play one chance move of a peer's game."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(choose.choices(actions, weights)[0])


def peer_decisions(state: Any, choose: random.Random) -> int:
    """Play a peer's state to its end from Python and count the decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            play_chance(state, choose)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(choose.random() * len(actions))])
            decisions += 1
    return decisions


def peer_playouts(name: str) -> Callable[[], int]:
    """OpenSpiel's own C++ rollouts: one search simulation that rolls out many times."""
    choose = random.Random(1)
    state = dealt(name, choose)
    length = statistics.mean(peer_decisions(state.clone(), choose) for _ in range(200))
    evaluator = pyspiel.RandomRolloutEvaluator(PEER_ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(pyspiel.load_game(name), evaluator, 1.0, 1, 100, solve=True, seed=1, verbose=False)

    def work() -> int:
        bot.mcts_search(state)
        return int(PEER_ROLLOUTS * length)

    return work


def peer_steps(name: str) -> Callable[[], int]:
    """A peer's whole games including the deal, each move chosen and played by Python."""
    choose = random.Random(1)

    def work() -> int:
        return sum(
            peer_decisions(pyspiel.load_game(name).new_initial_state(), choose) for _ in range(STEPPED_GAMES)
        )

    return work


def measured(works: dict[str, Callable[[], int]]) -> dict[str, float]:
    """The median rate of each function, measured in turn."""
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in track(range(TURNS), description="measuring", console=Console(stderr=True)):
        for name, work in works.items():
            rates[name].append(rate(work))
    return {name: statistics.median(found) for name, found in rates.items()}


def main() -> None:
    """Measure, and print one table of rates and one of ratios."""
    build = "compiled" if not playout.__file__.endswith(".py") else "plain Python"
    works: dict[str, Callable[[], int]] = {}
    for game in games():
        for seats in game.seats:
            works[f"{game.name} {seats} playouts"] = our_playouts(game, seats)
            works[f"{game.name} {seats} steps"] = our_steps(game, seats)
        works[f"{game.name} copies"] = our_copies(game, game.seats[len(game.seats) // 2])
    if pyspiel is None:
        print("open-spiel is not installed: measuring ours alone", file=sys.stderr)
    for name in PEERS if pyspiel else ():
        works[f"{name} playouts"] = peer_playouts(name)
        works[f"{name} steps"] = peer_steps(name)
    rates = measured(works)
    console = Console()
    table = Table(title=f"million a second on one core ({build})", box=None)
    for column in ("", "decisions in whole playouts", "decisions stepped from Python", "copies"):
        table.add_column(column, justify="left" if not column else "right")
    rows = [f"{game.name} {seats}" for game in games() for seats in game.seats]
    rows += [game.name for game in games()] + [name for name in PEERS if pyspiel]
    for row in rows:
        cells = [rates.get(f"{row} {what}") for what in ("playouts", "steps", "copies")]
        table.add_row(row, *("" if cell is None else f"{cell / 1e6:.2f}" for cell in cells))
    console.print(table)
    if pyspiel:
        print_ratios(console, rates)


def print_ratios(console: Console, rates: dict[str, float]) -> None:
    """Print how many times as fast ours are as each peer, in playouts and in steps from Python."""
    table = Table(title="ours : theirs, playouts / steps", box=None)
    table.add_column("")
    for name in PEERS:
        table.add_column(name, justify="right")
    for game in games():
        for seats in game.seats:
            ours = f"{game.name} {seats}"
            cells = [
                f"{rates[f'{ours} playouts'] / rates[f'{name} playouts']:.1f} / "
                f"{rates[f'{ours} steps'] / rates[f'{name} steps']:.1f}"
                for name in PEERS
            ]
            table.add_row(ours, *cells)
    console.print(table)


if __name__ == "__main__":
    main()
