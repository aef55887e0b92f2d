"""Migrate a database to the current schema."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from caponata.store.database import Database
from caponata.store.rows import StoreTooNew

FOLDER: Final = Path(__file__).parent / "migrations"

# Alembic has one context per process, so stores that open in two threads take turns.
_turn = threading.Lock()


def migrate(database: Database) -> None:
    """Run missing migrations in one transaction; processes that open the database together take turns."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    steps = ScriptDirectory.from_config(config)
    with _turn, database.writing.begin() as connection:
        database.lock_for_migration(connection)
        revision = MigrationContext.configure(connection).get_current_revision()
        known = {step.revision for step in steps.walk_revisions()}
        if revision is not None and revision not in known:
            raise StoreTooNew(
                f"this database was made by a newer caponata (its step {revision} is unknown here): "
                "update caponata, or name another database"
            )
        if revision != steps.get_current_head():
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
