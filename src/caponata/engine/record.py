"""Records: a game as its list of moves, written as JSON with one entry per line.

Its entries are the log of a table, numbered from 1:

    {"n": 12, "by": 0, "move": "capital blue-4"}                 a seat's choice
    {"n": 13, "by": "chance", "draw": 11, "move": "modifier +4"}  a draw; its number is never used again
    {"n": 20, "by": 1, "undo": 18}                               takes back just entry 18
    {"n": 21, "by": "table", "rewind": 15}                       by consent: entry 15 and everything after it

Entries that were taken back stay in the record, marked `"cancelled": true`.
If time was kept, every entry has a time, `"at": 1700000000000`, in milliseconds since 1970 and in ascending
order. Rules do not read it; replays use it to run at the original speed.
A record holds no position: `reader` checks its form, and `Replay` plays it again and validates every move.
"""

from __future__ import annotations

import json
import os
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from caponata.engine.game import Outcome

FORMAT: Final = "caponata-record"
VERSION: Final = 1
BY_CHANCE: Final = "chance"
BY_TABLE: Final = "table"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"


class RecordError(ValueError):
    """A fault in a record, described in one sentence with its line, column or entry."""

    def __init__(
        self, sentence: str, line: int | None = None, entry: int | None = None, *, column: int | None = None
    ) -> None:
        places = [f"line {line}"] if line is not None else []
        places += [f"column {column}"] if column is not None else []
        places += [f"entry {entry}"] if entry is not None else []
        super().__init__(f"{', '.join(places)}: {sentence}" if places else sentence)
        self.line = line
        self.entry = entry


@dataclass(frozen=True)
class Seat:
    """A player at a table: a name, and "person" or the name of a bot."""

    name: str
    player: str

    def __post_init__(self) -> None:
        if any(unicodedata.category(character) == "Cc" for character in self.name + self.player):
            raise RecordError("a name contains a control character, which cannot be shown")


@dataclass(frozen=True)
class Choice:
    """A move that a seat chose."""

    number: int
    seat: int
    move: str
    cancelled: bool = field(default=False, kw_only=True)
    line: int | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class Draw:
    """A move of chance, with the number of its draw."""

    number: int
    draw: int
    move: str
    cancelled: bool = field(default=False, kw_only=True)
    line: int | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class Undo:
    """A seat takes back one of its own choices."""

    number: int
    seat: int
    entry: int
    line: int | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class Rewind:
    """An entry and everything after it is taken back because all seats agreed."""

    number: int
    entry: int
    line: int | None = field(default=None, compare=False, kw_only=True)


Entry: TypeAlias = Choice | Draw | Undo | Rewind


@dataclass(frozen=True)
class Record:
    """A recorded game: its players, options and entries.

    `seed` is None until the table is closed for good; `closed` is then "finished" or "abandoned".
    `times` has the time of every entry in milliseconds, or is None if no time was kept.
    `lines` maps the record's keys to line numbers if it was read from a file.
    """

    game: str
    rules_version: int
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    table: str
    commitment: str | None
    entropy: tuple[str, ...]
    seed: str | None
    entries: tuple[Entry, ...]
    result: Outcome | None
    closed: str | None = None
    times: tuple[int, ...] | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, kw_only=True, repr=False)

    def __post_init__(self) -> None:
        if self.times is not None and len(self.times) != len(self.entries):
            raise RecordError(
                f"{len(self.entries)} entries have {len(self.times)} times: each has one, or none"
            )


def cancelled_entries(entries: Iterable[Entry]) -> set[int]:
    """The numbers of the moves and draws that later entries take back."""
    entries = tuple(entries)
    cancelled: set[int] = set()
    for entry in entries:
        if isinstance(entry, Undo):
            cancelled.add(entry.entry)
        elif isinstance(entry, Rewind):
            cancelled.update(range(entry.entry, entry.number))
    return cancelled.intersection(entry.number for entry in entries if isinstance(entry, Choice | Draw))


def marked(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries, with those that later ones take back marked as cancelled."""
    entries = tuple(entries)
    cancelled = cancelled_entries(entries)
    return tuple(
        replace(entry, cancelled=entry.number in cancelled) if isinstance(entry, Choice | Draw) else entry
        for entry in entries
    )


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as a JSON object."""
    plain: dict[str, Any] = {"n": entry.number}
    match entry:
        case Choice():
            plain |= {"by": entry.seat, "move": entry.move}
        case Draw():
            plain |= {"by": BY_CHANCE, "draw": entry.draw, "move": entry.move}
        case Undo():
            plain |= {"by": entry.seat, "undo": entry.entry}
        case Rewind():
            plain |= {"by": BY_TABLE, "rewind": entry.entry}
    if isinstance(entry, Choice | Draw) and entry.cancelled:
        plain["cancelled"] = True
    return plain


def _timed_entries(record: Record) -> list[dict[str, Any]]:
    """The entries as JSON objects, with their times if there are any."""
    plain = [entry_json(entry) for entry in record.entries]
    if record.times is None:
        return plain
    return [entry | {"at": at} for entry, at in zip(plain, record.times, strict=True)]


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON object."""
    return {
        "rule": outcome.rule,
        "decided_by": outcome.decided_by,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        "lines": [
            [{"rule": line.rule, "reason": line.reason, "points": line.points} for line in lines]
            for lines in outcome.lines
        ],
    }


def record_json(record: Record) -> dict[str, Any]:
    """A record as a JSON object."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": dict(record.options),
        "seats": [{"name": seat.name, "player": seat.player} for seat in record.seats],
        "table": record.table,
        "commitment": record.commitment,
        "entropy": list(record.entropy),
        "seed": record.seed,
        "entries": _timed_entries(record),
        "result": None if record.result is None else outcome_json(record.result),
        "closed": record.closed,
    }


def record_text(record: Record) -> str:
    """The text of a record's file: one line per key and per entry."""
    lines: list[str] = []
    for key, value in record_json(record).items():
        if key == "entries" and value:
            rows = ",\n".join(f"    {_line(entry)}" for entry in value)
            lines.append(f'  "entries": [\n{rows}\n  ]')
        else:
            lines.append(f'  "{key}": {_line(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def save_record(record: Record, path: Path | str, *, overwrite: bool = False) -> None:
    """Write a record to a file, completely or not at all. An existing file is kept unless `overwrite`."""
    path = Path(path)
    try:
        text = record_text(record).encode()
    except UnicodeEncodeError:
        raise RecordError("a name contains an unpaired surrogate, which cannot be encoded") from None
    if not path.name:
        raise RecordError(f"'{path}' is not the name of a file")
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            with draft.open("xb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if overwrite:
                draft.replace(path)
            else:
                _move_to_new_name(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except FileExistsError:
        raise RecordError(f"{path} exists already and was left as it is: choose another name") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror or error}") from None


def _move_to_new_name(draft: Path, path: Path) -> None:
    """Move a finished draft to a new name. A hard link fails if the name exists; a rename would overwrite."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: reserve the name, then rename onto it
        path.touch(exist_ok=False)
        draft.replace(path)
