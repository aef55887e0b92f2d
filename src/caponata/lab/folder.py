"""The folder of a study: its job, and the parts that were played. Files are written atomically."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from caponata.lab.errors import LabError, require
from caponata.lab.part import PartResult
from caponata.lab.plan import Job, read_job
from caponata.lab.tables import GAMES, Tables

JOB: Final = "study.json"
REPORT: Final = "report.html"


class Folder:
    """A study on disk: `study.json`, and a folder of Parquet files for each of its tables."""

    def __init__(self, path: Path, job: Job) -> None:
        self.path = path
        self.job = job

    @classmethod
    def begin(cls, path: Path, job: Job, tables: Tables) -> Folder:
        """Create a folder. An existing one must be empty."""
        try:
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                hint = f"continue with --resume {path}, or " if (path / JOB).is_file() else ""
                raise LabError(f"{path} exists already: {hint}choose another name with --out")
            for table in tables:
                (path / table).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabError(f"{path} cannot be created: {error.strerror or error}") from None
        folder = cls(path, job)
        folder.write(JOB, job.text().encode())
        return folder

    @classmethod
    def open(cls, path: Path) -> Folder:
        """Open the folder of an existing study."""
        try:
            return cls(path, read_job((path / JOB).read_text(encoding="utf-8")))
        except OSError as error:
            raise LabError(f"{path / JOB} cannot be read: {error.strerror or error}") from None
        except (UnicodeDecodeError, LabError) as error:
            raise LabError(f"{path / JOB} cannot be used: {error}") from None

    def done(self, tables: Tables) -> set[int]:
        """Numbers of the parts that were played and can be read."""
        return {number for number in range(self.job.size) if self._is_whole(number, tables)}

    def save(self, result: PartResult) -> None:
        """Save a part. The table of games is written last, so a part that has one is complete."""
        for table, content in result.tables.items():
            self.write(f"{table}/{result.number:06}.parquet", content)

    def read(self, table: str, number: int) -> Any:
        """A table of a part as a polars data frame."""
        pl = require("polars")
        file = self.file(table, number)
        try:
            return pl.read_parquet(file, glob=False)
        except (OSError, pl.exceptions.PolarsError) as error:
            reason = str(error).strip().split("\n")[0]
            raise LabError(f"{file} cannot be read: {reason}; --resume {self.path} plays it again") from None

    def tables(self, table: str) -> Iterator[tuple[int, Any]]:
        """A table of every part that was played, with the number of the part."""
        for number in range(self.job.size):
            if self.file(GAMES, number).exists():
                yield number, self.read(table, number)

    def file(self, table: str, number: int) -> Path:
        """Path of a table of a part."""
        return self.path / table / f"{number:06}.parquet"

    def write(self, name: str, content: bytes) -> Path:
        """Write a file atomically."""
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
                f" finished parts are kept: free some space and continue with --resume {self.path}"
            ) from None
        return file

    def size(self) -> int:
        """Size of all tables in bytes."""
        return sum(file.stat().st_size for file in self.path.glob("*/*.parquet"))

    def _is_whole(self, number: int, tables: Tables) -> bool:
        pl = require("polars")
        games = self.job.part(number).games
        for table in tables:
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
