"""Keep "never mail me" when an account is erased. Only adds, so the code before it goes on working meanwhile.

Revision: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "silent_inboxes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_silent_inboxes"),
    )
    op.create_index("ix_silent_inboxes_digest", "silent_inboxes", ["digest"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("silent_inboxes")
