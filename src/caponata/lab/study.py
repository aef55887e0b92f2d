"""What every study is: a folder of games, played as its job says and read from there."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.lab.folder import Folder
from caponata.lab.plan import Job
from caponata.lab.run import Progress, Ran, run
from caponata.lab.trouble import LabError, need


class Study:
    """A study of one kind: its folder, its game, and what a run added if there was one."""

    kind: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, folder: Folder, ran: Ran | None = None) -> None:
        if folder.job.study != self.kind:
            raise LabError(f"{folder.path} holds a {folder.job.study}, not a {self.title}")
        self.folder = folder
        self.job: Job = folder.job
        self.ran = ran
        self.game: Game = find_game(self.job.game)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """A study that was played before."""
        return cls(Folder.open(Path(path)))

    @classmethod
    def begin(
        cls, job: Job, out: Path | str, *, processes: int | None, ray: str | None, progress: Progress
    ) -> Self:
        """A new study in a new folder, played to its end."""
        need("polars")
        folder = Folder.begin(Path(out), job)
        return cls.finish(folder, processes=processes, ray=ray, progress=progress)

    @classmethod
    def finish(cls, folder: Folder, *, processes: int | None, ray: str | None, progress: Progress) -> Self:
        """The study of a folder, played to its end."""
        return cls(folder, run(folder, processes=processes, ray=ray, progress=progress))
