"""Datasets: whole games as rows of Parquet, with every move of seats and chance. Views are rebuilt on demand.

from caponata.lab import dataset
data = dataset("capital-lux", games=1000, out="games")
for row in data.rows():
    for step in data.steps(row):
        step.view  # everything known to the seat that made step.move
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from caponata.engine.game import CHANCE, CHANCE_ACTS, Game, Position, View
from caponata.engine.options import plain_options
from caponata.engine.playout import chance_moves
from caponata.engine.record import FINISHED, Choice, Draw, Entry, Record, Seat
from caponata.lab.errors import LabError, require
from caponata.lab.part import PartPlayer, PlayedGame
from caponata.lab.plan import DATASET
from caponata.lab.study import SweepStudy
from caponata.lab.tables import GAME_COLUMNS, GAMES

GAMES_OF_A_PART: Final = 5000


@dataclass(frozen=True)
class DatasetStep:
    """One move of a game, made by a seat or by `CHANCE`, and the position before it."""

    game: Game
    by: int
    move: int
    position: Position

    @property
    def text(self) -> str:
        """The move as text."""
        return self.game.space.text(self.move)

    @property
    def view(self) -> View:
        """Everything known to the seat that made the move."""
        return self.game.view(self.position, self.by)


class DatasetPart(PartPlayer):
    """Records every move."""

    records = True

    def extra_columns(self, game: PlayedGame) -> dict[str, Any]:
        """The seat and the number of every move."""
        return {"by": self.counter.by, "moves": self.counter.moves}


class Dataset(SweepStudy):
    """Games in a folder of Parquet files."""

    kind = DATASET
    title = "dataset"
    tables = {GAMES: (*GAME_COLUMNS, "by", "moves")}  # noqa: RUF012 - declared on the base class
    player = DatasetPart
    quick_part = GAMES_OF_A_PART

    def scan(self) -> Any:
        """All rows as a polars lazy frame."""
        return require("polars").scan_parquet(self.folder.path / GAMES / "*.parquet")

    def rows(self) -> Iterator[dict[str, Any]]:
        """All games, read part by part."""
        for _, frame in self.folder.tables(GAMES):
            yield from frame.iter_rows(named=True)

    def steps(self, row: Mapping[str, Any]) -> Iterator[DatasetStep]:
        """The moves of a game with the positions before them. Each move is checked by the rules."""
        try:
            variant = self.job.variants[row["variant"]]
            moves = list(zip(row["by"], row["moves"], strict=True))
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise LabError(f"this row is not a game of {self.folder.path}: {error}") from None
        position = self.game.start(variant.seats, self.game.options(**variant.options))
        for number, (by, move) in enumerate(moves, start=1):
            if not _is_legal(position, by, move):
                raise LabError(
                    f"move {number} of deal {row['deal']} is not a legal move of {self.game.title}"
                )
            yield DatasetStep(self.game, by, move, position.copy())
            position.play(by, move)

    def record(self, row: Mapping[str, Any]) -> Record:
        """A game as a record, which `caponata replay` can show."""
        entries: list[Entry] = []
        draws = 0
        last: DatasetStep | None = None
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


def _is_legal(position: Position, by: int, move: int) -> bool:
    if by == CHANCE:
        return position.to_act == CHANCE_ACTS and move in dict(chance_moves(position))
    return 0 <= by < position.seats and position.refusal(by, move) is None


dataset = Dataset.play
