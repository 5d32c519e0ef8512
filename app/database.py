"""The database: one engine, and the two ways to open a session. Works the same on SQLite and PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.orm import Session

_SQLITE_PRAGMAS = (
    "journal_mode=WAL",  # readers do not wait for the writer
    "synchronous=FULL",  # an acknowledged move survives a power cut
    "busy_timeout=10000",
    "foreign_keys=ON",
)
_BEGIN = "sqlite_begin"


class Database:
    """Where the games are kept."""

    def __init__(self, url: str) -> None:
        sqlite = url.startswith("sqlite")
        options: dict[str, Any] = {} if sqlite else {"pool_pre_ping": True, "pool_size": 10}
        self.engine = create_engine(url, **options)
        if sqlite:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        self._writer = self.engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session to look things up; whatever it would change is dropped."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back on an error.

        On SQLite it takes the write lock at once, so that it never fails half-way for a lock.
        """
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions by itself: see https://docs.sqlalchemy.org, "pysqlite".
    connection.isolation_level = None
    for pragma in _SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))
