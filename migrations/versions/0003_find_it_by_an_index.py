"""Find it by an index. Only adds, so the code before it goes on working meanwhile.

Revision: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_INDEXES = (
    ("ix_games_running", "games", "id", "status = 'running'"),
    ("ix_games_rematch_of_id", "games", "rematch_of_id", "rematch_of_id IS NOT NULL"),
    ("ix_notifications_pending_person_id", "notifications", "person_id", "delivery = 'pending'"),
    ("ix_notifications_quarantined", "notifications", "id", "delivery = 'quarantined'"),
    ("ix_notifications_sign_in_id", "notifications", "sign_in_id", "sign_in_id IS NOT NULL"),
    ("ix_people_silent", "people", "address", "never_mail OR mailing = 'mute'"),
)
"""Name, table, column, and which rows: few beside all the mails that were sent and the games that ended."""


def upgrade() -> None:
    """Add the indexes."""
    for name, table, column, condition in _INDEXES:
        where = sa.text(condition)
        op.create_index(name, table, [column], postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    """Take them away again."""
    for name, table, _column, _condition in _INDEXES:
        op.drop_index(name, table)
