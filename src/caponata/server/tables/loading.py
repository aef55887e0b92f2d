"""Rebuild rooms from the store: from the newest snapshot and the deeds after it, or from all deeds."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

import msgspec

from caponata.catalogue import UnknownGame, find_game
from caponata.engine.game import Game
from caponata.engine.log import ForgottenMove
from caponata.engine.options import OptionError, read_options
from caponata.engine.versions import version_conflict
from caponata.server.settings import MakeDraws
from caponata.server.tables.deeds import read_deed
from caponata.server.tables.errors import RequestRefused, store_required
from caponata.server.tables.room import Room, TableConfig
from caponata.store import Header, Row, Store

OLD_RULES: Final = "old-rules"  # code of the refusal, and reason of the end

logger = logging.getLogger("caponata.server")


class RoomLoader:
    """Creates the rooms of new tables, and rebuilds those of stored tables."""

    def __init__(self, store: Store, draws: MakeDraws) -> None:
        self._store = store
        self._draws = draws

    def new_room(self, header: Header, config: TableConfig, game: Game) -> Room:
        """Return the empty room of a table."""
        check_rules_version(header, config, game)
        try:
            options = read_options(game, config.options)
        except OptionError as error:
            raise RequestRefused(400, "bad-options", str(error)) from None
        draws = partial(self._draws, header.seed, header.table)
        return Room(header.table, header.code, game, options, config, draws)

    async def rebuild(self, table_id: str, *, whole: bool = False) -> Room:
        """Rebuild a room from its newest snapshot and log, or from the whole log."""
        with store_required():
            try:
                return await self._rebuild(table_id, whole=whole)
            except ForgottenMove:  # a move from before the snapshot was undone after it
                return await self._rebuild(table_id, whole=True)

    async def _rebuild(self, table_id: str, *, whole: bool) -> Room:
        header = await self._store.header(table_id)
        if header is None:
            raise RequestRefused(404, "no-such-table", "there is no such table")
        config = msgspec.json.decode(header.body, type=TableConfig)
        try:
            room = self.new_room(header, config, find_game(header.game))
        except UnknownGame as error:
            raise RequestRefused(410, "no-such-game", str(error)) from None
        snapshot = None if whole else await self._store.snapshot(table_id)
        if snapshot is not None:
            try:
                room.load_snapshot(snapshot[1])
            except Exception:  # written by another version of the server: the log has everything
                logger.warning(
                    "snapshot unreadable, reading the whole log: table=%s", table_id, exc_info=True
                )
                return await self._rebuild(table_id, whole=True)
        apply_rows(room, await self._store.rows(table_id, room.state.number))
        return room


def check_rules_version(header: Header, config: TableConfig, game: Game) -> None:
    """Refuse a table whose game cannot continue under the rules of this server."""
    conflict = version_conflict(game, header.rules_version, config.seats, config.options)
    if conflict is not None:
        raise RequestRefused(
            410,
            OLD_RULES,
            f"this table cannot go on: it uses version {header.rules_version} of the rules of {game.title}, "
            f"but {conflict}; a finished game can still be replayed",
        )


def apply_rows(room: Room, rows: list[Row]) -> None:
    """Apply stored rows to a room."""
    for row in rows:
        room.apply_stored_deed(read_deed(row.body), row.at, row.message)
