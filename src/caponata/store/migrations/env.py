"""What Alembic runs to migrate: the connection, its transaction and its lock are `migrate`'s."""

from alembic import context

from caponata.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
