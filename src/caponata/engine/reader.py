"""Read records: check their whole form and report errors with line numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from caponata.engine.fields import Fields, line_numbers, parse_json, quote
from caponata.engine.game import MOST_SEATS, Outcome, ScoreLine
from caponata.engine.record import (
    ABANDONED,
    BY_CHANCE,
    BY_TABLE,
    FINISHED,
    FORMAT,
    VERSION,
    Choice,
    Draw,
    Entry,
    Record,
    RecordError,
    Rewind,
    Seat,
    Undo,
    cancelled_entries,
)

KEYS: Final = (
    *("format", "version", "game", "rules_version", "options", "seats"),
    *("table", "commitment", "entropy", "seed", "entries", "result", "closed"),
)


def load_record(path: Path | str) -> Record:
    """Read a record from a file."""
    try:
        return read_record(Path(path).read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a record: it is not UTF-8 text") from None


def read_record(text: str) -> Record:
    """Read a record from a text."""
    document = parse_json(text)
    if not isinstance(document, dict):
        raise RecordError("this is not a record: it is not a JSON object", 1)
    lines, entry_lines = line_numbers(text, "entries")
    if document.get("format") != FORMAT:
        raise RecordError(f'this is not a record: "format" is not "{FORMAT}"', lines.get("format", 1))
    _check_version(document.get("version"), lines.get("version", 1))
    header = Fields("the record", document, KEYS, lines=lines)
    seats = tuple(
        Seat(seat.text("name"), seat.text("player")) for seat in header.objects("seats", ("name", "player"))
    )
    if not 0 < len(seats) <= MOST_SEATS:
        header.fail("seats", f"a record has 1 to {MOST_SEATS} seats, not {len(seats)}")
    return Record(
        game=header.text("game"),
        rules_version=header.number("rules_version"),
        options=header.mapping("options"),
        seats=seats,
        table=header.text("table"),
        commitment=header.hash("commitment"),
        entropy=_entropy(header, len(seats)),
        seed=header.hash("seed"),
        entries=_entries(header.items("entries"), entry_lines, len(seats)),
        result=_outcome(header, len(seats)),
        closed=_closed(header),
        times=_times(header.items("entries"), entry_lines),
        lines=lines,
    )


def _closed(header: Fields) -> str | None:
    """How the table was closed; must be consistent with the seed and the result."""
    closed = header.one_of("closed", (None, FINISHED, ABANDONED))
    if closed is None and header.plain["seed"] is not None:
        header.fail("closed", "a table that is not closed does not reveal its seed")
    if closed is not None and header.plain["seed"] is None and header.plain["commitment"] is not None:
        header.fail("closed", "a closed table reveals its seed")
    if (closed == FINISHED) != (header.plain["result"] is not None) and closed is not None:
        header.fail("closed", "a finished game has a result, and an abandoned one has none")
    return closed


def _check_version(version: object, line: int) -> None:
    if type(version) is not int or version < 1:
        raise RecordError(f'"version" must be a whole number from 1 on, not {quote(version)}', line)
    if version > VERSION:
        newer = f"this record is of version {version}, and this caponata reads up to version {VERSION}"
        raise RecordError(f"{newer}: a newer caponata is needed", line)


def _entropy(header: Fields, seats: int) -> tuple[str, ...]:
    values = header.items("entropy")
    if not all(isinstance(value, str) for value in values):
        header.fail("entropy", '"entropy" must be a list of texts')
    if header.plain["commitment"] is None:
        if values or header.plain["seed"] is not None:
            header.fail("commitment", 'a record without "commitment" has neither "entropy" nor "seed"')
    elif len(values) != seats:
        header.fail("entropy", f'"entropy" must have a text for each of {seats} seats, not {len(values)}')
    return tuple(values)


def _outcome(header: Fields, seats: int) -> Outcome | None:
    plain = header.plain["result"]
    if plain is None:
        return None
    line = header.lines.get("result")
    result = Fields('"result"', plain, ("rule", "decided_by", "scores", "places", "lines"), line=line)
    score_tables = result.items("lines")
    if len(score_tables) != seats or not all(isinstance(rows, list) for rows in score_tables):
        result.fail("lines", f'"lines" must be a list of {seats} lists')
    return Outcome(
        rule=result.text("rule"),
        scores=result.numbers("scores", seats),
        places=result.numbers("places", seats),
        lines=tuple(tuple(_score_line(row, line) for row in rows) for rows in score_tables),
        decided_by=result.text("decided_by"),
    )


def _score_line(plain: object, line: int | None) -> ScoreLine:
    row = Fields("a score line", plain, ("rule", "reason", "points"), line=line)
    return ScoreLine(row.text("rule"), row.text("reason"), row.number("points"))


def _entries(plain: Sequence[Any], lines: Sequence[int], seats: int) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    draws = 0
    cancelled: set[int] = set()
    for number, (fields, line) in enumerate(zip(plain, lines, strict=True), start=1):
        _check_entry(fields, number, line, seats)
        entry = read_entry(fields, line)
        if isinstance(entry, Draw):
            draws += 1
            if entry.draw != draws:
                raise RecordError(f"draw {draws} is next, not draw {entry.draw}", line, number)
        elif not isinstance(entry, Choice):
            _check_target(entry, entries, cancelled)
            cancelled.update(range(entry.entry, number) if isinstance(entry, Rewind) else [entry.entry])
        entries.append(entry)
    _check_marks(entries)
    return tuple(entries)


def read_entry(plain: Mapping[str, Any], line: int | None = None) -> Entry:
    """Read an entry of a log that is known to be well-formed, such as one from a store."""
    number, by, cancelled = plain["n"], plain["by"], plain.get("cancelled", False)
    match _kind(plain):
        case "draw":
            return Draw(number, plain["draw"], plain["move"], cancelled=cancelled, line=line)
        case "undo":
            return Undo(number, by, plain["undo"], line=line)
        case "rewind":
            return Rewind(number, plain["rewind"], line=line)
        case _:
            return Choice(number, by, plain["move"], cancelled=cancelled, line=line)


def _kind(plain: object) -> str:
    """The key that only entries of one kind have."""
    present: Mapping[str, Any] = plain if isinstance(plain, dict) else {}
    return next((key for key in ("draw", "undo", "rewind") if key in present), "move")


def _check_entry(plain: object, number: int, line: int, seats: int) -> None:
    """Raise `RecordError` unless an entry is well-formed and the next one of its log."""
    kind = _kind(plain)
    keys = ("n", "by", "draw", "move") if kind == "draw" else ("n", "by", kind)
    optional = ("cancelled", "at") if "move" in keys else ("at",)
    fields = Fields("the entry", plain, keys, optional=optional, line=line, entry=number)
    if fields.number("n") != number:
        fields.fail("n", f'entry {number} is next, but "n" is {fields.number("n")}')
    by = fields.plain["by"]
    expected = {"draw": BY_CHANCE, "rewind": BY_TABLE}.get(kind)
    if expected is not None and by != expected:
        fields.fail("by", f'a {kind} is by "{expected}", not by {quote(by)}')
    if expected is None and (type(by) is not int or not 0 <= by < seats):
        fields.fail("by", f'"by" must be a seat from 0 to {seats - 1}, not {quote(by)}')
    cancelled = fields.plain.get("cancelled", False)
    if type(cancelled) is not bool:
        fields.fail("cancelled", '"cancelled" must be true or false')
    if kind != "move":
        fields.number(kind)
    if "move" in keys:
        fields.text("move")


def _times(plain: Sequence[Mapping[str, Any]], lines: Sequence[int]) -> tuple[int, ...] | None:
    """Times of the entries: all of them have one, or none has."""
    timed = sum("at" in entry for entry in plain)
    if timed == 0:
        return None
    times: list[int] = []
    for number, (entry, line) in enumerate(zip(plain, lines, strict=True), start=1):
        at = entry.get("at")
        if "at" not in entry:
            others = f"{timed} of {len(plain)} entries"
            raise RecordError(f'the entry has no time "at", and {others} have one', line, number)
        if type(at) is not int or at < 0:
            raise RecordError(f'"at" must be a whole number of milliseconds, not {quote(at)}', line, number)
        if times and at < times[-1]:
            raise RecordError(
                f"the entry was made at {at}, before the one above it, at {times[-1]}", line, number
            )
        times.append(at)
    return tuple(times)


def _check_target(entry: Undo | Rewind, before: Sequence[Entry], cancelled: set[int]) -> None:
    """Raise `RecordError` unless an undo or rewind names a choice that was not taken back before."""
    target = before[entry.entry - 1] if 0 < entry.entry <= len(before) else None
    is_valid = isinstance(target, Choice) and target.number not in cancelled
    whose = "a seat's choice"
    if isinstance(entry, Undo):
        whose = f"a choice of seat {entry.seat}"
        is_valid = is_valid and isinstance(target, Choice) and target.seat == entry.seat
    if not is_valid:
        raise RecordError(f"entry {entry.entry} is not {whose} that still stands", entry.line, entry.number)


def _check_marks(entries: Sequence[Entry]) -> None:
    """Check that exactly the entries that were taken back are marked as cancelled."""
    cancelled = cancelled_entries(entries)
    for entry in entries:
        if isinstance(entry, Choice | Draw) and entry.cancelled != (entry.number in cancelled):
            wrong = "is marked cancelled, but nothing takes it back"
            missing = "is taken back later, but not marked cancelled"
            raise RecordError(f"the entry {wrong if entry.cancelled else missing}", entry.line, entry.number)
