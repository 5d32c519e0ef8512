"""Pages beside a bare Flask page in the same server."""

import os
from contextlib import AbstractContextManager
from statistics import median
from urllib.request import urlopen

from bench.figures import Figure, compared
from bench.stack import ROOT, environment, get, installation, load, middle_of_a_game, web_server
from tests.servers.postgres import run_postgres
from tests.servers.processes import HOST, Server, free_port

ROUNDS = 8
SECONDS = 1.0
"""Each round measures every page for so long, one right after the other; the first is to warm up."""
BROWSER = {"Accept_Encoding": "gzip, deflate, br", "Accept_Language": "en"}
GOALS = {"game page": 0.4, "game page, not modified": 0.8, "move page": 0.25}


def run() -> list[Figure]:
    """Requests a second: game page (whole, and not modified), move page."""
    bare_port = free_port()
    with run_postgres() as postgres, _bare_server(bare_port):
        world = installation(postgres.fresh_database())
        port = int(world.service.settings.base_url.rpartition(":")[2])
        with world.app.test_request_context():
            key = middle_of_a_game(world)
            token = world.service.tokens.turn(world.link(key, world.owing(key)[0]))
        with web_server("app.wsgi:app", environment(world), port):
            tag = {"If_None_Match": _tag(f"http://{HOST}:{port}/g/{key}")}
            pages = {
                "game page": (200, get(port, f"/g/{key}", **BROWSER)),
                "game page, not modified": (304, get(port, f"/g/{key}", **BROWSER, **tag)),
                "move page": (200, get(port, f"/t/{token}", **BROWSER)),
            }
            rates: dict[str, list[float]] = {name: [] for name in ("bare", *pages)}
            for _ in range(ROUNDS):
                rates["bare"].append(_rate(bare_port, 200, get(bare_port, "/")))
                for name, (status, request) in pages.items():
                    rates[name].append(_rate(port, status, request))
        world.service.database.close()
    bare, *found = (median(each[1:]) for each in rates.values())
    return [
        compared("pages", name, rate, "req/s", bare, at_least=GOALS[name])
        for name, rate in zip(pages, found, strict=True)
    ]


def _bare_server(port: int) -> AbstractContextManager[Server]:
    return web_server("bench.bare:app", {**os.environ, "PYTHONPATH": str(ROOT)}, port)


def _tag(address: str) -> str:
    with urlopen(address) as answer:
        return str(answer.headers["ETag"])


def _rate(port: int, status: int, request: bytes) -> float:
    done = load(port, [request], SECONDS)
    assert set(done["statuses"]) == {str(status)}, done
    return float(done["rate"])
