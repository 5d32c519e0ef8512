"""Bringing a database to the newest form: by `flask database upgrade`, or at the embedded default's start."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.database import Database

_MIGRATIONS = Path(__file__).parent.parent / "migrations"


def upgrade(database: Database, revision: str = "head") -> None:
    """Run the migrations up to a revision."""
    with database.engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def downgrade(database: Database, revision: str) -> None:
    """Run the migrations back to a revision."""
    with database.engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def is_current(database: Database) -> bool:
    """Whether the database has the newest form."""
    with database.engine.connect() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
    return revision == ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config
