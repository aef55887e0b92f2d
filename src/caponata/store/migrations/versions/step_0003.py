"""An index to find closed tables quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create a partial index of `ended` deeds, which costs other deeds nothing."""
    is_end = sa.text("kind = 'ended'")
    op.create_index("log_ended", "log", ["table_id"], sqlite_where=is_end, postgresql_where=is_end)
