"""The worker's tests use the same databases as the service's, and mail."""

from tests.app.conftest import database_url, postgres_template, sqlite_template, world
from tests.delivering import relay

__all__ = ["database_url", "postgres_template", "relay", "sqlite_template", "world"]
