"""The doors are tried on the same databases as the rest of the service; some of them on SQLite alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import database_url, postgres_template, sqlite_template, world
from tests.world import World, make_world

__all__ = ["database_url", "postgres_template", "sqlite_template", "world"]


@pytest.fixture
def home(sqlite_template: Path, tmp_path: Path) -> Iterator[World]:
    """An installation on SQLite, for what does not depend on the database."""
    file = tmp_path / "home.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    made = make_world(f"sqlite:///{file}")
    with made.app.test_request_context():
        yield made
    made.service.database.close()
