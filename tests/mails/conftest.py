"""One mail of each kind, composed as the worker does it: in an app context, without a request."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.database import Database
from app.database.migrating import upgrade
from tests.mails.postbox import Postbox
from tests.world import make_world


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A migrated SQLite file, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "cacao.sqlite"
    database = Database(f"sqlite:///{file}")
    upgrade(database)
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return file.read_bytes()


@pytest.fixture
def post(tmp_path: Path, empty_database: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Postbox]:
    """An installation and its mails; its clock stands still."""
    file = tmp_path / "cacao.sqlite"
    file.write_bytes(empty_database)
    world = make_world(f"sqlite:///{file}")
    monkeypatch.setattr("app.clock.now", lambda: world.now)
    yield Postbox(world)
    world.service.database.close()
