"""The worker's tests use the same databases as the service's."""

from tests.app.conftest import database_url, postgres_template, sqlite_template, world

__all__ = ["database_url", "postgres_template", "sqlite_template", "world"]
