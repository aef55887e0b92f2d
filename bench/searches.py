"""Simulations per second of our tree search, compared with OpenSpiel's ISMCTS in C++ in the same run.

Run by `make bench`. Ours searches two seats of Capital Lux at the start of round 2, theirs hearts with as
many moves to the end. Both use random playouts and alternate, so that noise affects both.
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

from caponata.bots.nodes import SearchStyle
from caponata.bots.players import STYLE
from caponata.bots.tree import TreeSearch
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Position
from caponata.engine.playout import best_choice, first_seat, legal_moves

try:
    import pyspiel
except ImportError:
    pyspiel = None

TURNS = 5  # measurements of each side
SIMULATIONS = 10_000
PEER_SIMULATIONS = 5_000
PEER_CURIOSITY = 2.0
MOVES_LEFT = 59
SEEDS = (1, 2, 3)  # of our positions; some are faster than others
BLIND = SearchStyle(exploration=2.0, untried_penalty=0.0, hint_percent=0, use_hints=False, horizon=0)


def start_of_round_two(game: Game, seed: int) -> Position:
    """A position of two seats at the first choice of the second round."""
    rng = Rng(seed)
    position = game.start(2, game.options())
    while True:
        if position.to_act == CHANCE_ACTS:
            position.play(CHANCE, position.chance_move(rng.below(position.total_weight())))
            continue
        seat = first_seat(position.to_act)
        if game.view(position, seat)["round"] == 2:
            return position
        position.play(seat, best_choice(position, seat, game.hints, rng))


def moves_to_the_end(position: Position) -> float:
    """The average number of moves to the end in random play, including chance moves."""
    rng = Rng(1)
    total = 0
    for _ in range(200):
        world = position.copy()
        while world.to_act != NOBODY:
            total += 1
            if world.to_act == CHANCE_ACTS:
                world.play(CHANCE, world.chance_move(rng.below(world.total_weight())))
            else:
                seat = first_seat(world.to_act)
                moves = legal_moves(world, seat)
                world.play(seat, moves[rng.below(len(moves))])
    return total / 200


def our_search(game: Game, position: Position, style: SearchStyle) -> Callable[[], int]:
    """A new tree for the seat that moves first."""
    seat = first_seat(position.to_act)
    worlds = game.worlds(game.view(position, seat))
    rng = Rng(1)

    def work() -> int:
        TreeSearch(game, worlds, seat, rng, style).run(SIMULATIONS, 0.0)
        return SIMULATIONS

    return work


def hearts(choose: random.Random) -> Any:
    """Hearts, MOVES_LEFT moves before its end, from a deal with a pass of cards."""
    while True:
        state: Any = pyspiel.load_game("hearts").new_initial_state()
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(actions, weights)[0])
        ahead = state.clone()
        left = 0
        while not ahead.is_terminal():
            ahead.apply_action(choose.choice(ahead.legal_actions()))
            left += 1
        if left >= MOVES_LEFT:
            for _ in range(left - MOVES_LEFT):
                state.apply_action(choose.choice(state.legal_actions()))
            return state


def peer_search() -> Callable[[], int]:
    """OpenSpiel's search with random playouts."""
    state = hearts(random.Random(1))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), PEER_CURIOSITY, PEER_SIMULATIONS)

    def work() -> int:
        bot.step(state)
        return PEER_SIMULATIONS

    return work


def main() -> None:
    """Measure, and print one table."""
    game = find_game("capital-lux")
    positions = [start_of_round_two(game, seed) for seed in SEEDS]
    works: dict[str, list[Callable[[], int]]] = {
        "ours, random playouts": [our_search(game, position, BLIND) for position in positions],
        "ours, as the bots play": [our_search(game, position, STYLE) for position in positions],
    }
    if pyspiel is None:
        print("open-spiel is not installed: measuring ours alone", file=sys.stderr)
    else:
        works["OpenSpiel's C++ ISMCTS on hearts"] = [peer_search()]
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in track(range(TURNS), description="measuring", console=Console(stderr=True)):
        for name, runs in works.items():
            started = time.perf_counter()
            done = sum(run() for run in runs)
            rates[name].append(done / (time.perf_counter() - started))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    length = statistics.mean(moves_to_the_end(position) for position in positions)
    table = Table(title=f"a second, with {length:.0f} moves to the end", box=None)
    for column in ("", "a second", "times theirs"):
        table.add_column(column, justify="left" if not column else "right")
    theirs = medians.get("OpenSpiel's C++ ISMCTS on hearts")
    for name, median in medians.items():
        table.add_row(name, f"{median:,.0f}", f"{median / theirs:.1f}" if theirs else "")
    Console().print(table)


if __name__ == "__main__":
    main()
