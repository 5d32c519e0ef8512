"""The servers that the other tests stand on: they start, work, misbehave as told, and end."""

import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from tests.servers.guard import alive, family
from tests.servers.mailbox import Behaviour, Stage, answer, delay, hang_up
from tests.servers.postgres import Postgres, run_postgres
from tests.servers.processes import CHROMIUM, Server, find_binary, free_port, scratch_folder
from tests.servers.redis import Redis, run_redis
from tests.servers.smtp import SmtpServer, run_smtp

ROOT = Path(__file__).parent.parent
TEXT = b"Subject: Your turn\r\n\r\n.\r\nIt is your turn.\r\n"


def query(url: str, command: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        cursor = connection.execute(command)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def client(server: SmtpServer, seconds: float = 5) -> Iterator[smtplib.SMTP]:
    connection = smtplib.SMTP(server.host, server.port, timeout=seconds)
    try:
        yield connection
    finally:
        connection.close()


def send(server: SmtpServer, text: bytes = TEXT, seconds: float = 5) -> None:
    with client(server, seconds) as connection:
        connection.sendmail("game@example.org", ["anna@example.org"], text)


def eventually(true: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return true()


# --- Processes ---


def test_what_is_not_installed_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program is not installed"):
        find_binary("no-such-program")


def test_the_browser_is_installed() -> None:
    assert find_binary(*CHROMIUM)


def test_nobody_listens_on_a_free_port() -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_port()))


def test_a_server_that_ends_at_its_start_shows_its_log() -> None:
    with scratch_folder() as folder:
        server = Server(["sh", "-c", "echo no room; exit 3"], folder, free_port(), ready=pytest.fail)
        with pytest.raises(RuntimeError, match="ended at its start:\nno room"):
            server.start()
        assert not server.running


def test_a_server_that_never_gets_ready_is_given_up_and_ended() -> None:
    def not_ready() -> None:
        raise ConnectionError("nobody there")

    with scratch_folder() as folder:
        server = Server(["sh", "-c", "echo busy; sleep 60"], folder, free_port(), not_ready, patience=0.3)
        with pytest.raises(TimeoutError, match=r"not ready after 0\.3 s \(nobody there\):\nbusy"):
            server.start()
        assert not server.running


def test_a_server_that_does_not_want_to_end_is_killed() -> None:
    stubborn = "trap '' TERM; echo deaf; while :; do sleep 0.05; done"
    with scratch_folder() as folder:
        log = folder / "log"
        with Server(
            ["sh", "-c", stubborn], folder, 0, lambda: log.read_text().index("deaf"), patience=0.3
        ) as it:
            pids = family(it.pid)
        assert not any(map(alive, pids))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_the_tests_end_nothing_stays(number: signal.Signals) -> None:
    script = (
        "import signal, time\nfrom tests.servers.redis import run_redis\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a background job would ignore it
        "with run_redis() as server:\n"
        "    server.stop()\n"  # a frozen server is the hardest to get rid of
        "    print(server.pid, server.folder, flush=True)\n    time.sleep(60)\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as tests:
        assert tests.stdout is not None
        pid, folder = tests.stdout.readline().decode().split()
        assert alive(int(pid))
        tests.send_signal(number)
    assert eventually(lambda: not alive(int(pid)) and not Path(folder).exists())


# --- PostgreSQL ---


def test_postgres_answers_at_its_address(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    assert url == f"postgresql+psycopg://postgres@127.0.0.1:{postgres.port}/{url.rpartition('/')[2]}"
    assert query(url, "SELECT 1") == [(1,)]


def test_a_database_can_be_a_copy_and_be_dropped(postgres: Postgres) -> None:
    template = postgres.fresh_database()
    query(template, "CREATE TABLE game AS SELECT 7 AS seats")
    copy = postgres.fresh_database(template)
    query(copy, "UPDATE game SET seats = 8")
    assert query(template, "SELECT seats FROM game") == [(7,)]
    postgres.drop_database(template)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        query(template, "SELECT 1")


def test_postgres_keeps_its_data_when_it_is_restarted_frozen_and_killed() -> None:
    with run_postgres(durable=True) as server:
        url = server.fresh_database()
        assert query(url, "SHOW fsync") == [("on",)]
        query(url, "CREATE TABLE game AS SELECT 7 AS seats")
        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            connection.execute("SELECT 1")
            first = family(server.pid)
            server.kill()
            assert not any(map(alive, first))
            with pytest.raises(psycopg.OperationalError):
                connection.execute("SELECT 1")
        server.restart()
        assert query(url, "SELECT seats FROM game") == [(7,)]
        server.restart()
        server.stop()
        late: list[object] = []
        asking = threading.Thread(target=lambda: late.extend(query(url, "SELECT seats FROM game")))
        asking.start()
        asking.join(0.2)
        assert not late
        server.cont()
        asking.join(5)
        assert late == [(7,)]
        last = family(server.pid)
        assert len(last) > 1
    assert eventually(lambda: not any(map(alive, last)))
    assert not server.folder.exists()


# --- Redis ---


def test_redis_answers_and_gives_each_test_its_own_database(redis_server: Redis) -> None:
    mine, other = redis_server.fresh_database(), redis_server.fresh_database()
    with redis.Redis.from_url(mine) as here, redis.Redis.from_url(other) as there:
        assert here.ping()
        here.set("turn", 1)
        assert there.get("turn") is None
        redis_server.flush()
        assert here.get("turn") is None


def test_redis_comes_back_empty() -> None:
    with run_redis() as server, redis.Redis.from_url(server.url()) as connection:
        connection.set("turn", 1)
        server.kill()
        with pytest.raises(redis.ConnectionError):
            connection.get("turn")
        server.restart()
        assert connection.get("turn") is None
        pid = server.pid
    assert not alive(pid)


# --- SMTP ---


def test_a_mail_is_kept_as_it_came(smtp_server: SmtpServer) -> None:
    with client(smtp_server) as connection:
        connection.login("game", "secret")
        for to in ("anna", "bert"):
            connection.sendmail("game@example.org", [f"{to}@example.org"], TEXT)
    first, second = smtp_server.wait_for(2)
    assert (first.sender, first.recipients) == ("game@example.org", ("anna@example.org",))
    assert first.raw == TEXT
    assert first.message["Subject"] == "Your turn"
    assert smtp_server.wait_for(lambda mail: "bert@example.org" in mail.recipients) == [second]


def test_the_mailbox_is_empty_for_the_next_test(smtp_server: SmtpServer) -> None:
    assert smtp_server.mails == []
    with pytest.raises(TimeoutError, match=r"0 of 1 mails after 0\.01 s"):
        smtp_server.wait_for(1, seconds=0.01)


@pytest.mark.parametrize(
    ("behaviour", "error", "kept"),
    [
        (answer(421, Stage.CONNECT), smtplib.SMTPConnectError, 0),
        (answer(554, Stage.CONNECT), smtplib.SMTPConnectError, 0),
        (hang_up(Stage.CONNECT), (smtplib.SMTPServerDisconnected, ConnectionError), 0),
        (delay(1, Stage.CONNECT), smtplib.SMTPServerDisconnected, 0),
        (answer(450, Stage.RCPT), smtplib.SMTPRecipientsRefused, 0),
        (answer(550, Stage.RCPT), smtplib.SMTPRecipientsRefused, 0),
        (hang_up(Stage.RCPT), smtplib.SMTPServerDisconnected, 0),
        (answer(451, Stage.DATA), smtplib.SMTPDataError, 0),
        (hang_up(Stage.DATA), (smtplib.SMTPServerDisconnected, ConnectionError), 0),
        (answer(421), smtplib.SMTPDataError, 0),
        (answer(451), smtplib.SMTPDataError, 0),
        (answer(554), smtplib.SMTPDataError, 0),
        (hang_up(Stage.END), smtplib.SMTPServerDisconnected, 1),
        (delay(1), smtplib.SMTPServerDisconnected, 1),
    ],
)
def test_a_misbehaviour_is_seen_once(
    smtp_server: SmtpServer,
    behaviour: Behaviour,
    error: type[Exception] | tuple[type[Exception], ...],
    kept: int,
) -> None:
    smtp_server.plan(behaviour)
    with pytest.raises(error) as raised:
        send(smtp_server, TEXT + b"x" * 70 + b"\r\n", seconds=0.2)
    assert str(behaviour.code or "") in str(raised.value)
    assert smtp_server.planned == []
    assert len(smtp_server.mails) == kept
    send(smtp_server)
    assert len(smtp_server.mails) == kept + 1


def test_a_big_mail_is_broken_off_in_the_middle(smtp_server: SmtpServer) -> None:
    smtp_server.plan(hang_up())
    with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionError)):
        send(smtp_server, TEXT + (b"x" * 70 + b"\r\n") * 100_000)
    assert smtp_server.mails == []


def test_a_login_can_be_refused(smtp_server: SmtpServer) -> None:
    smtp_server.plan(answer(535, Stage.AUTH))
    with client(smtp_server) as connection:
        with pytest.raises(smtplib.SMTPAuthenticationError, match="535"):
            connection.login("game", "secret")
        connection.login("game", "secret")


def test_a_plan_goes_mail_by_mail_and_then_the_default_holds(smtp_server: SmtpServer) -> None:
    smtp_server.plan(Behaviour(), answer(450), delay(0.05))
    smtp_server.default = answer(550, Stage.RCPT)
    outcomes: list[type[Exception] | None] = []
    with client(smtp_server) as connection:
        for _ in range(5):
            try:
                connection.sendmail("game@example.org", ["anna@example.org"], TEXT)
                outcomes.append(None)
            except smtplib.SMTPException as error:
                outcomes.append(type(error))
    refused = smtplib.SMTPRecipientsRefused
    assert outcomes == [None, smtplib.SMTPDataError, None, refused, refused]
    assert len(smtp_server.mails) == 2


def test_the_mail_server_can_be_gone_and_come_back() -> None:
    with run_smtp() as server:
        send(server)
        with client(server) as connection:
            server.stop()
            with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionError)):
                connection.docmd("NOOP")
        with pytest.raises(ConnectionRefusedError):
            send(server)
        server.start()
        send(server)
        assert len(server.mails) == 2


def test_starting_the_mail_server_does_not_use_up_the_plan() -> None:
    with run_smtp() as server:
        server.stop()
        server.plan(answer(421, Stage.CONNECT))
        server.start()
        with pytest.raises(smtplib.SMTPConnectError):
            send(server)


# --- Installing ---


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder to be the whole PATH of the script, where the browser, Redis and the checker are missing."""
    for name in ("env", "ln", "mktemp", "rm", "tail"):
        (tmp_path / name).symlink_to(find_binary(name))
    program(tmp_path, "id", "echo 0")
    program(tmp_path, "initdb")
    return tmp_path


def program(folder: Path, name: str, *lines: str) -> None:
    file = folder / name
    file.write_text("\n".join(("#!/bin/sh", *lines, "")))
    file.chmod(0o755)


def install(path: Path) -> subprocess.CompletedProcess[str]:
    command = [find_binary("sh"), str(ROOT / "tests/servers/install.sh")]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True)


def test_nothing_is_said_or_installed_where_all_is_there(path: Path) -> None:
    program(path, "redis-server")
    program(path, "google-chrome")
    program(path, "docker-compose")
    program(path, "apt-get", "exit 9")
    done = install(path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("root", [True, False])
def test_what_is_missing_is_installed(path: Path, root: bool) -> None:
    if not root:
        program(path, "id", "echo 1000")
        program(path, "sudo", f'echo "$@" >> {path}/sudo.log', '[ "$1" = -n ] && shift && exec "$@"')
        (path / "true").symlink_to(find_binary("true"))
    deliver = f"for name in redis-server chromium docker-compose; do ln -s {path}/initdb {path}/$name; done"
    program(path, "apt-get", f'echo "$@" >> {path}/apt.log', f'case "$*" in *install*) {deliver};; esac')
    done = install(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Installing for the tests, with apt-get: redis-server chromium docker-compose ...\n"
    updated, installed = (path / "apt.log").read_text().splitlines()
    assert updated.endswith(" update")
    assert installed.endswith(" install -y --no-install-recommends redis-server chromium docker-compose")
    assert (path / "sudo.log").exists() is not root


def no_apt_get(path: Path) -> None:
    pass


def no_rights(path: Path) -> None:
    program(path, "id", "echo 1000")
    program(path, "apt-get", "exit 9")


def no_network(path: Path) -> None:
    program(path, "apt-get", "echo no route >&2", "exit 100")


def other_packages(path: Path) -> None:
    program(path, "apt-get")


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        (no_apt_get, "there is no apt-get"),
        (no_rights, "only root may"),
        (no_network, "apt-get failed"),
        (other_packages, "the packages were installed but do not contain them"),
    ],
)
def test_what_cannot_be_installed_is_named_in_one_line(
    path: Path, machine: Callable[[Path], None], reason: str
) -> None:
    machine(path)
    done = install(path)
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    missing = "redis-server chromium docker-compose"
    assert last == f"Missing for the tests: {missing}. Please install them ({reason})."
