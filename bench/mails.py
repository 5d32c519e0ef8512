"""Turn mails with their picture beside a loop that sends equal bytes; the time from a move to its mail."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from smtplib import SMTP
from statistics import median, quantiles
from time import perf_counter, sleep

from app import clock
from app.models import Kind
from bench.figures import Figure, compared
from bench.stack import ROOT, environment, installation, middle_of_a_game
from tests.servers.postgres import run_postgres
from tests.servers.processes import Server, scratch_folder
from tests.servers.redis import run_redis
from tests.servers.smtp import SmtpServer, run_smtp
from tests.world import World

MAILS = 120
TURNS = 20


def run() -> list[Figure]:
    """Mails a second of one and of two workers, and how long a mail takes from the commit."""
    with run_smtp() as smtp, run_postgres() as postgres, run_redis() as redis:
        world = installation(
            postgres.fresh_database(),
            broker_url=redis.fresh_database(),
            smtp_url=f"smtp://{smtp.host}:{smtp.port}",
        )
        with world.app.test_request_context():
            key = middle_of_a_game(world)
            one, two = (_delivered(world, smtp, key, workers) for workers in (1, 2))
            bare = _bare(smtp, smtp.mails[-1].raw)
            lag, send = _lag(world, smtp)
        world.service.database.close()
    return [
        compared("mails", "turn mails, one worker process", one, "mails/s", bare, at_least=0.3),
        compared("mails", "turn mails, two worker processes beside one", two, "mails/s", one, at_least=1.7),
        compared("mails", "commit to accepted by SMTP, idle, p95", lag, "ms", send, at_most=10),
    ]


def _delivered(world: World, smtp: SmtpServer, key: str, workers: int) -> float:
    """How many mails a second so many worker processes deliver."""
    seat = world.game(key).seat(world.owing(key)[0])
    with world.service.database.writing() as session:
        session.connection().exec_driver_sql("DELETE FROM notifications")
        moment = clock.now()
        session.connection().exec_driver_sql(
            "INSERT INTO notifications (kind, person_id, game_id, seat_id, move_number, version, nth,"
            " created_at, due_at, delivery, attempts) SELECT %s, %s, %s, %s, %s, %s, n, %s, %s, 'pending', 0"
            " FROM generate_series(1, %s) n",
            (
                Kind.YOUR_TURN.value,
                seat.person_id,
                seat.game_id,
                seat.id,
                world.game(key).move_count,
                seat.owes_version,
                moment,
                moment,
                MAILS,
            ),
        )
    smtp.clear()
    command = [sys.executable, "-m", "bench.worker"]
    running = [
        subprocess.Popen(
            command, env=environment(world), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(workers)
    ]
    for each in running:  # ready: everything is imported, and one mail is composed
        _line(each)
    started = perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(_work, running))
    seconds = perf_counter() - started
    for each in running:
        each.communicate()
    assert len(smtp.mails) == MAILS, len(smtp.mails)
    return MAILS / seconds


def _work(worker: subprocess.Popen[bytes]) -> None:
    """Let a worker begin, and wait until it has nothing left to send."""
    assert worker.stdin is not None
    worker.stdin.write(b"go\n")
    worker.stdin.flush()
    _line(worker)


def _line(worker: subprocess.Popen[bytes]) -> None:
    assert worker.stdout is not None
    worker.stdout.readline()


def _bare(smtp: SmtpServer, raw: bytes) -> float:
    """How many mails of the same bytes a second a plain loop sends, from a process of its own."""
    code = (
        "import smtplib,sys,time\nraw=sys.stdin.buffer.read()\n"
        f"s=smtplib.SMTP('{smtp.host}',{smtp.port})\nt=time.perf_counter()\n"
        f"for _ in range({MAILS}): s.sendmail('a@example.org',['b@example.org'],raw)\n"
        f"print({MAILS}/(time.perf_counter()-t)); s.quit()"
    )
    return float(
        subprocess.run([sys.executable, "-c", code], input=raw, capture_output=True, check=True).stdout
    )


def _lag(world: World, smtp: SmtpServer) -> tuple[float, float]:
    """Milliseconds from a committed move to its mail (p95), and of one bare send (median)."""
    command = [sys.executable, "-m", "celery", "--app", "worker.app", "worker", "--concurrency", "1"]
    with ExitStack() as stack:
        folder = stack.enter_context(scratch_folder())
        stack.enter_context(Server(command, folder, 0, lambda: None, env=environment(world)))
        _, took = _turns(world, smtp), _turns(world, smtp)  # a worker that has sent some mails before
    return quantiles(took, n=20)[-1], median(_one_send(smtp) for _ in range(20))


def _turns(world: World, smtp: SmtpServer) -> list[float]:
    """How many milliseconds each mail of a game took."""
    smtp.clear()
    key = world.start_game("Bob")
    smtp.wait_for(1, seconds=30)
    sleep(2)
    took: list[float] = []
    while len(took) < TURNS and world.owing(key):
        smtp.clear()
        seat = world.owing(key)[0]
        world.now = clock.now()
        world.move(key, seat)
        started = perf_counter()
        others = [each for each in world.seats(key) if each.number != seat]
        if any(each.owes_since == world.now for each in others):
            smtp.wait_for(1, seconds=30)
            took.append((perf_counter() - started) * 1000)
    return took


def _one_send(smtp: SmtpServer) -> float:
    started = perf_counter()
    with SMTP(smtp.host, smtp.port) as connection:
        body = (b"x" * 70 + b"\r\n") * 560
        connection.sendmail("a@example.org", ["b@example.org"], b"Subject: one\r\n\r\n" + body)
    return (perf_counter() - started) * 1000
