"""Hashes of what caponata computes, to compare the compiled build with the same sources as plain Python.

The same functions run in this process and, on a copy of the sources without compiled files, in another one.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from caponata.bots.players import STYLE
from caponata.bots.search import search
from caponata.bots.tree import TreeSearch
from caponata.bots.values import win_chances
from caponata.catalogue import find_game
from caponata.cli import doctor
from caponata.engine.chance import Rng
from caponata.engine.conformance import digest, next_move
from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR, Game, Position
from caponata.engine.playout import chance_moves, legal_moves
from caponata.games.capital_lux import rules
from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capo_dei_capi.layout import DeiCapiOptions
from caponata.lab.plan import BALANCE, DATASET, Job, Variant
from caponata.lab.simulate import play_task, simulation_tasks
from caponata.lab.studies import STUDIES
from tests.longgames import SAMPLES, sampled

ROOT: Final = Path(__file__).parents[1]
# Games that are compared at every position, with unusual options; long games are sampled (`longgames.py`).
UNUSUAL: Final[dict[str, Any]] = {
    "capital-lux": LuxOptions(opening_cards=3, hand_size=6),
    "capo-dei-capi": DeiCapiOptions(influence="15-10-5", bribes="4-5-6", scandal_chip=True),
}
TABLES: Final = tuple(
    (game, seats, options)
    for game in map(find_game, UNUSUAL)
    for options in (game.options(), UNUSUAL[game.name])
    for seats in game.seats
)
SIMULATIONS: Final = 30  # per search


def is_compiled() -> bool:
    """Return whether the rules are compiled in this process."""
    return doctor.is_extension(str(rules.__file__))


# Results to compare


def logs(games: int, seed: int) -> Iterator[str]:
    """Yield hashes of the moves and results of random games."""
    for game, seats, options in TABLES:
        yield digest(game, seats, options, games, seed)


def views_and_worlds(games: int, seed: int) -> Iterator[str]:
    """Yield views, sampled worlds, legal moves, odds, refusals, prompts and appeals at every position."""
    rng = Rng(seed)
    for game, seats, options in TABLES:
        all_moves = list(game.space)
        for position in positions(game, seats, options, games, rng):
            for seat in (SPECTATOR, *range(seats)):
                view = game.view(position, seat)
                yield json.dumps(view)
                yield repr(game.worlds(view).sample(rng).fingerprint())
            if position.to_act == CHANCE_ACTS:
                yield repr(chance_moves(position))
            for seat in range(seats):
                yield position.prompt(seat)
                yield repr(position.refusal(seat, all_moves[rng.below(len(all_moves))]))
                if position.to_act != CHANCE_ACTS and position.to_act >> seat & 1:
                    for move in legal_moves(position, seat):
                        yield f"{move} {game.hints.appeal(position, seat, move)}"


def searches(games: int, seed: int) -> Iterator[str]:
    """Yield the results of searches at every twentieth position."""
    rng = Rng(seed)
    for game, seats, options in TABLES:
        for number, position in enumerate(positions(game, seats, options, games, rng)):
            if position.to_act != CHANCE_ACTS and number % 20 == 0:
                seat = next(seat for seat in range(seats) if position.to_act >> seat & 1)
                worlds = game.worlds(game.view(position, seat))
                arms = search(worlds, seat, game.hints, rng, SIMULATIONS, 0.0)
                yield repr([(arm.move, arm.tries, arm.success) for arm in arms])
                tree = TreeSearch(game, worlds, seat, rng, STYLE)
                tree.run(SIMULATIONS, 0.0)
                yield repr([(stats.move, stats.tries, stats.mean) for stats in tree.statistics()])
                yield repr(win_chances(position, game.hints, rng, 3))


def matches(games: int, seed: int) -> Iterator[str]:
    """Yield the tallies of simulated games, with and without views."""
    for game, seats, options in TABLES:
        for players in (["greedy"] + ["random"] * (seats - 1), ["mc:3"] + ["greedy"] * (seats - 1)):
            for task in simulation_tasks(game, players, games, seed, options):
                yield repr(asdict(play_task(task)))


def studies(games: int, seed: int) -> Iterator[str]:
    """Yield hashes of the tables of a balance study and of a dataset."""
    for game, seats, options in TABLES:
        players = ("greedy", "random")
        variant = Variant("", asdict(options), players, ((0,) * seats,) * 2, ((0,) + (1,) * (seats - 1),))
        for study in (BALANCE, DATASET):
            job = Job(study, game.name, game.rules_version, seed, games, games, 1.0, (variant,))
            for table in STUDIES[study].play_part(job.part(0)).tables.values():
                yield hashlib.sha256(table).hexdigest()


def positions(game: Game, seats: int, options: Any, games: int, rng: Rng) -> Iterator[Position]:
    """Yield all positions of random games except the last."""
    for _ in range(games):
        position = game.start(seats, options)
        while position.to_act != NOBODY:
            yield position
            position.play(*next_move(position, rng))


SUBJECTS: Final[dict[str, Callable[[int, int], Iterator[str]]]] = {
    "logs": logs,
    "views and worlds": views_and_worlds,
    "searches": searches,
    "matches": matches,
    "studies": studies,
    **{name: partial(sampled, name) for name in SAMPLES},
}


def compute(subject: str, games: int, seed: int) -> tuple[str, int]:
    """Return the hash of everything that this build computes for a subject, and the number of results."""
    hashed = hashlib.sha256()
    count = 0
    for result in SUBJECTS[subject](games, seed):
        hashed.update(result.encode() + b"\n")
        count += 1
    return hashed.hexdigest(), count


# The same in plain Python


def copy_sources(to: Path) -> Path:
    """Copy the package without compiled files, and return the folder to import it from."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", doctor.STAMP, "__pycache__")
    shutil.copytree(doctor.PACKAGE, to / "caponata", ignore=ignored)
    return to


def compute_interpreted(sources: Path, subject: str, games: int, seed: int) -> tuple[str, int]:
    """Return the same as `compute`, from another process that runs plain Python."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.builds", subject, str(games), str(seed)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(sources), str(ROOT)])},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    digest, count = json.loads(run.stdout)
    return digest, count


def main(subject: str, games: str, seed: str) -> None:
    """Print the results of this process, which must run plain Python."""
    files, broken = doctor.module_files(doctor.modules_to_compile())
    assert not broken
    assert str(rules.__file__).endswith(".py")
    assert not [file for file in files.values() if doctor.is_extension(file)]
    sys.stdout.write(json.dumps(compute(subject, int(games), int(seed))))


if __name__ == "__main__":
    main(*sys.argv[1:])
