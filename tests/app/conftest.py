"""The same tests on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.database import Database
from app.database.migrating import upgrade
from tests.servers.postgres import Postgres
from tests.world import World, make_world


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file, to be copied."""
    file = tmp_path_factory.mktemp("template") / "cacao.sqlite"
    _migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgres_template(postgres: Postgres) -> str:
    """A migrated PostgreSQL database, to be copied."""
    url = postgres.fresh_database()
    _migrate(url)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database with all tables."""
    if request.param == "sqlite":
        file = tmp_path / "cacao.sqlite"
        file.write_bytes(request.getfixturevalue("sqlite_template").read_bytes())
        yield f"sqlite:///{file}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url = server.fresh_database(template=request.getfixturevalue("postgres_template"))
        yield url
        server.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without tables."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path / 'empty.sqlite'}")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        database = Database(server.fresh_database())
    yield database
    database.close()


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """An installation with nobody in it yet."""
    made = make_world(database_url)
    with made.app.test_request_context():
        yield made
    made.service.database.close()


def _migrate(url: str) -> None:
    database = Database(url)
    upgrade(database)
    with database.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
