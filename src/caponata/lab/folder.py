"""The folder of a study: what is to be played, and every part that was, each written whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from caponata.lab.parts import COLUMNS, GAMES, Result
from caponata.lab.plan import Job, read_job
from caponata.lab.trouble import LabError, need

JOB: Final = "study.json"
REPORT: Final = "report.html"


class Folder:
    """A study on the disk: `study.json`, and a folder of Parquet files for each of its tables."""

    def __init__(self, path: Path, job: Job) -> None:
        self.path = path
        self.job = job

    @classmethod
    def begin(cls, path: Path, job: Job) -> Folder:
        """A new folder; one that holds anything already is left as it is."""
        try:
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                hint = f"go on with --resume {path}, or " if (path / JOB).is_file() else ""
                raise LabError(f"{path} exists already: {hint}choose another name with --out")
            for table in COLUMNS[job.study]:
                (path / table).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabError(f"{path} cannot be made: {error.strerror or error}") from None
        folder = cls(path, job)
        folder.write(JOB, job.text().encode())
        return folder

    @classmethod
    def open(cls, path: Path) -> Folder:
        """The folder of a study that was begun."""
        try:
            return cls(path, read_job((path / JOB).read_text(encoding="utf-8")))
        except OSError as error:
            raise LabError(f"{path / JOB} cannot be read: {error.strerror or error}") from None
        except (UnicodeDecodeError, LabError) as error:
            raise LabError(f"{path / JOB} cannot be used: {error}") from None

    def done(self) -> set[int]:
        """The numbers of the parts that were played and can be read."""
        return {number for number in range(self.job.size) if self._is_whole(number)}

    def save(self, result: Result) -> None:
        """Keep a part: the table of games comes last, so that a part which has one is whole."""
        for table, content in result.tables.items():
            self.write(f"{table}/{result.number:06}.parquet", content)

    def read(self, table: str, number: int) -> Any:
        """A table of a part, as a frame of polars."""
        pl = need("polars")
        file = self.file(table, number)
        try:
            return pl.read_parquet(file, glob=False)
        except (OSError, pl.exceptions.PolarsError) as error:
            reason = str(error).strip().split("\n")[0]
            raise LabError(f"{file} cannot be read: {reason}; --resume {self.path} plays it again") from None

    def tables(self, table: str) -> Iterator[tuple[int, Any]]:
        """All parts of a table that were played, one after the other, with their numbers."""
        for number in range(self.job.size):
            if self.file(GAMES, number).exists():
                yield number, self.read(table, number)

    def file(self, table: str, number: int) -> Path:
        """Where a table of a part is."""
        return self.path / table / f"{number:06}.parquet"

    def write(self, name: str, content: bytes) -> Path:
        """Write a file whole or not at all."""
        file = self.path / name
        draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
        try:
            try:
                draft.write_bytes(content)
                draft.replace(file)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise LabError(
                f"{file} cannot be written: {error.strerror or error};"
                f" what was done is kept: make room and go on with --resume {self.path}"
            ) from None
        return file

    def size(self) -> int:
        """How many bytes the tables have."""
        return sum(file.stat().st_size for file in self.path.glob("*/*.parquet"))

    def _is_whole(self, number: int) -> bool:
        pl = need("polars")
        games = self.job.part(number).games
        for table in COLUMNS[self.job.study]:
            file = self.file(table, number)
            if not file.exists():
                return False
            try:
                rows = pl.scan_parquet(file, glob=False).select(pl.len()).collect().item()
            except (OSError, pl.exceptions.PolarsError):
                return False
            if table == GAMES and rows != games:
                return False
        return True
