"""The kinds of studies, and the resumption of one that was stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from caponata.lab.balance import Balance
from caponata.lab.dataset import Dataset
from caponata.lab.folder import Folder
from caponata.lab.progress import Progress, no_progress
from caponata.lab.study import Study
from caponata.lab.tournament import Tournament

STUDIES: Final[dict[str, type[Study]]] = {study.kind: study for study in (Balance, Tournament, Dataset)}


def resume(
    path: Path | str,
    *,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = no_progress,
) -> Study:
    """Play the missing parts of the study in a folder and open it."""
    folder = Folder.open(Path(path))
    study = STUDIES[folder.job.study]
    return study.finish(folder, processes=processes, ray=ray, progress=progress)
