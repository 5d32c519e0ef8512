"""PostgreSQL: a cluster of its own, with databases made in a moment."""

import itertools
import os
import pwd
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psycopg
from psycopg import sql

from tests.servers.processes import HOST, Server, find_binary, free_port, run_as, scratch_folder

FAST = ("fsync=off", "full_page_writes=off")
"""Nothing has to outlive a power cut; a commit still outlives the kill of the process."""


def binary(name: str) -> str:
    """A program of PostgreSQL, the newest; Debian keeps them off the PATH."""
    return find_binary(name, folders=sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version)[::-1])


def _version(folder: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", folder.parent.name)]


def server_user() -> str | None:
    """Whom to run it as: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return None
    return "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else "nobody"


def connect(port: int) -> psycopg.Connection:
    """A connection for what administrators do."""
    return psycopg.connect(host=HOST, port=port, user="postgres", dbname="postgres", autocommit=True)


def _answer(port: int) -> None:
    with connect(port) as connection:
        connection.execute("SELECT 1")


@dataclass
class Postgres(Server):
    """A running cluster; a database is named by its SQLAlchemy address."""

    _numbers: Iterator[int] = field(default_factory=partial(itertools.count, 1), init=False, repr=False)

    def url(self, name: str) -> str:
        """The address of a database, for SQLAlchemy."""
        return f"postgresql+psycopg://postgres@{HOST}:{self.port}/{name}"

    def fresh_database(self, template: str | None = None) -> str:
        """The address of a new database: empty, or a copy of the one at `template`, now used by nobody."""
        name = f"test_{next(self._numbers)}"
        source = template.rpartition("/")[2] if template else "template0"
        self._execute("CREATE DATABASE {} TEMPLATE {}", name, source)
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database, with whoever still uses it."""
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", url.rpartition("/")[2])

    def _execute(self, command: str, *names: str) -> None:
        with connect(self.port) as connection:
            connection.execute(sql.SQL(command).format(*map(sql.Identifier, names)))


def _initialise(data: Path, user: str | None) -> None:
    """Make the files of a cluster that trusts everybody, because only this machine can reach it."""
    command = [binary("initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "--no-sync"]
    command += ["-E", "UTF8", "--locale=C.UTF-8"]
    done = subprocess.run(command, cwd=data.parent, capture_output=True, text=True, **run_as(user))
    if done.returncode:
        raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")


@contextmanager
def run_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A new cluster; a durable one keeps every promise a real one keeps, and is slower."""
    user = server_user()
    with scratch_folder(user) as folder:
        data, port = folder / "data", free_port()
        _initialise(data, user)
        # No socket in the file system: its path would be too long in some temporary folders.
        settings = [f"listen_addresses={HOST}", "unix_socket_directories=", "timezone=UTC"]
        settings += () if durable else FAST
        options = [part for setting in settings for part in ("-c", setting)]
        command = [binary("postgres"), "-D", str(data), "-p", str(port), *options]
        # The signal asks for the fast end, which does not wait until the clients have gone.
        server = Postgres(command, folder, port, partial(_answer, port), user=user, ending=signal.SIGINT)
        with server:
            yield server
