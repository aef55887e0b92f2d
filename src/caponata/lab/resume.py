"""Going on with a study that was stopped: what is missing is played, the rest is read."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

from caponata.lab.balance import Balance
from caponata.lab.dataset import Dataset
from caponata.lab.folder import Folder
from caponata.lab.plan import BALANCE, DATASET, TOURNAMENT
from caponata.lab.run import Progress, run
from caponata.lab.tournament import Tournament

Study: TypeAlias = Balance | Tournament | Dataset

KINDS: Final[dict[str, type[Study]]] = {BALANCE: Balance, TOURNAMENT: Tournament, DATASET: Dataset}


def resume(
    path: Path | str,
    *,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done: None,
) -> Study:
    """The study in a folder, played to its end."""
    folder = Folder.open(Path(path))
    ran = run(folder, processes=processes, ray=ray, progress=progress)
    return KINDS[folder.job.study](folder, ran)
