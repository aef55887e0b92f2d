"""Runs: cores, interrupts, killed processes and full disks do not change results."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from caponata.bots.workers import MOST_DEATHS, WorkerError, parallel_map
from caponata.lab import Balance, LabError, balance, resume
from caponata.lab.folder import Folder
from caponata.lab.run import run
from tests.lab.studies import contents, frames

GAMES = 400


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study played without interruption in one process."""
    out = tmp_path_factory.mktemp("whole") / "study"
    balance("capital-lux", games=GAMES, seats=2, out=out, processes=1)
    return out


def test_the_number_of_cores_does_not_change_results(whole: Path, tmp_path: Path) -> None:
    balance("capital-lux", games=GAMES, seats=2, out=tmp_path / "two", processes=2)
    assert contents(tmp_path / "two") == contents(whole)


def test_different_seeds_give_different_games(whole: Path, tmp_path: Path) -> None:
    balance("capital-lux", games=GAMES, seats=2, out=tmp_path / "other", processes=1, seed=2)
    assert not frames(tmp_path / "other").equals(frames(whole))


def test_an_interrupted_study_can_be_resumed(whole: Path, tmp_path: Path) -> None:
    job = Balance.plan("capital-lux", games=GAMES, seats=2)
    folder = Folder.begin(tmp_path / "study", job, Balance.tables)

    def interrupt(done: int, total: int) -> None:
        if done >= GAMES // 4:
            raise KeyboardInterrupt

    ran = run(folder, Balance, processes=1, progress=interrupt)
    assert ran.stopped
    assert GAMES // 4 <= ran.games < ran.of
    assert Balance(folder).games > 0
    again = run(Folder.open(tmp_path / "study"), Balance, processes=1)
    assert again.is_whole
    assert not again.stopped
    assert contents(tmp_path / "study") == contents(whole)
    found = resume(tmp_path / "study")
    assert found.ran is not None
    assert found.ran.decisions == 0


def test_an_unreadable_part_is_reported_and_played_again(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    balance("capital-lux", games=GAMES, seats=2, out=out, processes=1)
    file = out / "games" / "000003.parquet"
    file.write_bytes(file.read_bytes()[:-100])
    counts = out / "counts" / "000005.parquet"
    counts.write_bytes(b"")
    folder = Folder.open(out)
    with pytest.raises(LabError, match=r"000003\.parquet cannot be read: .*; --resume .* plays it again"):
        Balance(folder)
    ran = run(folder, Balance, processes=1)
    assert ran.again == 2
    assert contents(out) == contents(whole)


def killed_once(task: tuple[Path, int]) -> int:
    """Double a number, but kill the process at the third number the first time."""
    folder, number = task
    flag = folder / "died"
    if number == 3 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def always_killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def failing(number: int) -> int:
    raise LabError(f"nothing can be done about {number}")


def test_the_task_of_a_killed_process_runs_again(tmp_path: Path) -> None:
    assert list(parallel_map(killed_once, [(tmp_path, i) for i in range(12)], 2)) == [
        2 * i for i in range(12)
    ]
    assert (tmp_path / "died").exists()


def test_repeated_kills_end_with_an_error() -> None:
    with pytest.raises(WorkerError, match=f"killed {MOST_DEATHS} times in a row"):
        list(parallel_map(always_killed, range(3), 2))


def test_an_error_in_a_worker_is_raised_here() -> None:
    with pytest.raises(LabError, match="nothing can be done about 0"):
        list(parallel_map(failing, range(3), 2))


def test_a_full_disk_is_reported_and_finished_parts_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Balance.plan("caper", games=100)
    folder = Folder.begin(tmp_path / "study", job, Balance.tables)
    write = Path.write_bytes
    room = iter([True] * 40)

    def full(path: Path, content: bytes) -> int:
        if next(room, False):
            return write(path, content)
        write(path, content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(LabError, match="No space left on device; finished parts are kept: free some space"):
        run(folder, Balance, processes=1)
    monkeypatch.undo()
    done = folder.done(Balance.tables)
    assert len(done) == 20
    assert not list((tmp_path / "study").rglob(".*"))
    assert run(folder, Balance, processes=1).is_whole


def test_an_existing_folder_is_not_overwritten(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(LabError, match="exists already: continue with --resume .*, or choose another name"):
        balance("caper", games=2, out=whole)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(LabError, match="exists already: choose another name"):
        balance("caper", games=2, out=tmp_path)
    with pytest.raises(LabError, match="cannot be created: "):
        balance("caper", games=2, out=tmp_path / "mine.txt" / "study")
    with pytest.raises(LabError, match=r"study\.json cannot be read: No such file"):
        Folder.open(tmp_path)


def test_a_part_of_another_version_is_not_played(whole: Path) -> None:
    job = Folder.open(whole).job
    with pytest.raises(LabError, match="but the study needs 0.0.1"):
        Balance.play_part(replace(job, caponata="0.0.1").part(0))
    with pytest.raises(LabError, match="was begun with version 99 of the rules of Capital Lux"):
        run(Folder(whole, replace(job, rules_version=99)), Balance)


def test_a_study_of_older_rules_goes_on_unless_a_variant_plays_differently(tmp_path: Path) -> None:
    job = replace(Balance.plan("capo", games=20, seats="random,random,random"), rules_version=1)
    assert run(Folder.begin(tmp_path / "free", job, Balance.tables), Balance, processes=1).is_whole
    locks = replace(job, variants=(replace(job.variants[0], options={"pass_locks": True, "mamma": "swap"}),))
    folder = Folder.begin(tmp_path / "locks", locks, Balance.tables)
    with pytest.raises(LabError, match=r"rules of CAPO, but version 2 plays it differently \[CAPO-3\.7\]"):
        run(folder, Balance, processes=1)


# Memory


GROWTH = """
import resource, sys
from dataclasses import replace
from pathlib import Path
from caponata.lab import Balance
from caponata.lab.folder import Folder
from caponata.lab.run import run

peaks = []
for games in (4_000, 40_000):
    job = replace(Balance.plan("capital-lux", games=games, seats="random,random"), stride=100)
    folder = Folder.begin(Path(sys.argv[1]) / str(games), job, Balance.tables)
    run(folder, Balance, processes=1)
    assert Balance(folder).games == games
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(peaks[1] - peaks[0])
"""


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as Unix does")
def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    """Ten times the games need at most 10 MB more, for playing and counting."""
    run = subprocess.run(
        [sys.executable, "-c", GROWTH, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 10_000
