"""The database, and the ways to read and write. Works the same on SQLite and PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from select import POLLIN, poll
from threading import RLock
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import Connection, ExceptionContext, create_engine, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.orm import Session

from app.database.byheart import Phrases, Row
from app.database.line import Line
from app.database.transaction import Question, Transaction

_SQLITE_PRAGMAS = (
    "journal_mode=WAL",  # readers do not wait for the writer
    "synchronous=FULL",  # an acknowledged move survives a power cut
    "busy_timeout=10000",
    "foreign_keys=ON",
)
_BEGIN = "sqlite_begin"
_SINCE = "since when there is this connection"
_BEGIN_TO_WRITE = "BEGIN IMMEDIATE"
_SQLITE_OPTIONS: dict[str, Any] = {"paramstyle": "named"}  # values by name, as PostgreSQL's driver takes them


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


_OPTIONS: dict[str, Any] = {
    "json_serializer": _json,
    "json_deserializer": msgspec.json.decode,
    "hide_parameters": True,  # what people wrote, addresses and decks must not get into a log with an error
}

_POSTGRESQL_SETTINGS = {
    # A process that was stopped in the middle of a move must not keep everybody else from the game.
    "idle_in_transaction_session_timeout": "30s",
    "lock_timeout": "10s",
    "statement_timeout": "30s",
    "timezone": "UTC",  # whatever the server's is: moments come back as they are stored
}
_POSTGRESQL_OPTIONS: dict[str, Any] = {
    "pool_size": 10,
    "pool_timeout": 10,
    "connect_args": {
        "connect_timeout": 5,
        "tcp_user_timeout": 15_000,  # milliseconds: a server that has vanished is noticed
        "keepalives_idle": 30,  # seconds: also by connections that nobody uses
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "options": " ".join(f"-c {name}={value}" for name, value in _POSTGRESQL_SETTINGS.items()),
    },
}
_DIRECT: dict[str, Any] = {
    **_POSTGRESQL_OPTIONS,
    "pool_reset_on_return": None,
    "isolation_level": "AUTOCOMMIT",
}


class Database:
    """Where the games are kept."""

    def __init__(self, url: str) -> None:
        sqlite = url.startswith("sqlite")
        self.engine = create_engine(url, **_OPTIONS, **(_SQLITE_OPTIONS if sqlite else _POSTGRESQL_OPTIONS))
        # Connections that do as they are told: nothing is begun or ended that nobody asked for.
        self._direct = self.engine if sqlite else create_engine(url, **_OPTIONS, **_DIRECT)
        if sqlite:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            for engine in (self.engine, self._direct):
                event.listen(engine, "connect", _note_age)
                event.listen(engine, "checkout", self._listen_first)
                event.listen(engine, "handle_error", self._notice_loss)
        self._writer = self.engine.execution_options(**{_BEGIN: _BEGIN_TO_WRITE})
        # SQLite lets whoever finds another one writing sleep and try again; here the threads take turns.
        self._queue = RLock() if sqlite else nullcontext()
        self._good_since = 0.0
        self._known = Phrases(self._direct.dialect)
        self._begin = _BEGIN_TO_WRITE if sqlite else "BEGIN"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session to look things up, each as it is when it is asked for."""
        with Session(self._direct, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextmanager
    def reading_much(self) -> Iterator[Session]:
        """The same for more than is wanted in memory: in one transaction, for row by row needs one."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    def ask(self, *questions: Question) -> list[list[Row]]:
        """The answers to questions known by heart, all in one message."""
        asked = [(self._known[query], values) for query, values in questions]
        line = self._line()
        try:
            answers = line.send([(known.text, known.values(values)) for known, values in asked])
        finally:
            line.close()
        return [known.rows(answer) for (known, _), answer in zip(asked, answers, strict=True)]

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back on an error.

        On SQLite it takes the write lock at once, so that it never fails half-way for a lock.
        """
        with self._queue, Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """The same without a session, for what is done very often and with few words."""
        with self._queue:
            line = self._line()
            try:
                transaction = Transaction(line, self._known, self._begin)
                yield transaction
                transaction.commit()
            except BaseException:
                line.drop()
                raise
            finally:
                line.close()

    def _line(self) -> Line:
        return Line(self._direct, self._give_up_all)

    def _give_up_all(self) -> None:
        """What is wrong with one connection is wrong with all: each is made anew when somebody takes it."""
        self._good_since = monotonic()

    def _notice_loss(self, context: ExceptionContext) -> None:
        if context.is_disconnect:
            self._give_up_all()

    def _listen_first(self, connection: Any, record: Any, _proxy: Any) -> None:
        """Whoever takes a connection hears first whether the server has said goodbye: it was restarted since.

        That costs no way there and back. While nobody asks, a server says nothing else.
        """
        ear = poll()
        ear.register(connection.fileno(), POLLIN)
        if record.info[_SINCE] < self._good_since or ear.poll(0):
            raise InvalidatePoolError

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._direct.dispose()


def _note_age(_connection: Any, record: Any) -> None:
    record.info[_SINCE] = monotonic()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions by itself: see https://docs.sqlalchemy.org, "pysqlite".
    connection.isolation_level = None
    for pragma in _SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))
