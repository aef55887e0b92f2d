"""Our tree search against OpenSpiel's ISMCTS, with equal time and with equal simulations per move.

    python bench/strength.py --games 40 --simulations 200 --milliseconds 50

Theirs is `open_spiel.python.algorithms.ismcts`, which searches our games through the adapter. Its playouts
run inside compiled code unless `--own-playouts` is given: that makes it at least twenty times as fast, and so
harder to beat with equal time. Games come in pairs with the same draws and swapped seats. With `--notes FILE`
every pair is saved at once, and a later run continues from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track
from rich.table import Table

from caponata.adapters.ismcts import PlayoutEvaluator, TimedSearch
from caponata.adapters.openspiel import CaponataState, load_game
from caponata.bots import make_bot
from caponata.bots.workers import parallel_map
from caponata.engine.chance import Rng
from caponata.engine.playout import chance_moves
from caponata.lab.figures import Z95

GAMES = ("capital-lux", "capo-dei-capi")
EXPLORATION = (
    1.0  # theirs: rewards lie between -0.5 and 0.5, half the range that the 2.0 of its tests assumes
)


@dataclass(frozen=True)
class GamePair:
    """A pair of games with the same draws and swapped seats."""

    game: str
    seed: int
    simulations: int
    milliseconds: int
    curiosity: float
    own_playouts: bool


@dataclass(frozen=True)
class PairResult:
    """The result of a pair: our share of the wins, and the thinking time of each side."""

    share: float
    our_seconds: float
    their_seconds: float
    decisions: int


def theirs(match: GamePair, game: Any, seed: int) -> Callable[[CaponataState], int]:
    """OpenSpiel's player."""
    generator = np.random.RandomState(seed)
    quick = PlayoutEvaluator(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, generator) if match.own_playouts else quick
    arguments = {
        "game": game,
        "uct_c": match.curiosity,
        "evaluator": evaluator,
        "random_state": generator,
    }
    if match.milliseconds:
        bot = TimedSearch(seconds=match.milliseconds / 1000, **arguments)
    else:
        bot = ismcts.ISMCTSBot(max_simulations=match.simulations, **arguments)
    return lambda state: int(bot.step(state))


def ours(match: GamePair, game: Any, seed: int) -> Callable[[CaponataState], int]:
    """Our player, which receives only a view."""
    budget = f"{match.milliseconds}ms" if match.milliseconds else f"{match.simulations}"
    bot = make_bot(game.game, f"tree:{budget}", seed)

    def choose(state: CaponataState) -> int:
        view = game.game.view(state.current.position, state.current_player())
        return int(game.actions.numbers([bot.choose(view)])[0])

    return choose


def play(match: GamePair) -> PairResult:
    """Play a pair of games."""
    share = 0.0
    spent = [0.0, 0.0]
    decisions = 0
    for our_seat in (0, 1):
        game = load_game(match.game, 2)
        players = [ours(match, game, match.seed), theirs(match, game, match.seed)]
        rng = Rng(match.seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                position = state.current.position
                moves = [move for move, _ in chance_moves(position)]
                drawn = moves.index(position.chance_move(rng.below(position.total_weight())))
                state.apply_action(state.chance_outcomes()[drawn][0])
                continue
            who = 0 if state.current_player() == our_seat else 1
            started = time.perf_counter()
            action = players[who](state)
            if len(state.legal_actions()) > 1:
                spent[who] += time.perf_counter() - started
                decisions += 1
            state.apply_action(action)
        share += (state.returns()[our_seat] + 0.5) / 2
    return PairResult(share, spent[0], spent[1], decisions)


def matches(arguments: argparse.Namespace) -> Iterator[list[GamePair]]:
    """The pairs of each table row."""
    for game in arguments.game or GAMES:
        for simulations, milliseconds in ((0, arguments.milliseconds), (arguments.simulations, 0)):
            if simulations or milliseconds:
                yield [
                    GamePair(
                        game, seed, simulations, milliseconds, arguments.curiosity, arguments.own_playouts
                    )
                    for seed in range(arguments.seed, arguments.seed + arguments.games // 2)
                ]


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval, which is not empty for a share of 100 % in few games."""
    weight = Z95**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = Z95 * (share * (1 - share) / games + weight / (4 * games)) ** 0.5 / (1 + weight)
    return middle - half, middle + half


class PairLog:
    """The pairs played so far, one per line of a file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[GamePair, PairResult] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                noted = json.loads(line)
                self.known[GamePair(**noted["match"])] = PairResult(**noted["played"])

    def add(self, match: GamePair, played: PairResult) -> None:
        """Save a pair."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"match": asdict(match), "played": asdict(played)}) + "\n")


def within(seconds: int, row: list[GamePair], title: str, jobs: int) -> Iterator[tuple[GamePair, PairResult]]:
    """Play pairs until the time is up."""
    end = time.monotonic() + seconds
    quiet = not sys.stderr.isatty()
    with closing(parallel_map(play, row, jobs)) as results:
        playing = zip(row, results, strict=True)
        for done in track(playing, title, total=len(row), console=Console(stderr=True), disable=quiet):
            yield done
            if time.monotonic() > end:
                return


def main() -> None:
    """Play, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--milliseconds", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=86_400, help="for each row of the table")
    parser.add_argument("--notes", type=Path, metavar="FILE")
    parser.add_argument("--curiosity", type=float, default=EXPLORATION)
    parser.add_argument("--own-playouts", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    if not arguments.simulations and not arguments.milliseconds:
        parser.error("say how much a move may cost: --simulations, --milliseconds, or both")
    table = Table(title="ours against OpenSpiel's ISMCTS, two seats", box=None)
    for column in ("game", "a move", "games", "ours wins", "95 %", "ms a decision, ours", "theirs"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for row in matches(arguments):
        first = row[0]
        budget = f"{first.milliseconds} ms" if first.milliseconds else f"{first.simulations} simulations"
        notes = PairLog(arguments.notes)
        found = [notes.known[match] for match in row if match in notes.known]
        left = [match for match in row if match not in notes.known]
        for match, played in within(arguments.seconds, left, f"{first.game}, {budget}", arguments.jobs):
            notes.add(match, played)
            found.append(played)
        if not found:
            print(f"{first.game}, {budget}: no game was over in time", file=sys.stderr)
            continue
        share = sum(played.share for played in found) / len(found)
        low, high = interval(share, 2 * len(found))
        half = sum(played.decisions for played in found) / 2
        table.add_row(
            *(first.game, budget, str(2 * len(found))),
            *(f"{share:.0%}", f"{low:.0%} to {high:.0%}"),
            f"{1000 * sum(played.our_seconds for played in found) / half:.1f}",
            f"{1000 * sum(played.their_seconds for played in found) / half:.1f}",
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
