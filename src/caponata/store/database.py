"""One database behind a URL: its connections, and the differences between SQLite and PostgreSQL."""

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
LOCK_TIMEOUT: Final = 5.0  # seconds SQLite waits while another process writes
# The same for PostgreSQL. A client that stalls inside a transaction loses it one second before other clients
# give up waiting for its locks.
POSTGRES_TIMEOUTS: Final = (
    "-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=4s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5"
)
KEEPALIVES: Final = {"keepalives_idle": 5, "keepalives_interval": 5}  # seconds
FIRST_RETRY_DELAY: Final = 0.01
MIGRATION_LOCK: Final = 0x6361706F  # any number that all caponata processes share


def open_database(url: str) -> Database:
    """Return the database of a URL, without connecting."""
    parsed = make_url(url)
    match parsed.get_backend_name():
        case "sqlite":
            return Sqlite(parsed)
        case "postgresql":
            return Postgres(parsed.set(drivername="postgresql+psycopg"))
        case other:
            raise ValueError(
                f"tables cannot be stored in {other}: use a URL that begins with sqlite or postgresql"
            )


class Database(ABC):
    """An engine for the writer, and one with a few connections for readers."""

    placeholder: str  # parameter marker in SQL text
    # whether a single statement is as safe as a transaction and reports its conflicts
    can_autocommit_inserts = False
    timeout = 15.0  # seconds after which a working database has answered or failed
    timeout_when_silent = 2.0  # seconds, after it has failed to answer once

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
        """Close all connections."""
        self.writing.dispose()
        self.reading.dispose()

    @abstractmethod
    def insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """Return an INSERT that supports ON CONFLICT."""

    @abstractmethod
    def lock_for_migration(self, connection: Connection) -> None:
        """Block other migrating processes until this transaction ends."""

    @abstractmethod
    def reason(self, error: BaseException) -> str | None:
        """Describe why the database cannot be used, or return None if only the request is at fault."""

    @abstractmethod
    def is_transient(self, error: BaseException) -> bool:
        """Return whether a retry on a new connection is likely to succeed."""


class Sqlite(Database):
    """A SQLite file, which several processes may share, or memory for tests."""

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
        if in_memory:  # SQLite's shared memory database, which exists while a connection is open
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
        """Do nothing: a write transaction holds the file's lock from its beginning."""

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
        connection.isolation_level = None  # transactions begin explicitly
        _enable_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @staticmethod
    def _begin(connection: Connection) -> None:
        # bypasses SQLAlchemy's execution, which would cost as much as the insert itself
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute("BEGIN IMMEDIATE")


class Postgres(Database):
    """A PostgreSQL server, shared by any number of processes."""

    placeholder = "%s"
    _transient: Final = {
        None,
        "25P03",
        "40001",
        "40P01",
        "57P01",
        "57P02",
    }  # lost connections and deadlocks
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
        # A lock of another client must not block the writer for ever. Options of the URL come last and win.
        url_options = url.query.get("options", ())
        options = [POSTGRES_TIMEOUTS, *([url_options] if isinstance(url_options, str) else url_options)]
        url = url.update_query_dict({"options": " ".join(options)})
        # A vanished server must not block the writer for the minutes that TCP would wait.
        super().__init__(url, {"connect_timeout": 5, **KEEPALIVES, "tcp_user_timeout": 10_000})

    def insert(self, table: Table) -> postgresql.Insert:
        return postgresql.insert(table)

    def lock_for_migration(self, connection: Connection) -> None:
        """Take the migration lock without a timeout: other migrations may take long."""
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
    """Return the driver's error inside a SQLAlchemy error."""
    return error.orig if isinstance(error, StatementError) and error.orig is not None else error


def _generic_reason(error: BaseException) -> str | None:
    """Return a general reason for a database error, or None for errors of the request."""
    is_database_error = isinstance(
        driver_error(error), SQLAlchemyError | sqlite3.Error | psycopg.Error | OSError
    )
    return "the database reports an error" if is_database_error else None


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite itself does not wait while another process switches."""
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
