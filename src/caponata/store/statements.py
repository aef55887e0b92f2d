"""The writer's statements, built once per database because building one costs more than running it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from caponata.store.database import Database
from caponata.store.schema import analyses, log, people, results, secrets, snapshots, summaries, tables

MAX_INSERT_ROWS: Final = 500  # databases limit the number of values in a statement


class Statements:
    """All statements in the dialect of a database."""

    def __init__(self, database: Database) -> None:
        self._placeholder = database.placeholder
        self.add_table = database.insert(tables).on_conflict_do_nothing().returning(tables.c.table_id)

        snapshot = database.insert(snapshots)
        self.save_snapshot = snapshot.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"number": snapshot.excluded.number, "body": snapshot.excluded.body},
            where=snapshot.excluded.number >= snapshots.c.number,
        )
        summary = database.insert(summaries)
        changing = {column.name: column for column in summary.excluded if column.name != "table_id"}
        self.save_summary = summary.on_conflict_do_update(
            index_elements=["table_id"],
            set_=changing,
            where=summary.excluded.changed >= summaries.c.changed,
        ).returning(summaries.c.table_id)
        at_tables = people.c.table_id.in_(bindparam("at", expanding=True))
        self.people = select(people).where(at_tables)
        self.delete_people = delete(people).where(at_tables)
        self.insert_people = insert(people)

        self.save_result = database.insert(results).on_conflict_do_nothing()
        self.save_analysis = database.insert(analyses).on_conflict_do_nothing()
        self.create_secret = database.insert(secrets).on_conflict_do_nothing()
        self.secret = select(secrets.c.body).where(secrets.c.name == bindparam("secret"))

    def insert_all(self, rows: int) -> str:
        """Return SQL that inserts rows, all or none of them."""
        return _insert_sql(self._placeholder, rows)

    def insert_new(self, rows: int) -> str:
        """Return SQL that inserts the rows whose keys are free."""
        return f"{self.insert_all(rows)} ON CONFLICT DO NOTHING"

    def insert_new_returning(self, rows: int) -> str:
        """Return SQL that inserts the rows whose keys are free, and returns those keys."""
        return f"{self.insert_new(rows)} RETURNING table_id, number"


@lru_cache(maxsize=MAX_INSERT_ROWS * 2)
def _insert_sql(placeholder: str, rows: int) -> str:
    names = log.c.keys()
    row = f"({', '.join([placeholder] * len(names))})"
    values = ", ".join([row] * rows)
    return f"INSERT INTO log ({', '.join(names)}) VALUES {values}"  # noqa: S608
