"""A child process that dies at a chosen point, as if by kill -9: no `finally`, no rollback, no goodbye."""

import os
import threading
import warnings
from collections.abc import Callable

from sqlalchemy import event

from app.database import Database

DIED = 77
"""The status of a child that died where it was told to."""


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


def die(*_: object, **__: object) -> None:
    os._exit(DIED)


def die_at(database: Database, point: int) -> None:
    """Let this process die when the database is about to get its n-th command, commits included."""
    database.engine.dispose(close=False)  # the connections are our parent's
    commands = 0

    def count(*_: object) -> None:
        nonlocal commands
        commands += 1
        if commands == point:
            die()

    for name in ("before_cursor_execute", "commit"):
        event.listen(database.engine, name, count)
        event.listen(database._writer, name, count)
