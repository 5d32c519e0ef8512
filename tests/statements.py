"""What is really said to PostgreSQL, written down by its driver."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import psycopg
from sqlalchemy import event
from sqlalchemy.pool import Pool

from app.database.line import Answer, Said
from app.database.pipeline import Pipeline

_FRAME = ("BEGIN", "COMMIT", "ROLLBACK")


class Statement(NamedTuple):
    """A statement and its values, as the driver gets them."""

    text: str
    values: Any


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """All statements meanwhile, on whichever connection; but neither pings nor a transaction's frame."""
    said: list[Statement] = []

    class Recording(psycopg.Cursor[Any]):
        def execute(self, query: Any, params: Any = None, **options: Any) -> "Recording":
            said.append(Statement(str(query), params))
            return super().execute(query, params, **options)

        def executemany(self, query: Any, params_seq: Any, **options: Any) -> None:
            said.append(Statement(str(query), params_seq[0]))
            super().executemany(query, params_seq, **options)

    def begin(connection: Any, *_: object) -> None:
        connection.cursor_factory = Recording

    def end(connection: Any, *_: object) -> None:
        if connection is not None:
            connection.cursor_factory = psycopg.Cursor

    def send(pipeline: Pipeline, message: Sequence[Said]) -> Sequence[Answer]:
        said.extend(Statement(*each) for each in message if each[0] not in _FRAME)
        return sent(pipeline, message)

    sent = Pipeline.send
    event.listen(Pool, "checkout", begin)
    event.listen(Pool, "checkin", end)
    try:
        with patch.object(Pipeline, "send", send):
            yield said
    finally:
        event.remove(Pool, "checkout", begin)
        event.remove(Pool, "checkin", end)
