"""Move submissions, committed, beside a bare transaction with as many statements through the same driver."""

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import psycopg
from sqlalchemy import event

from bench.figures import Figure, compared
from bench.stack import environment, first_move, installation, load, post, web_server
from tests.servers.postgres import run_postgres
from tests.world import World

GAMES = 500
WARMING_UP = 100
"""So many of the moves are made before the clock starts."""
CONNECTIONS = 8
"""So many that chance shares them out to the web processes about equally."""


def run() -> list[Figure]:
    """Moves a second on PostgreSQL (over HTTP, different games in parallel) and on SQLite."""
    return [_postgres(), _sqlite()]


def _postgres() -> Figure:
    with run_postgres(durable=True) as postgres:
        url = postgres.fresh_database()
        world = installation(url)
        requests, statements = _prepared(world)
        port = int(world.service.settings.base_url.rpartition(":")[2])
        with web_server("app.wsgi:app", environment(world), port):
            rate = _rate(port, requests)
        plain = url.replace("+psycopg", "")
        bare = _bare(lambda: _BarePostgres(plain), statements, CONNECTIONS)
        world.service.database.close()
    return compared(
        "moves", f"move, PostgreSQL ({statements} statements)", rate, "moves/s", bare, at_least=0.4
    )


def _sqlite() -> Figure:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "cacao.sqlite"
        world = installation(f"sqlite:///{file}")
        requests, statements = _prepared(world)
        port = int(world.service.settings.base_url.rpartition(":")[2])
        # One process, like the embedded default that SQLite is for.
        with web_server("app.wsgi:app", environment(world), port, workers=1):
            rate = _rate(port, requests)
        bare = _bare(lambda: _BareSqlite(Path(folder) / "bare.sqlite"), statements, 1)
        world.service.database.close()
    return compared("moves", f"move, SQLite ({statements} statements)", rate, "moves/s", bare, at_least=0.4)


def _rate(port: int, requests: Sequence[tuple[str, str]]) -> float:
    """Moves a second of a server that has warmed up."""
    forms = [post(port, *request) for request in requests]
    for some in (forms[:WARMING_UP], forms[WARMING_UP:]):
        done = load(port, some, 120, CONNECTIONS, once=True)
        assert set(done["statuses"]) == {"302"}, done
    return float(done["rate"])


def _prepared(world: World) -> tuple[list[tuple[str, str]], int]:
    """A first move for each of many games, and how many statements one takes."""
    with world.app.test_request_context():
        keys = [world.start_game("Bob", "Cleo", "Dan") for _ in range(GAMES + 1)]
        counted: list[str] = []

        def count(_c: object, _cursor: object, statement: str, *_more: object) -> None:
            counted.append(statement)

        event.listen(world.service.database.engine, "before_cursor_execute", count)
        world.move(keys[-1], 0)
        made = len([each for each in counted if not each.startswith("BEGIN")])
        event.remove(world.service.database.engine, "before_cursor_execute", count)
        # The helper above also looks the position up: two readings of a game with its seats and orders.
        return [first_move(world, key) for key in keys[:-1]], _of_the_move(counted, made)


def _of_the_move(counted: list[str], made: int) -> int:
    """The statements from the row lock, or the begin of writing, to the end."""
    for n, statement in enumerate(counted):
        if "FOR UPDATE" in statement or statement == "BEGIN IMMEDIATE":
            return len([each for each in counted[n:] if not each.startswith("BEGIN")])
    return made


class _BarePostgres:
    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url)
        with self._connection.transaction():
            self._connection.execute("CREATE TABLE IF NOT EXISTS bare (id serial PRIMARY KEY, text text)")

    def transaction(self, statements: int) -> None:
        with self._connection.transaction():
            for n in range(statements):
                if n % 2:
                    self._connection.execute("INSERT INTO bare (text) VALUES (%s)", ("x" * 300,))
                else:
                    self._connection.execute("SELECT id, text FROM bare WHERE id = %s", (n,)).fetchall()

    def close(self) -> None:
        self._connection.close()


class _BareSqlite:
    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute("CREATE TABLE IF NOT EXISTS bare (id integer PRIMARY KEY, text text)")

    def transaction(self, statements: int) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        for n in range(statements):
            if n % 2:
                self._connection.execute("INSERT INTO bare (text) VALUES (?)", ("x" * 300,))
            else:
                self._connection.execute("SELECT id, text FROM bare WHERE id = ?", (n,)).fetchall()
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


def _bare(connect: Callable[[], _BarePostgres | _BareSqlite], statements: int, connections: int) -> float:
    """Bare transactions a second, over as many connections; of SQLite one, which waits for nobody."""
    opened = [connect() for _ in range(connections)]

    def work(connection: _BarePostgres | _BareSqlite) -> None:
        for _ in range(GAMES):
            connection.transaction(statements)

    started = perf_counter()
    with ThreadPoolExecutor(connections) as pool:
        list(pool.map(work, opened))
    rate = GAMES * connections / (perf_counter() - started)
    for connection in opened:
        connection.close()
    return rate
