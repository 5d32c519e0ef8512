"""A child process that dies at a chosen point, as if by kill -9: no `finally`, no rollback, no goodbye."""

import os
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Protocol

from sqlalchemy.pool import PoolProxiedConnection

from app.database import Database, line
from app.database.line import Answer, Said

DIED = 77
"""The status of a child that died where it was told to."""


class Send(Protocol):
    """A way to send a message."""

    def __call__(self, connection: PoolProxiedConnection, message: Sequence[Said]) -> Sequence[Answer]: ...


def in_child(work: Callable[[], object]) -> int:
    """Do this in a copy of our process; the status it ends with: 0, or 1 after an error, or `DIED`."""
    for thread in threading.enumerate():
        if thread.name == "wake":
            thread.join()  # what it has locked would stay locked in the child
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child touches no thread of ours
        pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    status = 1
    try:
        work()
        status = 0
    finally:
        os._exit(status)


def leave_connections(database: Database) -> None:
    """For a child: they are its parent's."""
    for engine in (database.engine, database._direct):
        engine.dispose(close=False)


def die(*_: object, **__: object) -> None:
    os._exit(DIED)


def die_at(database: Database, point: int) -> None:
    """Let this process die when the database is about to get the n-th statement of a move, be it the last.

    Each goes in a message of its own: so all that was said before has been heard.
    """
    leave_connections(database)
    said = 0

    def apart(send: Send) -> Send:
        def sent(connection: PoolProxiedConnection, message: Sequence[Said]) -> Sequence[Answer]:
            nonlocal said
            answers: list[Answer] = []
            for statement in message:
                said += 1
                if said == point:
                    die()
                answers += send(connection, [statement])
            return answers

        return sent

    line._one_by_one, line._all_at_once = apart(line._one_by_one), apart(line._all_at_once)
