"""Notes of a ladder: a line a game, so that one that was stopped goes on, and many runs make one table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from caponata.bots.levels import LEVELS, told
from caponata.catalogue import find_game
from caponata.lab.sources import bots_digest
from caponata.lab.trouble import LabError


@dataclass(frozen=True)
class Task:
    """One game: one seat of a level among seats of the level below."""

    game: str
    seats: int
    rung: int  # the number of the upper level
    at: int  # its seat
    seed: int


@dataclass(frozen=True)
class Played:
    """How a game ended: everybody's place, and what the upper level won."""

    places: tuple[int, ...]
    won: float


def players(task: Task) -> dict[str, Any]:
    """Who plays by which rules: games of other bots, or of bots that were changed, are of another ladder."""
    game = find_game(task.game)
    bots = [told(game, LEVELS[rung]) for rung in (task.rung, task.rung - 1)]
    return {"bots": bots, "rules": game.rules_version, "sources": bots_digest(game)}


class Notes:
    """The games played so far, kept in a file if there is one; games of bots that changed do not count."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._played: dict[Task, Played] = {}
        if path is not None and path.exists():
            for number, line in enumerate(
                path.read_text(encoding="utf-8").splitlines(keepends=True), start=1
            ):
                if line.endswith("\n"):  # else it was being written when something was killed
                    self._read(line, number)

    def _read(self, line: str, number: int) -> None:
        try:
            fields = json.loads(line)
            task, played = Task(**fields["task"]), Played(tuple(fields["places"]), fields["won"])
            is_of_today = fields["players"] == players(task)
        except (ValueError, TypeError, LookupError):
            raise LabError(f"line {number} of {self._path} is not a ladder's: name another file") from None
        if is_of_today:
            self._played[task] = played

    def __contains__(self, task: Task) -> bool:
        return task in self._played

    def __iter__(self) -> Iterator[tuple[Task, Played]]:
        return iter(self._played.items())

    def of(self, task: Task) -> Played | None:
        """How a game ended, if it was played."""
        return self._played.get(task)

    def add(self, task: Task, played: Played) -> None:
        """One game more, on disk before the next begins."""
        self._played[task] = played
        if self._path is not None:
            fields = {"task": asdict(task), "players": players(task), **asdict(played)}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(fields) + "\n")

    def ladders(self) -> list[tuple[str, int]]:
        """The games that there are notes of, with how many seats."""
        return sorted({(task.game, task.seats) for task in self._played})
