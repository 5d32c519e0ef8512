"""The same databases as the service's tests."""

from tests.app.conftest import database_url, postgres_template, sqlite_template, world

__all__ = ["database_url", "postgres_template", "sqlite_template", "world"]
