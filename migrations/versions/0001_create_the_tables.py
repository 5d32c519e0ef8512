"""Create the tables.

Revision: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=5), nullable=False),
        sa.Column("zone", sa.String(length=40), nullable=False),
        sa.Column("mailing", sa.String(length=20), nullable=False),
        sa.Column("never_mail", sa.Boolean(), nullable=False),
        sa.Column("bouncing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("holiday_until", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("address", name=op.f("uq_people_address")),
        sqlite_autoincrement=True,  # no id is given twice: ids are in links, also those of deleted rows
    )
    op.create_table(
        "relay_pauses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relay_pauses")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("pace_hours", sa.Integer(), nullable=True),
        sa.Column("first_seat_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rematch_of_id", sa.Integer(), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=True),
        sa.Column("move_count", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=True),
        sa.Column("state", sa.JSON(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name=op.f("fk_games_host_id")),
        sa.ForeignKeyConstraint(
            ["rematch_of_id"], ["games.id"], name=op.f("fk_games_rematch_of_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("key", name=op.f("uq_games_key")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_host_id"), ["host_id"], unique=False)
        batch_op.create_index(
            "ix_games_listed_open",
            ["created_at"],
            unique=False,
            postgresql_where=sa.text("listed AND status = 'open'"),
            sqlite_where=sa.text("listed AND status = 'open'"),
        )

    op.create_table(
        "moves",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("notation", sa.String(length=200), nullable=False),
        sa.Column("by", sa.String(length=20), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moves")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_moves_game_id_number")),
        sa.UniqueConstraint("game_id", "seat", "version", name=op.f("uq_moves_game_id_seat_version")),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("color", sa.String(length=10), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.String(length=10), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("muted", sa.Boolean(), nullable=False),
        sa.Column("owes_version", sa.Integer(), nullable=True),
        sa.Column("owes_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("more_time", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("resigned_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seats_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_seats_game_id_number")),
        sqlite_autoincrement=True,  # no id is given twice: ids are in links, also those of deleted rows
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_seats_due_at"),
            ["due_at"],
            unique=False,
            postgresql_where=sa.text("due_at IS NOT NULL"),
            sqlite_where=sa.text("due_at IS NOT NULL"),
        )
        batch_op.create_index(batch_op.f("ix_seats_person_id"), ["person_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_seats_remind_at"),
            ["remind_at"],
            unique=False,
            postgresql_where=sa.text("remind_at IS NOT NULL"),
            sqlite_where=sa.text("remind_at IS NOT NULL"),
        )

    op.create_table(
        "sign_ins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_sign_ins_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_sign_ins_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_ins")),
        sqlite_autoincrement=True,  # no id is given twice: ids are in links, also those of deleted rows
    )
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_sign_ins_person_id_created_at"), ["person_id", "created_at"], unique=False
        )

    op.create_table(
        "standing_orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("always_ask", sa.Boolean(), nullable=False),
        sa.Column("least_price", sa.Integer(), nullable=False),
        sa.Column("keep", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_standing_orders_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_standing_orders_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standing_orders")),
        sa.UniqueConstraint("person_id", "game_id", name=op.f("uq_standing_orders_person_id_game_id")),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("move_number", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_notices_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name=op.f("fk_notices_seat_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_notices_game_id_move_number"), ["game_id", "move_number"], unique=False
        )

    op.create_table(
        "notifications",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("sign_in_id", sa.Integer(), nullable=True),
        sa.Column("move_number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("delivery", sa.String(length=20), nullable=False),
        sa.Column("lease", sa.String(length=32), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(length=300), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_notifications_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_notifications_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name=op.f("fk_notifications_seat_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["sign_in_id"], ["sign_ins.id"], name=op.f("fk_notifications_sign_in_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
        sa.UniqueConstraint(
            "game_id",
            "move_number",
            "seat_id",
            "kind",
            "nth",
            name=op.f("uq_notifications_game_id_move_number_seat_id_kind_nth"),
        ),
        sqlite_autoincrement=True,  # no id is given twice: ids are in links, also those of deleted rows
    )
    with op.batch_alter_table("notifications", schema=None) as batch_op:
        batch_op.create_index(
            "ix_notifications_pending",
            ["due_at"],
            unique=False,
            postgresql_where=sa.text("delivery = 'pending'"),
            sqlite_where=sa.text("delivery = 'pending'"),
        )
        batch_op.create_index(batch_op.f("ix_notifications_seat_id"), ["seat_id"], unique=False)


def downgrade() -> None:
    """Undo it."""
    with op.batch_alter_table("notifications", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notifications_seat_id"))
        batch_op.drop_index(
            "ix_notifications_pending",
            postgresql_where=sa.text("delivery = 'pending'"),
            sqlite_where=sa.text("delivery = 'pending'"),
        )

    op.drop_table("notifications")
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notices_game_id_move_number"))

    op.drop_table("notices")
    op.drop_table("standing_orders")
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_ins_person_id_created_at"))

    op.drop_table("sign_ins")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(
            batch_op.f("ix_seats_remind_at"),
            postgresql_where=sa.text("remind_at IS NOT NULL"),
            sqlite_where=sa.text("remind_at IS NOT NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_seats_person_id"))
        batch_op.drop_index(
            batch_op.f("ix_seats_due_at"),
            postgresql_where=sa.text("due_at IS NOT NULL"),
            sqlite_where=sa.text("due_at IS NOT NULL"),
        )

    op.drop_table("seats")
    op.drop_table("moves")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_games_listed_open",
            postgresql_where=sa.text("listed AND status = 'open'"),
            sqlite_where=sa.text("listed AND status = 'open'"),
        )
        batch_op.drop_index(batch_op.f("ix_games_host_id"))

    op.drop_table("games")
    op.drop_table("relay_pauses")
    op.drop_table("people")
