"""Servers and games for the measurements: the tests' own servers, games made through the use cases."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from app.database.migrating import upgrade
from engine import legal_moves, write_move
from tests.servers.granian import granian
from tests.servers.processes import HOST, Server, free_port, scratch_folder
from tests.world import World, make_world
from tests.world import environment as environment

ROOT = Path(__file__).parent.parent
KEYS = ("a key for measuring only", "an older one for measuring")


def installation(database_url: str, **changes: object) -> World:
    """An empty installation on this database."""
    world = make_world(database_url, base_url=f"http://{HOST}:{free_port()}", secret_keys=KEYS, **changes)
    upgrade(world.service.database)
    # One guest is invited to hundreds of games here; nobody is mailed.
    world.service.counters.check = _anything_goes  # type: ignore[method-assign, assignment]
    return world


def _anything_goes(*_asked: object) -> None:
    """Nothing is too often while measuring."""


@contextmanager
def web_server(app: str, env: dict[str, str], port: int, workers: int = 2) -> Iterator[Server]:
    """A WSGI app in granian, as in production."""
    command = [*granian(app, port, workers), "--log-level", "error"]
    ready = partial(_fetch, f"http://{HOST}:{port}/live")
    with scratch_folder() as folder, Server(command, folder, port, ready, env=env, patience=60) as server:
        yield server


def load(
    port: int, requests: Sequence[bytes], seconds: float, connections: int = 8, once: bool = False
) -> Any:
    """What `bench.load` measured."""
    given = b"".join(b"%d\n%s" % (len(request), request) for request in requests)
    command = [sys.executable, "-m", "bench.load", str(port), str(seconds), str(connections)]
    done = subprocess.run(
        [*command, *(["once"] if once else [])], input=given, capture_output=True, check=True, cwd=ROOT
    )
    return json.loads(done.stdout)


def get(port: int, path: str, **headers: str) -> bytes:
    """A GET request as bytes."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {HOST}:{port}",
        *(f"{k.replace('_', '-')}: {v}" for k, v in headers.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def post(port: int, path: str, body: str) -> bytes:
    """A form as bytes."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {HOST}:{port}", f"Content-Length: {len(body)}"]
    lines.append("Content-Type: application/x-www-form-urlencoded")
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


def middle_of_a_game(world: World, moves: int = 30) -> str:
    """A game of four people, so many moves on."""
    key = world.start_game("Bob", "Cleo", "Dan")
    world.play_on(key, until=moves)
    while world.state(key).awaits_workers:
        world.move(key, world.owing(key)[0])
    return key


def first_move(world: World, key: str, choice: int = 0) -> tuple[str, str]:
    """The path and body of a POST that makes a legal move of whoever is next."""
    seat = world.owing(key)[0]
    token = world.service.tokens.turn(world.link(key, seat))
    options = legal_moves(world.state(key), seat)
    return f"/t/{token}", urlencode({"move": write_move(options[choice % len(options)])})


def _fetch(address: str) -> None:
    with urlopen(address, timeout=5) as answer:
        answer.read()
