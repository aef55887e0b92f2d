"""The database schema after the last migration."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()


def _of_table(*, primary_key: bool = False) -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=primary_key, nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("code", name="tables_code"),
)

log = Table(
    "log",
    metadata,
    _of_table(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("message", Text),
    UniqueConstraint("table_id", "message", name="log_message"),
)
_is_end = text("kind = 'ended'")
Index("log_ended", log.c.table_id, sqlite_where=_is_end, postgresql_where=_is_end)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

summaries = Table(
    "summaries",
    metadata,
    _of_table(primary_key=True),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("card", LargeBinary, nullable=False),
    Index("summaries_status", "status", "listed", "changed"),
)

people = Table(
    "people",
    metadata,
    _of_table(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False),
    Index("people_person", "person"),
)

results = Table(
    "results",
    metadata,
    _of_table(primary_key=True),
    Column("record", LargeBinary, nullable=False),
    Column("replay", LargeBinary, nullable=False),  # compressed by zlib
)

analyses = Table(
    "analyses",
    metadata,
    _of_table(primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
