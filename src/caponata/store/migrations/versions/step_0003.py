"""Tables that were closed are found quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """An index of the ends alone: it costs other deeds nothing."""
    is_end = sa.text("kind = 'ended'")
    op.create_index("log_ended", "log", ["table_id"], sqlite_where=is_end, postgresql_where=is_end)
