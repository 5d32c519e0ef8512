"""Say whom a mail is about. Only adds, so the code before it goes on working meanwhile.

Revision: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ABOUT = "ix_notifications_about_id"


def upgrade() -> None:
    """Add a column, and an index to find it by when somebody is forgotten."""
    about = sa.Column("about_id", sa.Integer(), sa.ForeignKey("people.id"))
    op.add_column("notifications", about, inline_references=True)  # SQLite cannot add it afterwards
    where = sa.text("about_id IS NOT NULL")
    op.create_index(_ABOUT, "notifications", ["about_id"], postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    """Take them away again; SQLite makes a new table for it."""
    op.drop_index(_ABOUT, "notifications")
    with op.batch_alter_table("notifications") as table:
        table.drop_column("about_id")
