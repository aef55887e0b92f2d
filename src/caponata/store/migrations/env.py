"""Alembic's entry point; `migrate` provides the connection, its transaction and its lock."""

from alembic import context

from caponata.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
