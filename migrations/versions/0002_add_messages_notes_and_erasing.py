"""Add messages, notes, erasing and revisions. Only adds, so the code before it goes on working meanwhile.

Revision: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table and three columns."""
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("move_number", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_messages_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name="fk_messages_seat_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
    )
    op.create_index("ix_messages_game_id_move_number", "messages", ["game_id", "move_number"])
    op.add_column("games", sa.Column("revision", sa.Integer(), server_default="0", nullable=False))
    op.add_column("people", sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seats", sa.Column("notes", sa.String(length=2000), server_default="", nullable=False))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("seats", "notes")
    op.drop_column("people", "erased_at")
    op.drop_column("games", "revision")
    op.drop_table("messages")
