"""A fresh installation for a test: on both kinds of database, or on SQLite where that does not matter."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.database import Database
from app.database.migrating import upgrade
from tests.servers.postgres import Postgres
from tests.world import World, make_world

Installed = Callable[..., World]


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


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A fresh SQLite database with all tables."""
    file = tmp_path / "cacao.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    return f"sqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A fresh database with all tables."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_url")
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


@pytest.fixture
def installed(sqlite_url: str) -> Iterator[Installed]:
    """Makes an installation on SQLite with settings of its own: `installed(proxy_hops=1)`."""
    with ExitStack() as installations:

        def install(**settings: object) -> World:
            made = make_world(sqlite_url, **settings)
            installations.callback(made.service.database.close)
            return made

        yield install


@pytest.fixture
def home(installed: Installed) -> Iterator[World]:
    """An installation on SQLite, for what does not depend on the database."""
    made = installed()
    with made.app.test_request_context():
        yield made


def _migrate(url: str) -> None:
    database = Database(url)
    upgrade(database)
    with database.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
