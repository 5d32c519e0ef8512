"""Pages beside a bare Flask page in the same server."""

import os
from urllib.request import urlopen

from bench.figures import Figure, compared
from bench.stack import ROOT, environment, get, installation, load, middle_of_a_game, web_server
from tests.servers.postgres import run_postgres
from tests.servers.processes import HOST, free_port

SECONDS = 4.0
BROWSER = {"Accept_Encoding": "gzip, deflate, br", "Accept_Language": "en"}


def run() -> list[Figure]:
    """Requests a second: game page (whole, and not modified), move page."""
    port = free_port()
    with web_server("bench.bare:app", {**os.environ, "PYTHONPATH": str(ROOT)}, port):
        load(port, [get(port, "/")], 1)
        bare = load(port, [get(port, "/")], SECONDS)["rate"]
    with run_postgres() as postgres:
        world = installation(postgres.fresh_database())
        with world.app.test_request_context():
            key = middle_of_a_game(world)
            token = world.service.tokens.turn(world.link(key, world.owing(key)[0]))
        port = int(world.service.settings.base_url.rpartition(":")[2])
        with web_server("app.wsgi:app", environment(world), port):
            with urlopen(f"http://{HOST}:{port}/g/{key}") as answer:
                etag = answer.headers.get("ETag", "")
            pages = {
                "game page": [get(port, f"/g/{key}", **BROWSER)],
                "game page, not modified": [get(port, f"/g/{key}", **BROWSER, If_None_Match=etag)],
                "move page": [get(port, f"/t/{token}", **BROWSER)],
            }
            rates = {}
            for name, requests in pages.items():
                load(port, requests, 1)
                rates[name] = load(port, requests, SECONDS)
        world.service.database.close()
    goals = {"game page": 0.4, "game page, not modified": 0.8, "move page": 0.25}
    return [
        compared(
            "pages",
            f"{name} ({next(iter(done['statuses']))})",
            done["rate"],
            "req/s",
            bare,
            at_least=goals[name],
        )
        for name, done in rates.items()
    ]
