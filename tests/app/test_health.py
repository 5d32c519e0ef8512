"""Health, figures and logs."""

import json
import logging
import re
from datetime import timedelta
from pathlib import Path

import pytest

from app import clock, logs
from app.database import Database
from app.models import RelayPause
from tests.browsing import Browser
from tests.delivering import deliver, make_due
from tests.installing import Installed
from tests.servers.mailbox import Stage, answer
from tests.servers.redis import run_redis
from tests.servers.smtp import SmtpServer
from tests.world import BASE_URL, World
from worker.smtp import Relay

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def visitor(world: World) -> Browser:
    return Browser(world.app.test_client(), BASE_URL)


def test_it_is_ready_when_the_database_answers(visitor: Browser) -> None:
    assert visitor.request("GET", "/live").status_code == 200
    ready = visitor.request("GET", "/ready")
    assert ready.status_code == 200
    assert ready.get_json()["degraded"] is False


def test_late_mails_and_a_paused_relay_are_told_but_close_no_door(world: World, visitor: Browser) -> None:
    world.open_game("Bob")
    with world.service.database.writing() as session:
        session.add(RelayPause(until=world.later(days=36500), reason="535 no"))
    ready = visitor.request("GET", "/ready")
    assert ready.status_code == 200
    assert ready.get_json()["degraded"]
    assert ready.get_json()["relay_paused"]


def test_mails_that_no_relay_takes_are_late_however_often_they_are_tried(
    world: World, visitor: Browser
) -> None:
    world.now = clock.now() - timedelta(hours=1)
    world.open_game("Bob")
    nowhere = Relay("smtp://127.0.0.1:9")
    for _ in range(2):
        make_due(world)
        assert deliver(world, nowhere) == 0
    ready = visitor.request("GET", "/ready").get_json()
    assert ready["degraded"]
    assert ready["oldest_mail_seconds"] >= 3600
    assert b"cacao_mails_due 1.0" in visitor.request("GET", "/metrics").data


def test_a_mail_whose_receiver_is_to_be_tried_later_is_not_late(
    world: World, visitor: Browser, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.now = clock.now() - timedelta(hours=1)
    world.open_game("Bob")
    smtp_server.plan(answer(451, Stage.RCPT))
    assert deliver(world, relay) == 0
    assert not visitor.request("GET", "/ready").get_json()["degraded"]


def test_a_broker_that_does_not_answer_is_told_before_anybody_moves(installed: Installed) -> None:
    with run_redis() as redis:
        visitor = Browser(installed(broker_url=redis.url()).app.test_client(), BASE_URL)
        assert visitor.request("GET", "/ready").get_json()["broker"]
        with redis.frozen():
            answers = [visitor.request("GET", "/ready") for _ in range(3)]
        for ready in answers:
            assert ready.status_code == 200
            assert (ready.get_json()["broker"], ready.get_json()["degraded"]) == (False, True)
        assert visitor.request("GET", "/ready").get_json()["broker"]


def test_without_the_database_it_is_not_ready(world: World, visitor: Browser, tmp_path: Path) -> None:
    object.__setattr__(world.service, "database", Database(f"sqlite:///{tmp_path / 'no' / 'folder'}"))
    assert visitor.request("GET", "/ready").status_code == 503
    assert b"cacao_database_up 0.0" in visitor.request("GET", "/metrics").data


def test_every_figure_is_documented_and_every_documented_figure_is_there(visitor: Browser) -> None:
    visitor.get("/")
    visitor.request("GET", "/g/nothing")
    text = visitor.request("GET", "/metrics").get_data(as_text=True)
    given = set(re.findall(r"^# TYPE (cacao_\w+)", text, re.MULTILINE)) - {"cacao_refused_created"}
    given = {name for name in given if not name.endswith("_created")}
    documented = set(re.findall(r"^\| `(cacao_\w+)`", (ROOT / "docs/metrics.md").read_text(), re.MULTILINE))
    assert given == documented


def test_a_request_is_logged_under_its_page_with_an_id_and_without_its_address(
    world: World, visitor: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    key = world.start_game("Bob")
    token = world.service.tokens.turn(world.link(key, 0))
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    try:
        logs.configure()
        answer = visitor.request("GET", f"/t/{token}", headers={"X-Request-ID": "from-the-proxy-1"})
    finally:
        root.handlers[:], root.level = before, level
    assert answer.headers["X-Request-ID"] == "from-the-proxy-1"
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    told = next(line for line in lines if line.get("event") == "request")
    assert (told["page"], told["request_id"], told["status"]) == ("turn.look", "from-the-proxy-1", 200)
    assert token not in json.dumps(lines)


def test_an_id_that_is_no_id_is_replaced(visitor: Browser) -> None:
    answer = visitor.request("GET", "/live", headers={"X-Request-ID": "<script>alert(1)</script>"})
    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["X-Request-ID"])
