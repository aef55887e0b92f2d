"""The public functions of caponata that join several packages. Import them from `caponata`.

The functions take a game by name, a `Game`, or a record that names its game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from caponata import catalogue
from caponata.bots.ledger import Analysis
from caponata.engine import verify as engine_verify
from caponata.engine.fair import Draws, FairDraws, SeededDraws, fresh_seed
from caponata.engine.game import Game
from caponata.engine.options import read_options
from caponata.engine.reader import load_record as read_file
from caponata.engine.record import Record, Seat
from caponata.engine.replay import Replay, ReplayStep
from caponata.engine.table import Table
from caponata.engine.verify import Verification
from caponata.lab import analyse as lab_analyse
from caponata.lab import simulate as lab_simulate
from caponata.lab.simulate import Tally


def all_games() -> list[Game]:
    """All games that people can play, including those of installed packages."""
    return catalogue.games()


def open_table(
    game: Game | str,
    players: Sequence[str],
    *,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Table:
    """Open a table with one named player per seat.

    With a `seed`, the draws are fast and repeatable. Without one, they follow from a fresh secret seed that
    the table commits to, and the record of a closed table can be verified.
    """
    game = _game(game)
    seats = [Seat(name, "person") for name in players]
    draws: Draws
    if seed is None:
        secret = fresh_seed()
        draws = FairDraws(secret, secret[:8].hex(), ["" for _ in seats])
    else:
        draws = SeededDraws(seed)
    return Table(game, seats, read_options(game, options or {}), draws=draws)


def load_record(path: Path | str) -> Record:
    """Read a record from a file. Raises `RecordError` with the line of any fault."""
    return read_file(path)


def replay(record: Record) -> Iterator[ReplayStep]:
    """Play a record again step by step, validating every move and the result."""
    return iter(Replay(record, catalogue.find_game(record.game)))


def verify(record: Record) -> Verification:
    """Check that a record's draws follow from the seed that its table committed to."""
    return engine_verify.verify(record, catalogue.find_game(record.game))


def simulate(
    game: Game | str,
    players: Sequence[str],
    *,
    games: int,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    processes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tally:
    """Play many games between bots, one name or level per seat, on all cores.

    Equal seeds give equal results. `progress` is called with the number of finished games and of all.
    """
    game = _game(game)
    return lab_simulate.simulate(
        game,
        players,
        games=games,
        seed=seed,
        options=read_options(game, options or {}),
        processes=processes,
        progress=progress,
    )


def analyse(
    record: Record,
    *,
    processes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Split the result of a finished game into luck and decisions, move by move."""
    return lab_analyse.analyse(record, processes=processes, progress=progress)


def _game(game: Game | str) -> Game:
    return catalogue.find_game(game) if isinstance(game, str) else game
