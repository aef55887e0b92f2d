"""Going on with a study that was stopped: what is missing is played, the rest is read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from caponata.lab.balance import Balance
from caponata.lab.dataset import Dataset
from caponata.lab.folder import Folder
from caponata.lab.run import Progress
from caponata.lab.study import Study
from caponata.lab.tournament import Tournament

KINDS: Final[dict[str, type[Study]]] = {study.kind: study for study in (Balance, Tournament, Dataset)}


def resume(
    path: Path | str,
    *,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done: None,
) -> Study:
    """The study in a folder, played to its end."""
    folder = Folder.open(Path(path))
    return KINDS[folder.job.study].finish(folder, processes=processes, ray=ray, progress=progress)
