"""The base class of all studies: a folder of games, played by a job and read from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar, Self

from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.lab.errors import LabError, require
from caponata.lab.folder import Folder
from caponata.lab.part import PartPlayer, PartResult
from caponata.lab.plan import QUICK_PART, Job, Part, make_job
from caponata.lab.progress import Progress, no_progress
from caponata.lab.run import RunSummary, run
from caponata.lab.setup import (
    LineUp,
    add_second_bot,
    check_amount,
    options_mapping,
    resolve_game,
    variants,
)
from caponata.lab.tables import Tables


class Study:
    """A study: its folder, its game, and the summary of the run that played it, if there was one."""

    kind: ClassVar[str]
    title: ClassVar[str]
    tables: ClassVar[Tables]  # columns of each table
    player: ClassVar[type[PartPlayer]]  # plays the parts and counts

    def __init__(self, folder: Folder, ran: RunSummary | None = None) -> None:
        self.check(folder)
        self.folder = folder
        self.job: Job = folder.job
        self.ran = ran
        self.game: Game = find_game(self.job.game)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open a study that was played before."""
        return cls(Folder.open(Path(path)))

    @classmethod
    def begin(
        cls,
        job: Job,
        out: Path | str | None = None,
        *,
        processes: int | None = None,
        ray: str | None = None,
        progress: Progress = no_progress,
    ) -> Self:
        """Play a new study in a new folder, by default one named after game, study and seed."""
        require("polars")
        path = Path(out or f"{job.game}-{job.study}-{job.seed}")
        folder = Folder.begin(path, job, cls.tables)
        return cls.finish(folder, processes=processes, ray=ray, progress=progress)

    @classmethod
    def finish(
        cls,
        folder: Folder,
        *,
        processes: int | None = None,
        ray: str | None = None,
        progress: Progress = no_progress,
    ) -> Self:
        """Play the missing parts of a study."""
        cls.check(folder)
        return cls(folder, run(folder, cls, processes=processes, ray=ray, progress=progress))

    @classmethod
    def resume(
        cls,
        path: Path | str,
        *,
        processes: int | None = None,
        ray: str | None = None,
        progress: Progress = no_progress,
    ) -> Self:
        """Play the missing parts of the study in a folder."""
        return cls.finish(Folder.open(Path(path)), processes=processes, ray=ray, progress=progress)

    @classmethod
    def play_part(cls, part: Part) -> PartResult:
        """Play a part of this kind of study."""
        with ExitStack() as stack:
            return cls.player(part, cls.tables, stack).result()

    @classmethod
    def check(cls, folder: Folder) -> None:
        """Refuse a folder that holds another kind of study."""
        if folder.job.study != cls.kind:
            raise LabError(f"{folder.path} holds a {folder.job.study}, not a {cls.title}")


class SweepStudy(Study):
    """A study of one line-up of players, or of a sweep over options, seats and bots."""

    plays: ClassVar[int] = 1  # games on every deal
    has_contrast: ClassVar[bool] = False
    quick_part: ClassVar[int] = QUICK_PART  # most games of a part if bots are quick

    @classmethod
    def plan(
        cls,
        game: Game | str,
        *,
        games: int,
        seats: LineUp = None,
        options: Any = None,
        vary: Mapping[str, Sequence[object]] | None = None,
        confirm: str | None = None,
        seed: int = 1,
        timeout: float = 10.0,
    ) -> Job:
        """The job of a study with this many games of each variant.

        `confirm` names a second kind of bot, which plays all games once more on the same deals.
        `timeout` is the time in seconds that an external program has for an answer.
        """
        chosen = resolve_game(game)
        check_amount(games, seed)
        settings = options_mapping(options)
        if confirm is not None:
            seats, vary = add_second_bot(chosen, seats, vary or {}, confirm)
        ways = variants(chosen, seats, settings, vary or {}, plays=cls.plays, contrast=cls.has_contrast)
        deals = -(-games // cls.plays)
        return make_job(cls.kind, chosen, ways, deals=deals, seed=seed, timeout=timeout, quick=cls.quick_part)

    @classmethod
    def play(
        cls,
        game: Game | str,
        *,
        games: int,
        out: Path | str | None = None,
        seats: LineUp = None,
        options: Any = None,
        vary: Mapping[str, Sequence[object]] | None = None,
        confirm: str | None = None,
        seed: int = 1,
        timeout: float = 10.0,
        processes: int | None = None,
        ray: str | None = None,
        progress: Progress = no_progress,
    ) -> Self:
        """Play this many games of each variant and save them in the folder `out`."""
        job = cls.plan(
            game,
            games=games,
            seats=seats,
            options=options,
            vary=vary,
            confirm=confirm,
            seed=seed,
            timeout=timeout,
        )
        return cls.begin(job, out, processes=processes, ray=ray, progress=progress)
