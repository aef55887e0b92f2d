"""One database behind a URL: its connections, and all in which SQLite and PostgreSQL differ."""

from __future__ import annotations

import secrets
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

import psycopg
from sqlalchemy import Connection, Engine, NullPool, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError, StatementError

READER_COUNT: Final = 4
LOCK_TIMEOUT: Final = 5.0  # seconds that SQLite waits while another process writes
# The same for PostgreSQL. Whoever is stopped or cut off in a transaction loses it a second before others, who
# wait for what it holds, would give up.
POSTGRES_TIMEOUTS: Final = (
    "-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=4s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5"
)
KEEPALIVES: Final = {"keepalives_idle": 5, "keepalives_interval": 5}  # seconds
FIRST_RETRY_DELAY: Final = 0.01
MIGRATION_LOCK: Final = 0x6361706F  # any number will do that all of us use and nobody else


def open_database(url: str) -> Database:
    """The database that a URL names; nothing is asked of it yet."""
    parsed = make_url(url)
    match parsed.get_backend_name():
        case "sqlite":
            return Sqlite(parsed)
        case "postgresql":
            return Postgres(parsed.set(drivername="postgresql+psycopg"))
        case other:
            raise ValueError(f"no store is kept in {other}: give a URL that begins with sqlite or postgresql")


class Database(ABC):
    """What both have: an engine for the one writer, and one with a few connections for readers."""

    placeholder: str  # how a statement's text marks a value
    can_autocommit_inserts = (
        False  # whether a statement on its own is as sure as a transaction, and known to fail
    )
    timeout = 15.0  # seconds until nobody waits for it any more: by then it has failed if it works at all
    timeout_when_silent = 2.0  # seconds, once it has not answered, until it does again

    def __init__(self, url: URL, timeout: Mapping[str, float]) -> None:
        connect_args = {name: value for name, value in timeout.items() if name not in url.query}
        self.writing: Engine = create_engine(url, poolclass=NullPool, connect_args=connect_args)
        self.reading: Engine = create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            pool_size=READER_COUNT,
            max_overflow=0,
            connect_args=connect_args,
        )

    def close(self) -> None:
        """Give back every connection."""
        self.writing.dispose()
        self.reading.dispose()

    @abstractmethod
    def insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that knows ON CONFLICT."""

    @abstractmethod
    def lock_for_migration(self, connection: Connection) -> None:
        """Make other processes that migrate wait until this transaction ends."""

    @abstractmethod
    def reason(self, error: BaseException) -> str | None:
        """Why the database cannot be used, for a person; None when only the thing asked for is at fault."""

    @abstractmethod
    def is_transient(self, error: BaseException) -> bool:
        """Whether a fresh connection may well succeed at once."""


class Sqlite(Database):
    """A file, or memory for tests; several processes may share the file."""

    placeholder = "?"
    can_autocommit_inserts = True
    _reasons: Final = {
        "SQLITE_FULL": "the disk is full",
        "SQLITE_BUSY": "another program keeps the database locked",
        "SQLITE_LOCKED": "another program keeps the database locked",
        "SQLITE_CANTOPEN": "the database file cannot be opened",
        "SQLITE_READONLY": "the database file cannot be written",
        "SQLITE_IOERR": "the disk reports an error",
        "SQLITE_CORRUPT": "the database file is damaged",
        "SQLITE_NOTADB": "the file is not a database",
    }

    def __init__(self, url: URL) -> None:
        in_memory = url.database in (None, "", ":memory:")
        if in_memory:  # SQLite's own way to share memory between connections; it lives while one is open
            name = f"file:/caponata-{secrets.token_hex(8)}"
            url = url.set(database=name, query={"vfs": "memdb", "uri": "true"})
        super().__init__(url, {"timeout": LOCK_TIMEOUT})
        for engine in (self.writing, self.reading):
            event.listen(engine, "connect", self._prepare)
        event.listen(self.writing, "begin", self._begin)
        self._memory = self.writing.raw_connection() if in_memory else None

    def close(self) -> None:
        if self._memory is not None:
            self._memory.close()
        super().close()

    def insert(self, table: Table) -> sqlite.Insert:
        return sqlite.insert(table)

    def lock_for_migration(self, connection: Connection) -> None:
        """A transaction of the writer holds the file's one lock from its beginning."""

    def reason(self, error: BaseException) -> str | None:
        original = driver_error(error)
        name = getattr(original, "sqlite_errorname", "")
        for prefix, reason in self._reasons.items():
            if name.startswith(prefix):
                return reason
        is_data_error = isinstance(
            original, sqlite3.IntegrityError | sqlite3.DataError | sqlite3.InterfaceError
        )
        return None if is_data_error else _generic_reason(error)

    def is_transient(self, error: BaseException) -> bool:
        return False

    @staticmethod
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver thinks
        _enable_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @staticmethod
    def _begin(connection: Connection) -> None:
        # Past SQLAlchemy's own execution, which would cost as much as the insert itself.
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute("BEGIN IMMEDIATE")


class Postgres(Database):
    """A server, shared by as many processes as like."""

    placeholder = "%s"
    _transient: Final = {
        None,
        "25P03",
        "40001",
        "40P01",
        "57P01",
        "57P02",
    }  # a lost connection, or a deadlock
    _reasons: Final = {
        "53100": "the disk of the database is full",
        "53": "the database server has no room for more",
        "57014": "the database takes too long",
        "55P03": "the database takes too long",
        "57": "the database server is being stopped or started",
        "25P03": "the server was held up while it wrote",
        "25006": "the database takes no changes at the moment",
        "28": "the database refuses the name or the password",
        "3D": "the database does not exist",
        "40": "the database is too busy",
        "08": "the database does not answer",
    }

    def __init__(self, url: URL) -> None:
        # Nobody who locks what is to be written must hold the writer for ever. What the URL wants comes last.
        url_options = url.query.get("options", ())
        options = [POSTGRES_TIMEOUTS, *([url_options] if isinstance(url_options, str) else url_options)]
        url = url.update_query_dict({"options": " ".join(options)})
        # A server that is gone without a word must not hold the writer for the minutes that TCP would wait.
        super().__init__(url, {"connect_timeout": 5, **KEEPALIVES, "tcp_user_timeout": 10_000})

    def insert(self, table: Table) -> postgresql.Insert:
        return postgresql.insert(table)

    def lock_for_migration(self, connection: Connection) -> None:
        """Others may migrate for longer than anything else may take."""
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '1min'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")

    def reason(self, error: BaseException) -> str | None:
        original = driver_error(error)
        if isinstance(original, psycopg.IntegrityError | psycopg.DataError):
            return None
        if isinstance(original, psycopg.Error):
            state = original.sqlstate or "08"
            for prefix, reason in self._reasons.items():
                if state.startswith(prefix):
                    return reason
        return _generic_reason(error)

    def is_transient(self, error: BaseException) -> bool:
        original = driver_error(error)
        return isinstance(original, psycopg.Error) and original.sqlstate in self._transient


def driver_error(error: BaseException) -> BaseException:
    """What the driver said, without what SQLAlchemy wraps around it."""
    return error.orig if isinstance(error, StatementError) and error.orig is not None else error


def _generic_reason(error: BaseException) -> str | None:
    """Errors of the database are about the database; whatever else went wrong is about what was asked for."""
    is_database_error = isinstance(
        driver_error(error), SQLAlchemyError | sqlite3.Error | psycopg.Error | OSError
    )
    return "the database reports an error" if is_database_error else None


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait by itself while another process switches too."""
    pause = FIRST_RETRY_DELAY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if pause > LOCK_TIMEOUT or not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise
            time.sleep(pause)
            pause *= 2
        else:
            return
