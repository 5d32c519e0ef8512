"""Redis: in memory only, with a database number for each test."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import redis

from tests.servers.processes import HOST, Server, find_binary, free_port, scratch_folder

DATABASES = 10_000


def _ping(port: int) -> None:
    with redis.Redis(HOST, port) as client:
        client.ping()


@dataclass
class Redis(Server):
    """A running server; it forgets everything when it is killed or restarted."""

    _numbers: Iterator[int] = field(default_factory=partial(itertools.count, 1), init=False, repr=False)

    def url(self, database: int = 0) -> str:
        """The address of a database."""
        return f"redis://{HOST}:{self.port}/{database}"

    def fresh_database(self) -> str:
        """The address of a database that no other test uses."""
        return self.url(next(self._numbers))

    def flush(self) -> None:
        """Forget everything, in all databases."""
        with redis.Redis(HOST, self.port) as client:
            client.flushall()


@contextmanager
def run_redis() -> Iterator[Redis]:
    """A new server without a file."""
    with scratch_folder() as folder:
        port = free_port()
        command = [find_binary("redis-server"), "--port", str(port), "--bind", HOST, "--dir", str(folder)]
        command += ["--save", "", "--appendonly", "no", "--databases", str(DATABASES)]
        with Redis(command, folder, port, partial(_ping, port)) as server:
            yield server
