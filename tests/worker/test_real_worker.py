"""The delivery path with real Redis and a real worker process, and the embedded default's own broker."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email import message_from_bytes, policy
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from app.models import Delivery, GameStatus
from app.usecases import joining
from tests.delivering import deliver, make_due
from tests.servers.processes import free_port
from tests.servers.redis import Redis
from tests.servers.smtp import SmtpServer
from tests.world import BASE_URL, World, make_world
from worker import sink
from worker.smtp import Relay

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 30.0


def environment(**settings: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **{f"CACAO_{k}": v for k, v in settings.items()}}


@contextmanager
def process(*command: str, env: dict[str, str], cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of ours that is ended with the test."""
    with (cwd / "log.txt").open("ab") as log:
        started = subprocess.Popen(command, env=env, cwd=cwd, stdout=log, stderr=log)
        try:
            yield started
        finally:
            started.send_signal(signal.SIGTERM)
            try:
                started.wait(15)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()


def eventually(check: object, what: str, log: Path) -> None:
    """Wait until something is true, or say what did not come."""
    assert callable(check)
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end, f"{what}\n{log.read_text()[-3000:]}"
        time.sleep(0.05)


@pytest.fixture
def real(
    database_url: str, redis_server: Redis, smtp_server: SmtpServer, tmp_path: Path
) -> Iterator[tuple[World, dict[str, str]]]:
    """An installation whose worker is another process."""
    broker = redis_server.fresh_database()
    smtp_url = f"smtp://{smtp_server.host}:{smtp_server.port}"
    world = make_world(database_url, broker_url=broker, smtp_url=smtp_url)
    env = environment(
        DATABASE_URL=database_url,
        BROKER_URL=broker,
        SMTP_URL=smtp_url,
        BASE_URL=BASE_URL,
        SECRET_KEYS=",".join(world.service.settings.secret_keys),
        MAIL_FROM="Cacao <cacao@example.org>",
    )
    with world.app.test_request_context():
        yield world, env
    world.service.database.close()


def celery(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "celery", "--app", "worker.app", *arguments)


def test_a_worker_process_delivers_and_plays_for_bots_when_woken_over_redis(
    real: tuple[World, dict[str, str]], smtp_server: SmtpServer, tmp_path: Path
) -> None:
    world, env = real
    log = tmp_path / "log.txt"
    with process(*celery("worker", "--concurrency", "2"), env=env, cwd=tmp_path):
        key = world.open_game("Bob", "bot:greedy", first=2)
        (invitation,) = smtp_server.wait_for(1, seconds=PATIENCE)
        assert list(invitation.recipients) == ["bob@example.org"]
        seat = world.seats(key)[1]
        token = world.service.tokens.invitation(seat.id, seat.person_id or 0)
        joining.join(world.service, token, "", "", world.now)
        eventually(
            lambda: world.owing(key) == [1] or world.game(key).move_count > 0, "the bot did not play", log
        )
        eventually(
            lambda: any("ann@example.org" in mail.recipients for mail in smtp_server.mails),
            "no mail to Ann",
            log,
        )


def test_the_sweep_of_a_beat_finds_what_no_wake_up_told(
    real: tuple[World, dict[str, str]], smtp_server: SmtpServer, redis_server: Redis, tmp_path: Path
) -> None:
    world, env = real
    key = world.open_game("Bob")
    redis_server.flush()
    log = tmp_path / "log.txt"
    beat = celery("beat", "--schedule", str(tmp_path / "schedule"), "--max-interval", "1")
    with (
        process(*celery("worker", "--pool", "solo"), env=env, cwd=tmp_path),
        process(*beat, env=env, cwd=tmp_path),
    ):
        smtp_server.wait_for(1, seconds=PATIENCE)
        eventually(lambda: world.mails()[0].delivery is Delivery.SENT, "the mail is not marked sent", log)
    assert world.game(key).status is GameStatus.OPEN


def fetch(address: str) -> str:
    with urlopen(address, timeout=5) as answer:
        return str(answer.read().decode())


def answers(address: str) -> bool:
    try:
        fetch(address)
    except (URLError, ConnectionError):
        return False
    return True


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_embedded_default_runs_alone_and_its_game_survives_a_restart(
    tmp_path: Path, end: signal.Signals
) -> None:
    port = free_port()
    env = environment(DATA=str(tmp_path / "data"), PORT=str(port))
    for name in ("DATABASE_URL", "BROKER_URL", "SMTP_URL"):
        env.pop(f"CACAO_{name}", None)
    base, log = f"http://127.0.0.1:{port}", tmp_path / "log.txt"
    command = (sys.executable, "-m", "worker.embedded")
    with process(*command, "--demo", env=env, cwd=tmp_path) as first:
        eventually(lambda: answers(f"{base}/live"), "it does not start", log)
        eventually(lambda: turn_links(tmp_path / "data" / "mailbox"), "no turn came", log)
        assert "A first look" in fetch(f"{base}/mailbox/")
        first.send_signal(end)
        first.wait(15)
    flask = (sys.executable, "-m", "flask", "--app", "worker.embedded:household")
    listed = subprocess.run((*flask, "game", "list"), env=env, cwd=tmp_path, capture_output=True, check=True)
    assert b"A first look" in listed.stdout
    hold_as_if_being_sent(tmp_path / "data")
    with process(*command, env=env, cwd=tmp_path):
        eventually(lambda: answers(f"{base}/live"), "it does not start again", log)
        eventually(lambda: turn_links(tmp_path / "data" / "mailbox"), "the turn did not come again", log)
        link = turn_links(tmp_path / "data" / "mailbox")[0]
        assert link.startswith(base)
        assert "A first look" in fetch(link)


def hold_as_if_being_sent(data: Path) -> None:
    """As if the turn's mail had been on its way to the mailbox when the process was killed."""
    for mail in (data / "mailbox").glob("*.eml"):
        mail.unlink()
    with closing(sqlite3.connect(data / "cacao.sqlite")) as database:
        held = "delivery = 'pending', sent_at = NULL, lease = 'a worker that is gone', due_at = '9998-01-01'"
        database.execute(f"UPDATE notifications SET {held} WHERE kind = 'your-turn'")
        database.commit()


def turn_links(mailbox: Path) -> list[str]:
    """The links to moves in the text parts of all mails."""
    bodies = [
        message_from_bytes(file.read_bytes(), policy=policy.default).get_body(("plain",))
        for file in mailbox.glob("*.eml")
    ]
    texts = [str(body.get_content()) for body in bodies if body is not None]
    return [link for text in texts for link in re.findall(r"http\S+/t/[\w.-]+", text)]


def run_embedded(env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "worker.embedded")
    return subprocess.run(
        command, env=env, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_port_in_use_is_one_clear_line(tmp_path: Path, redis_server: Redis) -> None:
    env = environment(DATA=str(tmp_path / "data"), PORT=str(redis_server.port))
    done = run_embedded(env, tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert str(redis_server.port) in done.stderr


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run_embedded(environment(DATA=str(tmp_path / "file" / "data")), tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be used" in done.stderr


@pytest.mark.parametrize("name", ["cacao.sqlite", "mailbox", "secret"])
def test_what_cannot_be_used_in_the_folder_is_one_clear_line(tmp_path: Path, name: str) -> None:
    env = environment(DATA=str(tmp_path), PORT=str(free_port()))
    if name == "mailbox":
        (tmp_path / name).touch()
    else:
        (tmp_path / name).mkdir()
    done = run_embedded(env, tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("port", ["99999", "0", "http", ""])
def test_a_port_that_is_none_is_one_clear_line(tmp_path: Path, port: str) -> None:
    done = run_embedded(environment(DATA=str(tmp_path / "data"), PORT=port), tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "CACAO_PORT" in done.stderr


def test_the_embedded_default_behind_a_proxy_counts_each_client_alone(tmp_path: Path) -> None:
    port = free_port()
    env = environment(DATA=str(tmp_path / "data"), PORT=str(port), PROXY_HOPS="1")
    with process(sys.executable, "-m", "worker.embedded", env=env, cwd=tmp_path):
        eventually(
            lambda: answers(f"http://127.0.0.1:{port}/live"), "it does not start", tmp_path / "log.txt"
        )
        asked = [asked_for_a_fresh_link(port, f"192.0.2.{n}") for n in range(25)]
        hammered = [asked_for_a_fresh_link(port, "192.0.2.200") for _ in range(25)]
    assert set(asked) == {404}, "the link is none"
    assert hammered.count(429) == 5


def asked_for_a_fresh_link(port: int, client: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("POST", "/t/none/fresh", headers={"X-Forwarded-For": client})
    with closing(connection):
        return connection.getresponse().status


def test_a_mail_the_disk_has_no_room_for_is_tried_again(world: World, tmp_path: Path) -> None:
    (tmp_path / "mailbox").mkdir()
    controller = sink.start_sink(tmp_path / "mailbox")
    try:
        with closing(Relay(sink.address(controller))) as relay:
            (tmp_path / "mailbox").rmdir()
            world.open_game("Bob")
            assert deliver(world, relay) == 0
            assert world.mails()[0].delivery is Delivery.PENDING
            (tmp_path / "mailbox").mkdir()
            make_due(world)
            assert deliver(world, relay) == 1
    finally:
        controller.stop()


@pytest.mark.parametrize("as_file", [False, True])
def test_an_unusable_secret_is_one_clear_line(tmp_path: Path, as_file: bool) -> None:
    (tmp_path / "key").write_text("short")
    given = {"SECRET_KEYS_FILE": str(tmp_path / "key")} if as_file else {"SECRET_KEYS": "short"}
    done = run_embedded(environment(DATA=str(tmp_path / "data"), **given), tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "CACAO_SECRET_KEYS" in done.stderr
