"""Move submissions, committed, beside a bare transaction with as many statements through the same driver."""

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import psycopg

from bench.duel import Duel
from bench.figures import Figure, compared
from bench.stack import KEYS, environment, first_move, installation, load, post, web_server
from bench.village import village
from tests.crowd import multiply
from tests.servers.postgres import run_postgres
from tests.servers.processes import HOST, free_port
from tests.statements import recorded
from tests.world import make_world

Request = tuple[str, str]
ROUNDS = 7
"""In each the service and its limit are measured one after the other; the first is to warm up."""
GAMES = 250
CONNECTIONS = 8
"""So many that chance shares them out to the web processes about equally."""


def run() -> list[Figure]:
    """Moves a second, over HTTP, in different games at the same time."""
    with run_postgres(durable=True) as postgres:
        url = postgres.fresh_database()
        requests, statements = _games_of_many(url)
        bare = [_BarePostgres(url.replace("+psycopg", "")) for _ in range(CONNECTIONS)]
        figures = [_beside("PostgreSQL", url, requests, bare, statements, processes=2)]
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/cacao.sqlite"
        # One process, like the embedded default that SQLite is for, and a limit that waits for nobody.
        bare_file = [_BareSqlite(Path(folder) / "bare.sqlite")]
        figures.append(_beside("SQLite", url, _games_of_four(url), bare_file, statements, processes=1))
    return figures


def _games_of_many(url: str) -> tuple[list[Request], int]:
    """The first moves of many games, each of other people, and how many statements one takes."""
    first = village(url, moves=0)
    multiply(first.world, ROUNDS * GAMES + 1)
    *keys, another = first.keys(ROUNDS * GAMES + 1)
    with recorded() as said:
        first.guest.post(first.turn(another), first.form)
    first.world.service.database.close()
    return [(first.turn(key), first.form) for key in keys], len(said)


def _games_of_four(url: str) -> list[Request]:
    """The first moves of many games of the same four people, who are in nobody's way on SQLite."""
    world = installation(url)
    with world.app.test_request_context():
        keys = [world.start_game("Bob", "Cleo", "Dan") for _ in range(ROUNDS * GAMES)]
        requests = [first_move(world, key) for key in keys]
    world.service.database.close()
    return requests


def _beside(
    database: str,
    url: str,
    requests: Sequence[Request],
    bare: "Sequence[Bare]",
    statements: int,
    processes: int,
) -> Figure:
    """Moves and bare transactions a second."""
    world = make_world(url, base_url=f"http://{HOST}:{free_port()}", secret_keys=KEYS)
    port = int(world.service.settings.base_url.rpartition(":")[2])
    forms = [post(port, *request) for request in requests]
    duel = Duel()
    with web_server("app.wsgi:app", environment(world), port, workers=processes):
        for n in range(ROUNDS):
            duel = duel if n > 1 else Duel()
            some = forms[n * GAMES : (n + 1) * GAMES]
            duel.measure(partial(_transactions, bare, statements), partial(_moves, port, some))
    for connection in bare:
        connection.close()
    limit, moves = duel.medians
    name = f"move, {database} ({statements} statements)"
    return compared("moves", name, moves, "moves/s", limit, at_least=0.4)


def _moves(port: int, forms: Sequence[bytes]) -> float:
    done = load(port, forms, 120, CONNECTIONS, once=True)
    assert set(done["statuses"]) == {"302"}, done
    return float(done["rate"])


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


Bare = _BarePostgres | _BareSqlite


def _transactions(connections: Sequence[Bare], statements: int) -> float:
    """Bare transactions a second, in as many threads as there are connections."""
    each = 4 * GAMES // len(connections)

    def work(connection: Bare) -> None:
        for _ in range(each):
            connection.transaction(statements)

    started = perf_counter()
    with ThreadPoolExecutor(len(connections)) as pool:
        list(pool.map(work, connections))
    return each * len(connections) / (perf_counter() - started)
