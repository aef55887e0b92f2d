"""Replays: a record played again entry by entry, with every move validated."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from caponata.engine.game import SPECTATOR, Event, Game, Position
from caponata.engine.log import Log, TableError
from caponata.engine.moves import MoveError
from caponata.engine.options import OptionError, plain_options, read_options
from caponata.engine.record import Entry, Record, RecordError, Rewind, Undo
from caponata.engine.versions import version_conflict
from caponata.engine.witness import OMNISCIENT


@dataclass(frozen=True)
class ReplayStep:
    """One entry of a record, the position after it, and each viewer's events.

    `mover` is a seat, `CHANCE`, or None for a rewind. Viewers are all seats, `SPECTATOR` and `OMNISCIENT`.
    """

    entry: Entry
    mover: int | None
    position: Position
    events: Mapping[int, list[Event]]

    @property
    def text(self) -> str:
        """The entry as text: its move, or the number of the entry that it takes back."""
        match self.entry:
            case Undo():
                return f"undo {self.entry.entry}"
            case Rewind():
                return f"rewind {self.entry.entry}"
            case _:
                return self.entry.move


class Replay:
    """A record being played again. Iterating plays all entries and then checks the result."""

    def __init__(self, record: Record, game: Game) -> None:
        self.record = record
        self.game = game
        self.options = _checked_options(record, game)
        start = game.start(len(record.seats), self.options)
        self.log = Log(game, start, (*range(len(record.seats)), SPECTATOR, OMNISCIENT))

    @property
    def position(self) -> Position:
        """The position before the next entry."""
        return self.log.position

    @property
    def upcoming(self) -> Entry | None:
        """The entry that the next step plays, or None after the last."""
        done = len(self.log.entries)
        return self.record.entries[done] if done < len(self.record.entries) else None

    def __iter__(self) -> Iterator[ReplayStep]:
        while self.upcoming is not None:
            yield self.step()
        self.check_result()

    def step(self) -> ReplayStep:
        """Validate and play the next entry."""
        entry = self.upcoming
        if entry is None:
            raise RecordError("the record has no more entries")
        try:
            mover = self.log.take(entry)
        except (TableError, MoveError) as error:
            raise RecordError(str(error), entry.line, entry.number) from error
        witnesses = self.log.witnesses
        events = {viewer: witnesses.of_entry(viewer, entry.number) for viewer in witnesses.viewers}
        return ReplayStep(entry, mover, self.position.copy(), events)

    def check_result(self) -> None:
        """Raise `RecordError` if the result is missing or wrong."""
        outcome, result = self.position.outcome(), self.record.result
        line = self.record.lines.get("result")
        if outcome is None and result is not None:
            raise RecordError("the record has a result, but its moves do not end the game", line)
        if outcome is not None and result is None:
            raise RecordError("the game is over, but the record has no result", line)
        if outcome is not None and outcome != result:
            ended = f"scores {list(outcome.scores)}, places {list(outcome.places)} [{outcome.decided_by}]"
            raise RecordError(f"the result is not how the game ended: {ended}", line)


def _checked_options(record: Record, game: Game) -> Any:
    """The options of a record; raises `RecordError` if the record does not fit this version of the game."""
    lines = record.lines
    if record.game != game.name:
        raise RecordError(f"this is a record of {record.game}, not of {game.name}", lines.get("game"))
    conflict = version_conflict(game, record.rules_version, len(record.seats), record.options)
    if conflict is not None:
        theirs = f"this record follows version {record.rules_version} of the rules of {game.title}"
        raise RecordError(f"{theirs}, but {conflict}", lines.get("rules_version"))
    if len(record.seats) not in game.seats:
        raise RecordError(f"{game.title} is not a game for {len(record.seats)} seats", lines.get("seats"))
    try:
        options = read_options(game, record.options)
    except OptionError as error:
        raise RecordError(str(error), lines.get("options")) from None
    plain = plain_options(options)
    for name, value in record.options.items():
        if name not in plain or json.dumps(plain[name]) != json.dumps(value):
            written = json.dumps({name: value})
            raise RecordError(f"records do not write options as {written}", lines.get("options"))
    return options
