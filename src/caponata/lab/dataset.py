"""Datasets: whole games as rows of Parquet, every move of seats and chance; views are rebuilt on request.

from caponata.lab import dataset
data = dataset("capital-lux", games=1000, out="games")
for row in data.rows():
    for step in data.steps(row):
        step.view  # all that the seat which made step.move knew
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from caponata.engine.game import CHANCE, CHANCE_ACTS, Game, Position, View
from caponata.engine.options import plain_options
from caponata.engine.playout import chance_moves
from caponata.engine.record import FINISHED, Choice, Draw, Entry, Record, Seat
from caponata.lab.parts import GAMES
from caponata.lab.plan import DATASET, Job, planned
from caponata.lab.run import Progress
from caponata.lab.study import Study
from caponata.lab.sweep import LineUp, check_amount, options_of, the_game, variants
from caponata.lab.trouble import LabError, need

GAMES_OF_A_PART: Final = 5000
LOST: Final = (IndexError, KeyError, TypeError)  # what a row that is no game fails with


@dataclass(frozen=True)
class Step:
    """One move of a game: who made it (`CHANCE`, or a seat), and the position before it."""

    game: Game
    by: int
    move: int
    position: Position

    @property
    def text(self) -> str:
        """The move as people type it."""
        return self.game.space.text(self.move)

    @property
    def view(self) -> View:
        """All that the seat which made the move knew."""
        return self.game.view(self.position, self.by)


class Dataset(Study):
    """Games in a folder of Parquet files."""

    kind = DATASET
    title = "dataset"

    def scan(self) -> Any:
        """All rows, as a lazy frame of polars."""
        return need("polars").scan_parquet(self.folder.path / GAMES / "*.parquet")

    def rows(self) -> Iterator[dict[str, Any]]:
        """The games, one after the other, without holding them all."""
        for _, frame in self.folder.tables(GAMES):
            yield from frame.iter_rows(named=True)

    def steps(self, row: Mapping[str, Any]) -> Iterator[Step]:
        """The moves of a game, each judged by the rules, with the position before it."""
        try:
            variant = self.job.variants[row["variant"]]
            made = list(zip(row["by"], row["moves"], strict=True))
        except (*LOST, ValueError) as error:
            raise LabError(f"this row is no game of {self.folder.path}: {error}") from None
        position = self.game.start(variant.seats, self.game.options(**variant.options))
        for number, (by, move) in enumerate(made, start=1):
            if not _may(position, by, move):
                raise LabError(f"move {number} of deal {row['deal']} is no move of {self.game.title} there")
            yield Step(self.game, by, move, position.copy())
            position.play(by, move)

    def record(self, row: Mapping[str, Any]) -> Record:
        """A game as a record, which `caponata replay` shows."""
        entries: list[Entry] = []
        draws = 0
        last: Step | None = None
        for number, step in enumerate(self.steps(row), start=1):
            last = step
            if step.by == CHANCE:
                draws += 1
                entries.append(Draw(number, draws, step.text))
            else:
                entries.append(Choice(number, step.by, step.text))
        if last is None:
            raise LabError("this row has no moves")
        last.position.play(last.by, last.move)
        variant = self.job.variants[row["variant"]]
        players = [variant.players[player] for player in row["players"]]
        return Record(
            game=self.game.name,
            rules_version=self.job.rules_version,
            options=plain_options(self.game.options(**variant.options)),
            seats=tuple(Seat(f"{player} {seat}", player) for seat, player in enumerate(players, start=1)),
            table=f"{self.job.seed}-{row['deal']}",
            commitment=None,
            entropy=(),
            seed=None,
            entries=tuple(entries),
            result=last.position.outcome(),
            closed=FINISHED,
        )


def _may(position: Position, by: int, move: int) -> bool:
    if by == CHANCE:
        return position.to_act == CHANCE_ACTS and move in dict(chance_moves(position))
    return 0 <= by < position.seats and position.refusal(by, move) is None


def dataset_job(
    game: Game | str,
    *,
    games: int,
    seats: LineUp = None,
    options: Any = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    seed: int = 1,
    patience: float = 10.0,
) -> Job:
    """The games of a dataset: so many of each variant."""
    chosen = the_game(game)
    check_amount(games, seed)
    ways = variants(chosen, seats, options_of(chosen, options), vary or {}, plays=1)
    return planned(DATASET, chosen, ways, deals=games, seed=seed, patience=patience, quick=GAMES_OF_A_PART)


def dataset(
    game: Game | str,
    *,
    games: int,
    out: Path | str,
    seats: LineUp = None,
    options: Any = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    seed: int = 1,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done: None,
) -> Dataset:
    """Play games and write them down; rows stay in the folder `out`."""
    job = dataset_job(game, games=games, seats=seats, options=options, vary=vary, seed=seed)
    return Dataset.begin(job, out, processes=processes, ray=ray, progress=progress)
