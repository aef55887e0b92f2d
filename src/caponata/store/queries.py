"""What can be asked of the store, each question one statement."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from sqlalchemy import Connection, Exists, and_, func, literal, or_, select

from caponata.store.rows import ENDED, OPEN, STARTED, Header, Row, Summary
from caponata.store.schema import analyses, log, people, results, snapshots, summaries, tables


def rows(connection: Connection, table: str, after: int) -> list[Row]:
    """The log of a table after a number, in order."""
    query = select(log).where(log.c.table_id == table, log.c.number > after).order_by(log.c.number)
    return [Row(*row) for row in connection.execute(query)]


def deed_of_message(connection: Connection, table: str, message: str) -> Row | None:
    """The deed that a client's message brought about."""
    query = select(log).where(log.c.table_id == table, log.c.message == message)
    row = connection.execute(query).first()
    return None if row is None else Row(*row)


def header(connection: Connection, table: str) -> Header | None:
    """What never changes of a table."""
    row = connection.execute(select(tables).where(tables.c.table_id == table)).first()
    return None if row is None else Header(*row)


def table_of(connection: Connection, code: str) -> str | None:
    """The table with a join code."""
    return connection.execute(select(tables.c.table_id).where(tables.c.code == code)).scalar()


def snapshot(connection: Connection, table: str) -> tuple[int, bytes] | None:
    """The newest snapshot of a table, with the number of the last deed in it."""
    query = select(snapshots.c.number, snapshots.c.body).where(snapshots.c.table_id == table)
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def listed(connection: Connection, game: str | None, limit: int) -> list[Summary]:
    """The tables that anybody may find, those changed last first."""
    query = select(summaries).where(summaries.c.listed, summaries.c.status.in_(OPEN))
    if game is not None:
        query = query.join(tables).where(tables.c.game == game)
    query = query.order_by(summaries.c.changed.desc(), summaries.c.table_id).limit(limit)
    return [Summary(*row) for row in connection.execute(query)]


def unchanged(connection: Connection, before: int, limit: int) -> list[Summary]:
    """The open tables whose summary did not change since a moment, the oldest first."""
    query = select(summaries).where(summaries.c.changed < before, summaries.c.status.in_(OPEN))
    query = query.order_by(summaries.c.changed, summaries.c.table_id).limit(limit)
    return [Summary(*row) for row in connection.execute(query)]


def unarchived(connection: Connection, after: str, limit: int) -> list[Summary]:
    """The closed tables that are listed as open, or whose game has no result, after a table's id."""
    has_result = select(results.c.table_id).where(results.c.table_id == summaries.c.table_id).exists()
    is_unkept = or_(summaries.c.status.in_(OPEN), and_(~has_result, _has_deed(STARTED)))
    query = select(summaries).where(summaries.c.table_id > after, _has_deed(ENDED), is_unkept)
    return [Summary(*row) for row in connection.execute(query.order_by(summaries.c.table_id).limit(limit))]


def _has_deed(kind: str) -> Exists:
    """Whether a table's log has a deed of a kind, said in a way that an index of this kind can be used."""
    is_kind = log.c.kind == literal(kind, literal_execute=True)
    return select(log.c.number).where(log.c.table_id == summaries.c.table_id, is_kind).exists()


def tables_of(connection: Connection, person: str, limit: int) -> list[Summary]:
    """The tables where a person sits or sat, those changed last first."""
    theirs = select(people.c.table_id).where(people.c.person == person)
    query = select(summaries).where(summaries.c.table_id.in_(theirs))
    query = query.order_by(summaries.c.changed.desc(), summaries.c.table_id).limit(limit)
    return [Summary(*row) for row in connection.execute(query)]


def seats_of(connection: Connection, person: str) -> dict[str, list[int]]:
    """The seats of a person, by table."""
    seats: dict[str, list[int]] = {}
    query = select(people.c.table_id, people.c.seat).where(people.c.person == person).order_by(people.c.seat)
    for table, seat in connection.execute(query):
        seats.setdefault(table, []).append(seat)
    return seats


def last_deeds(connection: Connection, of: Sequence[str], kinds: Sequence[str]) -> dict[str, bytes]:
    """The last deed of one of these kinds at each of these tables."""
    last = select(log.c.body).where(log.c.table_id == tables.c.table_id, log.c.kind.in_(kinds))
    last = last.order_by(log.c.number.desc()).limit(1)
    query = select(tables.c.table_id, last.scalar_subquery()).where(tables.c.table_id.in_(of))
    return {table: body for table, body in connection.execute(query) if body is not None}


def count(connection: Connection, statuses: Sequence[str], person: str | None) -> int:
    """How many tables have one of these statuses, of all or of those where a person sits."""
    query = select(func.count()).select_from(summaries).where(summaries.c.status.in_(statuses))
    if person is not None:
        theirs = select(people.c.table_id).where(people.c.person == person)
        query = query.where(summaries.c.table_id.in_(theirs))
    return connection.execute(query).scalar_one()


def record(connection: Connection, table: str) -> bytes | None:
    """The record of a finished game."""
    return connection.execute(select(results.c.record).where(results.c.table_id == table)).scalar()


def replay(connection: Connection, table: str) -> bytes | None:
    """The replay of a finished game."""
    packed = connection.execute(select(results.c.replay).where(results.c.table_id == table)).scalar()
    return None if packed is None else zlib.decompress(packed)


def analysis(connection: Connection, table: str) -> bytes | None:
    """The analysis of a finished game."""
    return connection.execute(select(analyses.c.body).where(analyses.c.table_id == table)).scalar()
