"""The database: one engine, and the two ways to open a session. Works the same on SQLite and PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import RLock
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Select, create_engine, event
from sqlalchemy.orm import Session

_SQLITE_PRAGMAS = (
    "journal_mode=WAL",  # readers do not wait for the writer
    "synchronous=FULL",  # an acknowledged move survives a power cut
    "busy_timeout=10000",
    "foreign_keys=ON",
)
_BEGIN = "sqlite_begin"
_SQLITE_OPTIONS: dict[str, Any] = {"paramstyle": "named"}  # values by name, as PostgreSQL's driver takes them
_OPTIONS: dict[str, Any] = {
    "hide_parameters": True,  # what people wrote, addresses and decks must not get into a log with an error
}

_POSTGRESQL_SETTINGS = {
    # A process that was stopped in the middle of a move must not keep everybody else from the game.
    "idle_in_transaction_session_timeout": "30s",
    "lock_timeout": "10s",
    "statement_timeout": "30s",
}
_POSTGRESQL_OPTIONS: dict[str, Any] = {
    "pool_size": 10,
    "pool_pre_ping": True,  # a restarted server costs nobody a request
    "pool_timeout": 10,
    "connect_args": {
        "connect_timeout": 5,
        "tcp_user_timeout": 15_000,  # milliseconds: a server that has vanished is noticed
        "options": " ".join(f"-c {name}={value}" for name, value in _POSTGRESQL_SETTINGS.items()),
    },
}
_GLANCING: dict[str, Any] = {
    **_POSTGRESQL_OPTIONS,
    "pool_size": 4,
    "pool_pre_ping": False,
    "pool_reset_on_return": None,
    "isolation_level": "AUTOCOMMIT",
}


Query: TypeAlias = Select[*tuple[Any, ...]]


class Database:
    """Where the games are kept."""

    def __init__(self, url: str) -> None:
        sqlite = url.startswith("sqlite")
        self.engine = create_engine(url, **_OPTIONS, **(_SQLITE_OPTIONS if sqlite else _POSTGRESQL_OPTIONS))
        if sqlite:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        self._writer = self.engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        # SQLite lets whoever finds another one writing sleep and try again; here the threads take turns.
        self._queue = RLock() if sqlite else nullcontext()
        self._by_heart: dict[Query, str] = {}
        self._glancer = self.engine if sqlite else create_engine(url, **_OPTIONS, **_GLANCING)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session to look things up; whatever it would change is dropped."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    def glance(self, query: Query, **values: object) -> tuple[Any, ...] | None:
        """One row by one statement that is known by heart: nothing is built, begun or pinged for it."""
        if query not in self._by_heart:
            self._by_heart[query] = str(query.compile(dialect=self._glancer.dialect))
        try:
            return _glance(self._glancer, self._by_heart[query], values)
        except self._glancer.dialect.loaded_dbapi.Error:  # the server was restarted: once more, with a ping
            return _glance(self.engine, self._by_heart[query], values)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back on an error.

        On SQLite it takes the write lock at once, so that it never fails half-way for a lock.
        """
        with self._queue, Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._glancer.dispose()


def _glance(engine: Engine, statement: str, values: dict[str, object]) -> tuple[Any, ...] | None:
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(statement, values)
        found: tuple[Any, ...] | None = cursor.fetchone()
        return found
    except BaseException:
        connection.invalidate()
        raise
    finally:
        connection.close()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions by itself: see https://docs.sqlalchemy.org, "pysqlite".
    connection.isolation_level = None
    for pragma in _SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))
