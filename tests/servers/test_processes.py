"""The processes, PostgreSQL and Redis that other tests stand on: they start, fail and end as told."""

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis

from tests.servers.guard import alive, family
from tests.servers.postgres import Postgres, run_postgres
from tests.servers.processes import CHROMIUM, Server, find_binary, free_port, scratch_folder
from tests.servers.redis import Redis, run_redis

ROOT = Path(__file__).parent.parent.parent


def query(url: str, command: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        cursor = connection.execute(command)
        return cursor.fetchall() if cursor.description else []


def eventually(true: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return true()


def test_what_is_not_installed_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program is not installed"):
        find_binary("no-such-program")


def test_the_browser_is_installed() -> None:
    assert find_binary(*CHROMIUM)


def test_nobody_listens_on_a_free_port() -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_port()))


def not_ready() -> None:
    raise ConnectionError("nobody there")


def test_who_waits_for_a_frozen_server_is_let_go_and_found_out(redis_server: Redis) -> None:
    with (
        redis.from_url(redis_server.url()) as client,
        pytest.raises(AssertionError, match="somebody waited"),
        redis_server.frozen(patience=0.2),
    ):
        assert client.ping()


def test_a_server_that_ends_at_its_start_shows_its_log() -> None:
    with scratch_folder() as folder:
        server = Server(["sh", "-c", "echo no room; exit 3"], folder, free_port(), not_ready)
        with pytest.raises(RuntimeError, match="ended at its start:\nno room"):
            server.start()
        assert not server.running


def test_a_server_that_never_gets_ready_is_given_up_and_ended() -> None:
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
