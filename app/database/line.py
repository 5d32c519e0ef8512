"""A line to the database, over which several statements go in one message."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

Said = tuple[str, Mapping[str, Any]]
"""A statement in the words of the driver, and its values."""
Answer = Sequence[Sequence[Any]]
_PIPELINE = "pipeline"
_PLAN_HAS_CHANGED = "0A000"


class Line:
    """One connection of an engine, until it is closed."""

    def __init__(self, engine: Engine, give_up_all: Callable[[], None]) -> None:
        self._engine = engine
        self._give_up_all = give_up_all
        self._connection = engine.raw_connection()
        self._send = _one_by_one if engine.dialect.name == "sqlite" else _all_at_once

    def send(self, message: Sequence[Said]) -> Sequence[Answer]:
        """What is answered to each statement; after one that is refused, no other is heard.

        Nobody uses the connection after a refusal: what it has prepared may be what was wrong.
        """
        dialect = self._engine.dialect
        known: Any = dialect.loaded_dbapi.Error
        try:
            return self._send(self._connection, message)
        except known as error:
            if self._concerns_all(error):
                self._give_up_all()
            self._connection.invalidate()
            # As a session tells it: what people wrote stays out of the log.
            raise DBAPIError.instance("a message", None, error, known, True, dialect=dialect) from None
        except BaseException:
            self._connection.invalidate()
            raise

    def _concerns_all(self, error: Any) -> bool:
        """Whether the other connections are lost as well, or know statements that are no longer right."""
        lost = self._engine.dialect.is_disconnect(error, self._connection.driver_connection, None)
        return lost or getattr(error, "sqlstate", None) == _PLAN_HAS_CHANGED

    def drop(self) -> None:
        """Take back what is not committed, be it with the connection."""
        if self._connection.is_valid:
            with suppress(DBAPIError):
                self.send([("ROLLBACK", {})])

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()


def _one_by_one(connection: PoolProxiedConnection, message: Sequence[Said]) -> Sequence[Answer]:
    """For SQLite, which is in this process: there is no way to go."""
    with closing(connection.cursor()) as cursor:
        return [cursor.execute(*said).fetchall() for said in message]


def _all_at_once(connection: PoolProxiedConnection, message: Sequence[Said]) -> Sequence[Answer]:
    """For PostgreSQL: one way there and back, instead of one for each statement."""
    pipeline = connection.info.get(_PIPELINE)
    if pipeline is None:
        from app.database.pipeline import Pipeline  # not for those who only use SQLite

        driver: Any = connection.driver_connection
        pipeline = connection.info[_PIPELINE] = Pipeline(driver)
    return pipeline.send(message)
