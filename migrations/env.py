"""Alembic's entry: run the migrations on the database it is given."""

from alembic import context
from sqlalchemy import Connection

from app.models import Model

LOCK_TIMEOUT = "5s"
"""A migration that would block the service gives up instead, and is run again."""


def run(connection: Connection) -> None:
    """Migrate over this connection, all in one transaction."""
    context.configure(
        connection=connection,
        target_metadata=Model.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # to fill a column may take long
        context.run_migrations()


run(context.config.attributes["connection"])
