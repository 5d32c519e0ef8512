"""Find what strangers left, to forget it. Only adds, so the code before it goes on working meanwhile.

Revision: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_LONG_AGO = "1970-01-01 00:00:00.000000"
_INDEXES = (
    ("ix_people_reviewed_at", "people", "reviewed_at", None),
    ("ix_games_unconfirmed", "games", "created_at", "status = 'unconfirmed'"),
    ("ix_sign_ins_expires_at", "sign_ins", "expires_at", None),
    ("ix_sign_ins_game_id", "sign_ins", "game_id", "game_id IS NOT NULL"),
    ("ix_standing_orders_game_id", "standing_orders", "game_id", "game_id IS NOT NULL"),
    ("ix_notifications_person_id", "notifications", "person_id", None),
)
"""Name, table, column, and which rows. The last three find what is deleted together with a game or person."""


def upgrade() -> None:
    """Add a column and the indexes."""
    reviewed = sa.Column("reviewed_at", sa.DateTime(timezone=True), server_default=_LONG_AGO, nullable=False)
    op.add_column("people", reviewed)
    for name, table, column, condition in _INDEXES:
        where = sa.text(condition) if condition else None
        op.create_index(name, table, [column], postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    """Take them away again."""
    for name, table, _column, _condition in reversed(_INDEXES):
        op.drop_index(name, table)
    op.drop_column("people", "reviewed_at")
