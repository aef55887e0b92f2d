"""Records: a game as its list of moves, written as JSON with one entry a line.

Its entries are the log of a table, numbered from 1:

    {"n": 12, "by": 0, "move": "capital blue-4"}                 a seat's choice
    {"n": 13, "by": "chance", "draw": 11, "move": "modifier +4"}  a draw; its number is never used again
    {"n": 20, "by": 1, "undo": 18}                               takes back just entry 18
    {"n": 21, "by": "table", "rewind": 15}                       by consent: entry 15 and all after it

What was taken back stays and is marked `"cancelled": true`; it never comes to life again.
Where a clock was kept, every entry also says when it was made, `"at": 1700000000000`: milliseconds since
1970, none before the one above it. Rules do not read it; a replay runs as fast as the game was played.
A record holds no position: `reader` checks its form, and `Replay` plays it again and judges every move.
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
    """What is wrong with a record, in one sentence that names the line or the entry."""

    def __init__(self, sentence: str, line: int | None = None, entry: int | None = None) -> None:
        places = [f"line {line}"] if line is not None else []
        places += [f"entry {entry}"] if entry is not None else []
        super().__init__(f"{', '.join(places)}: {sentence}" if places else sentence)
        self.line = line
        self.entry = entry


@dataclass(frozen=True)
class Seat:
    """Who sits at a table: a name, and what plays (a person, or a bot by its name)."""

    name: str
    player: str

    def __post_init__(self) -> None:
        if any(unicodedata.category(sign) == "Cc" for sign in self.name + self.player):
            raise RecordError("a name holds a control code, which cannot be shown")


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
    """A seat takes back a choice of its own, and nothing else."""

    number: int
    seat: int
    entry: int
    line: int | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class Rewind:
    """By consent, an entry and everything after it is taken back."""

    number: int
    entry: int
    line: int | None = field(default=None, compare=False, kw_only=True)


Entry: TypeAlias = Choice | Draw | Undo | Rewind


@dataclass(frozen=True)
class Record:
    """A game from its first draw on; `seed` is None until the table is closed for good.

    `closed` says how that was: the game was `finished`, or `abandoned` before its end.

    `times` has the moment of every entry in milliseconds; it is None where nobody kept a clock.

    `lines` tells on which lines of its file the record's keys stand, if it was read from one.
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
    gone: set[int] = set()
    for entry in entries:
        if isinstance(entry, Undo):
            gone.add(entry.entry)
        elif isinstance(entry, Rewind):
            gone.update(range(entry.entry, entry.number))
    return gone.intersection(entry.number for entry in entries if isinstance(entry, Choice | Draw))


def marked(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries with those marked that later ones take back."""
    entries = tuple(entries)
    gone = cancelled_entries(entries)
    return tuple(
        replace(entry, cancelled=entry.number in gone) if isinstance(entry, Choice | Draw) else entry
        for entry in entries
    )


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as JSON says it."""
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
    """The entries, each with its time if they have any."""
    plain = [entry_json(entry) for entry in record.entries]
    if record.times is None:
        return plain
    return [entry | {"at": at} for entry, at in zip(plain, record.times, strict=True)]


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON says it."""
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
    """A record as JSON says it."""
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
    """A record as the text of its file: a line for each key, and for each entry."""
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
    """Write a record to a file, whole or not at all; a file that exists stays unless told otherwise."""
    path = Path(path)
    try:
        text = record_text(record).encode()
    except UnicodeEncodeError:
        raise RecordError("a name holds half a character, which cannot be written") from None
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
                _put_new(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except FileExistsError:
        raise RecordError(f"{path} exists already and was left as it is: choose another name") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror or error}") from None


def _put_new(draft: Path, path: Path) -> None:
    """Give a finished draft its name, which must be free: a link fails where a rename overwrites."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: reserve the name, then rename onto it
        path.touch(exist_ok=False)
        draft.replace(path)
