"""Bringing a database to the newest form: by `flask database upgrade`, or at the embedded default's start."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from app.database import Database

_MIGRATIONS = Path(__file__).parents[2] / "migrations"


class MigrationError(Exception):
    """Why the database does not get its newest form; one line."""


def upgrade(database: Database, revision: str = "head") -> None:
    """Run the migrations up to a revision."""
    try:
        with database.engine.begin() as connection:
            command.upgrade(config(connection), revision)
    except DBAPIError as error:
        reason, *_ = str(error.orig).splitlines() or [type(error).__name__]
        raise MigrationError(f"The database does not get its newest form: {reason}") from error


def downgrade(database: Database, revision: str) -> None:
    """Run the migrations back to a revision."""
    with database.engine.begin() as connection:
        command.downgrade(config(connection), revision)


def config(connection: Connection) -> Config:
    """Alembic's settings, for this connection."""
    made = Config()
    made.set_main_option("script_location", str(_MIGRATIONS))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made
