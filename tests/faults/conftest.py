"""The same databases as the service's tests, and mail."""

from tests.app.conftest import database_url, empty, postgres_template, sqlite_template, world
from tests.delivering import relay

__all__ = ["database_url", "empty", "postgres_template", "relay", "sqlite_template", "world"]
