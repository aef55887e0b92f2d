"""The store's queries, each one statement."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from sqlalchemy import Connection, Exists, and_, func, literal, or_, select

from caponata.store.rows import ENDED, OPEN, STARTED, Header, Row, Summary
from caponata.store.schema import analyses, log, people, results, snapshots, summaries, tables


def rows(connection: Connection, table: str, after: int) -> list[Row]:
    """Return the log of a table after a number, in order."""
    query = select(log).where(log.c.table_id == table, log.c.number > after).order_by(log.c.number)
    return [Row(*row) for row in connection.execute(query)]


def deed_of_message(connection: Connection, table: str, message: str) -> Row | None:
    """Return the deed of a client's request, or None."""
    query = select(log).where(log.c.table_id == table, log.c.message == message)
    row = connection.execute(query).first()
    return None if row is None else Row(*row)


def header(connection: Connection, table: str) -> Header | None:
    """Return the fixed data of a table, or None."""
    row = connection.execute(select(tables).where(tables.c.table_id == table)).first()
    return None if row is None else Header(*row)


def table_of(connection: Connection, code: str) -> str | None:
    """Return the table with a join code, or None."""
    return connection.execute(select(tables.c.table_id).where(tables.c.code == code)).scalar()


def snapshot(connection: Connection, table: str) -> tuple[int, bytes] | None:
    """Return the newest snapshot of a table and the number of its last deed, or None."""
    query = select(snapshots.c.number, snapshots.c.body).where(snapshots.c.table_id == table)
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def listed(connection: Connection, game: str | None, limit: int) -> list[Summary]:
    """Return the listed open tables, most recently changed first."""
    query = select(summaries).where(summaries.c.listed, summaries.c.status.in_(OPEN))
    if game is not None:
        query = query.join(tables).where(tables.c.game == game)
    query = query.order_by(summaries.c.changed.desc(), summaries.c.table_id).limit(limit)
    return [Summary(*row) for row in connection.execute(query)]


def unchanged(connection: Connection, before: int, limit: int) -> list[Summary]:
    """Return the open tables whose summary is older than a given time, oldest first."""
    query = select(summaries).where(summaries.c.changed < before, summaries.c.status.in_(OPEN))
    query = query.order_by(summaries.c.changed, summaries.c.table_id).limit(limit)
    return [Summary(*row) for row in connection.execute(query)]


def of_other_rules(
    connection: Connection, game: str, version: int, after: str, limit: int
) -> list[tuple[Header, Summary]]:
    """Return the open tables of a game under another version of its rules, after a table's id."""
    query = select(tables, summaries).join_from(tables, summaries)
    query = query.where(tables.c.game == game, tables.c.rules_version != version)
    query = query.where(tables.c.table_id > after, summaries.c.status.in_(OPEN))
    found = connection.execute(query.order_by(tables.c.table_id).limit(limit))
    size = len(Header._fields)
    return [(Header(*row[:size]), Summary(*row[size:])) for row in found]


def unarchived(connection: Connection, after: str, limit: int) -> list[Summary]:
    """Return closed tables that are still listed as open or have no result, after a table's id."""
    has_result = select(results.c.table_id).where(results.c.table_id == summaries.c.table_id).exists()
    is_unkept = or_(summaries.c.status.in_(OPEN), and_(~has_result, _has_deed(STARTED)))
    query = select(summaries).where(summaries.c.table_id > after, _has_deed(ENDED), is_unkept)
    return [Summary(*row) for row in connection.execute(query.order_by(summaries.c.table_id).limit(limit))]


def _has_deed(kind: str) -> Exists:
    """Condition that a table's log has a deed of a kind, written so that the partial index applies."""
    is_kind = log.c.kind == literal(kind, literal_execute=True)
    return select(log.c.number).where(log.c.table_id == summaries.c.table_id, is_kind).exists()


def tables_of(connection: Connection, person: str, limit: int) -> list[Summary]:
    """Return the tables where a person sits or sat, most recently changed first."""
    theirs = select(people.c.table_id).where(people.c.person == person)
    query = select(summaries).where(summaries.c.table_id.in_(theirs))
    query = query.order_by(summaries.c.changed.desc(), summaries.c.table_id).limit(limit)
    return [Summary(*row) for row in connection.execute(query)]


def seats_of(connection: Connection, person: str) -> dict[str, list[int]]:
    """Return the seats of a person by table."""
    seats: dict[str, list[int]] = {}
    query = select(people.c.table_id, people.c.seat).where(people.c.person == person).order_by(people.c.seat)
    for table, seat in connection.execute(query):
        seats.setdefault(table, []).append(seat)
    return seats


def last_deeds(connection: Connection, of: Sequence[str], kinds: Sequence[str]) -> dict[str, bytes]:
    """Return the last deed of one of these kinds at each table."""
    last = select(log.c.body).where(log.c.table_id == tables.c.table_id, log.c.kind.in_(kinds))
    last = last.order_by(log.c.number.desc()).limit(1)
    query = select(tables.c.table_id, last.scalar_subquery()).where(tables.c.table_id.in_(of))
    return {table: body for table, body in connection.execute(query) if body is not None}


def count(connection: Connection, statuses: Sequence[str], person: str | None) -> int:
    """Count tables with one of these statuses, of all people or of one."""
    query = select(func.count()).select_from(summaries).where(summaries.c.status.in_(statuses))
    if person is not None:
        theirs = select(people.c.table_id).where(people.c.person == person)
        query = query.where(summaries.c.table_id.in_(theirs))
    return connection.execute(query).scalar_one()


def record(connection: Connection, table: str) -> bytes | None:
    """Return the record of a finished game, or None."""
    return connection.execute(select(results.c.record).where(results.c.table_id == table)).scalar()


def replay(connection: Connection, table: str) -> bytes | None:
    """Return the replay of a finished game, or None."""
    packed = connection.execute(select(results.c.replay).where(results.c.table_id == table)).scalar()
    return None if packed is None else zlib.decompress(packed)


def analysis(connection: Connection, table: str) -> bytes | None:
    """Return the analysis of a finished game, or None."""
    return connection.execute(select(analyses.c.body).where(analyses.c.table_id == table)).scalar()
