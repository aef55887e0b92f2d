"""The log of a ladder, one line per game, so that a run can be continued and several runs give one table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from caponata.bots.levels import LEVELS, describe_level
from caponata.catalogue import find_game
from caponata.lab.errors import LabError
from caponata.lab.sources import bots_digest


@dataclass(frozen=True)
class LadderTask:
    """One game: a seat of a level among seats of the level below."""

    game: str
    seats: int
    rung: int  # index of the upper level
    at: int  # seat of the upper level
    seed: int


@dataclass(frozen=True)
class LadderGame:
    """The result of a game: each seat's place, and the upper level's share of the win."""

    places: tuple[int, ...]
    won: float


def players(task: LadderTask) -> dict[str, Any]:
    """The bots and rules of a game. A game with different ones belongs to another ladder."""
    game = find_game(task.game)
    bots = [describe_level(game, LEVELS[rung]) for rung in (task.rung, task.rung - 1)]
    return {"bots": bots, "rules": game.rules_version, "sources": bots_digest(game)}


class LadderLog:
    """The games played so far, saved in a file if there is one. Games of changed bots are ignored."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._games: dict[LadderTask, LadderGame] = {}
        if path is not None and path.exists():
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            for number, line in enumerate(lines, start=1):
                if line.endswith("\n"):  # else the process was killed while writing it
                    self._read(line, number)

    def _read(self, line: str, number: int) -> None:
        try:
            fields = json.loads(line)
            task, game = LadderTask(**fields["task"]), LadderGame(tuple(fields["places"]), fields["won"])
            is_current = fields["players"] == players(task)
        except (ValueError, TypeError, LookupError):
            raise LabError(f"line {number} of {self._path} is not a ladder game: use another file") from None
        if is_current:
            self._games[task] = game

    def __contains__(self, task: LadderTask) -> bool:
        return task in self._games

    def __iter__(self) -> Iterator[tuple[LadderTask, LadderGame]]:
        return iter(self._games.items())

    def find(self, task: LadderTask) -> LadderGame | None:
        """The result of a game, or None if it was not played."""
        return self._games.get(task)

    def add(self, task: LadderTask, game: LadderGame) -> None:
        """Add a game and write it to the file at once."""
        self._games[task] = game
        if self._path is not None:
            fields = {"task": asdict(task), "players": players(task), **asdict(game)}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(fields) + "\n")

    def ladders(self) -> list[tuple[str, int]]:
        """The games in the log with their numbers of seats."""
        return sorted({(task.game, task.seats) for task in self._games})
