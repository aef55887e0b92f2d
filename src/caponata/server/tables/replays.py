"""Records and replays, made from a table's log in worker processes."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec

from caponata.catalogue import find_game
from caponata.engine.frames import replay_json
from caponata.engine.reader import read_record
from caponata.engine.record import Entry, marked, record_text
from caponata.server.tables.deeds import entries_of, read_deed, read_entries
from caponata.server.workers import LOWEST_PRIORITY, NICENESS, OpenWorkers


class GameLog(NamedTuple):
    """The input for a table's record and replays: a record without entries, and the table's log."""

    game: str
    head: str
    log: list[tuple[int, bytes]]


def replays_from_log(game_log: GameLog, viewers: Sequence[int]) -> tuple[str, dict[int, bytes]]:
    """Return the record of a table as text, and its replay as JSON by viewer."""
    entries: list[Entry] = []
    times: list[int] = []
    for at, body in game_log.log:
        for entry in read_entries(entries_of(read_deed(body))):
            entries.append(entry)
            times.append(at)
    record = replace(read_record(game_log.head), entries=marked(entries), times=tuple(times))
    replays = replay_json(record, find_game(game_log.game), viewers)
    return record_text(record), {viewer: msgspec.json.encode(each) for viewer, each in replays.items()}


def packed_replays(game_log: GameLog, viewers: Sequence[int]) -> tuple[str, bytes]:
    """Return the record of a table, and one zlib-compressed JSON object with its replays by viewer."""
    text, replays = replays_from_log(game_log, viewers)
    packed = msgspec.json.encode({str(viewer): msgspec.Raw(body) for viewer, body in replays.items()})
    return text, zlib.compress(packed)


class ReplayWorkers:
    """One process that archives games, and one that makes replays on request."""

    def __init__(self, open_workers: OpenWorkers) -> None:
        self._archive_worker = open_workers(1, LOWEST_PRIORITY)
        self._replay_worker = open_workers(1, NICENESS)

    async def packed_replays(self, game_log: GameLog, viewers: Sequence[int]) -> tuple[str, bytes]:
        """Return the record and the packed replays of a table, at the lowest priority."""
        return await self._archive_worker.run(packed_replays, game_log, list(viewers))

    async def replay(self, game_log: GameLog, viewer: int) -> tuple[str, bytes]:
        """Return the record and the replay for one viewer, who is waiting for it."""
        text, replays = await self._replay_worker.run(replays_from_log, game_log, [viewer])
        return text, replays[viewer]

    def close(self) -> None:
        """Shut down both processes."""
        self._archive_worker.close()
        self._replay_worker.close()
