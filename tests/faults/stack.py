"""The processes of `docker-compose.yml` without Docker: PostgreSQL, Redis, web, workers, beat and mail."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from app.database import Database
from app.database.migrating import upgrade
from tests.servers.granian import granian
from tests.servers.postgres import Postgres, run_postgres
from tests.servers.processes import HOST, Server, free_port, scratch_folder
from tests.servers.redis import Redis, run_redis
from tests.servers.smtp import SmtpServer, run_smtp
from tests.world import World, environment, make_world

ROOT = Path(__file__).parent.parent.parent
HASTY = "tests.faults.hasty"
KEYS = ("the newest key of this test", "an older key of this test")


@dataclass
class Stack:
    """All the servers of an installation. `world` looks into the same database from outside."""

    postgres: Postgres
    redis: Redis
    smtp: SmtpServer
    web: Server
    workers: list[Server]
    beats: list[Server]
    world: World

    @property
    def base_url(self) -> str:
        return f"http://{HOST}:{self.web.port}"

    @property
    def servers(self) -> dict[str, Server]:
        """Everything that can be tormented, by name."""
        named = {"postgres": self.postgres, "redis": self.redis, "web": self.web}
        named |= {f"worker{number}": worker for number, worker in enumerate(self.workers)}
        return named | {f"beat{number}": beat for number, beat in enumerate(self.beats)}

    def logs(self) -> str:
        """The end of what each process printed."""
        return "\n".join(f"--- {name}\n{server.log_tail(30)}" for name, server in self.servers.items())


class Web(Server):
    """The web server, ready when all its processes are: in its first moments one hears no signal."""

    def start(self) -> None:
        log = self.folder / "log"
        begin = log.stat().st_size if log.exists() else 0
        super().start()
        wanted = int(self.command[self.command.index("--workers") + 1])
        end = time.monotonic() + self.patience
        while log.read_bytes()[begin:].count(b"Started worker-") < wanted:
            assert time.monotonic() < end, self.log_tail()
            time.sleep(0.02)
        time.sleep(0.5)


def celery(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--app", f"{HASTY}:celery", *arguments]


def worker_command(name: str, concurrency: int = 1) -> list[str]:
    alone = ("--without-gossip", "--without-mingle")
    return celery("worker", "--concurrency", str(concurrency), "--hostname", f"{name}@cacao", *alone)


BEAT = ("beat", "--scheduler", "celery.beat.Scheduler", "--pidfile=")


def fetch(address: str, seconds: float = 5) -> None:
    with urlopen(address, timeout=seconds) as answer:
        answer.read()


@contextmanager
def run_stack(
    *, workers: int = 2, beats: int = 1, durable: bool = True, more: Mapping[str, str] | None = None
) -> Iterator[Stack]:
    """A whole installation with an empty database."""
    with ExitStack() as stack:
        postgres = stack.enter_context(run_postgres(durable=durable))
        redis = stack.enter_context(run_redis())
        smtp = stack.enter_context(run_smtp())
        port = free_port()
        world = make_world(
            postgres.fresh_database(),
            base_url=f"http://{HOST}:{port}",
            broker_url=redis.url(),
            smtp_url=f"smtp://{smtp.host}:{smtp.port}",
            secret_keys=KEYS,
        )
        stack.callback(world.service.database.close)
        upgrade(world.service.database)
        env = environment(world, **(more or {}))

        def start(command: list[str], port: int = 0) -> Server:
            folder = stack.enter_context(scratch_folder())
            ready = partial(fetch, f"http://{HOST}:{port}/live") if port else _nothing
            kind = Web if port else Server
            return stack.enter_context(kind(command, folder, port, ready, env=env, patience=60))

        web = start(granian(f"{HASTY}:app", port), port)
        yield Stack(
            postgres,
            redis,
            smtp,
            web,
            [start(worker_command(f"worker{number}")) for number in range(workers)],
            [start(celery(*BEAT)) for _ in range(beats)],
            world,
        )


def _nothing() -> None:
    """A worker listens on no port: it is ready when it takes tasks."""


def migrate(url: str) -> None:
    """Make the tables of a database."""
    database = Database(url)
    upgrade(database)
    database.close()
