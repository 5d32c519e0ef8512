"""Turn mails with their picture beside a loop that sends equal bytes; the time from a move to its mail."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from smtplib import SMTP
from statistics import median, quantiles
from time import perf_counter, sleep

from app import clock
from bench.figures import Figure, compared
from bench.relay import Relay, run_relay
from bench.stack import ROOT, environment
from bench.village import village
from tests.crowd import STRIDE, multiply
from tests.servers.postgres import run_postgres
from tests.servers.processes import HOST, Server, scratch_folder
from tests.servers.redis import run_redis
from tests.servers.smtp import SmtpServer, run_smtp
from tests.world import World

MAILS = 300
ROUNDS = 4
"""In each all that is compared is measured, one right after the other; the first is to warm up."""
MOVES = 30
GAMES = 3
IDLE = 0.1
"""Seconds between two moves, in which nobody does anything."""
_DUE_AGAIN = """
UPDATE notifications
SET delivery = 'pending', lease = NULL, attempts = 0, due_at = now() - interval '1 minute'
FROM seats WHERE seats.id = seat_id AND version = owes_version AND kind IN ('your-turn', 'decide')
AND seats.id > %s
"""


def run() -> list[Figure]:
    """Mails a second of one and of two workers, and how long a mail takes from the commit."""
    with run_postgres() as postgres, run_redis() as redis, run_smtp() as smtp, _relays() as relays:
        servers = {"broker_url": redis.fresh_database(), "smtp_url": f"smtp://{HOST}:{smtp.port}"}
        world = village(postgres.fresh_database(), MOVES, **servers).world
        multiply(world, MAILS)
        rounds = [_round(world, relays) for _ in range(ROUNDS)][1:]
        one, two, bare = (median(each) for each in zip(*rounds, strict=True))
        with world.app.test_request_context():
            lag, send = _lag(world, smtp)
        world.service.database.close()
    return [
        compared("mails", "turn mails, one worker process", one, "mails/s", bare, at_least=0.3),
        compared("mails", "turn mails, two worker processes beside one", two, "mails/s", one, at_least=1.7),
        compared("mails", "commit to accepted by SMTP, idle, p95", lag, "ms", send, at_most=10),
    ]


@contextmanager
def _relays() -> Iterator[Sequence[Relay]]:
    """One for each worker: a relay takes the mails of several connections side by side, ours does not."""
    with run_relay() as one, run_relay() as other:
        yield one, other


def _round(world: World, relays: Sequence[Relay]) -> tuple[float, float, float]:
    """Mails a second of one worker, of two, and of a plain loop with the bytes of one of these mails."""
    (one, mail), (two, _) = (_delivered(world, relays[:workers]) for workers in (1, 2))
    return one, two, _bare(relays[0], mail)


def _delivered(world: World, relays: Sequence[Relay]) -> tuple[float, bytes]:
    """How many mails a second as many worker processes deliver, each mail of another game; one of them."""
    with world.service.database.writing() as session:
        session.connection().exec_driver_sql(_DUE_AGAIN, (STRIDE,))
    command = [sys.executable, "-m", "bench.worker"]
    running = [
        subprocess.Popen(
            command,
            env=environment(world, CACAO_SMTP_URL=f"smtp://{HOST}:{relay.port}"),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for relay in relays
    ]
    for each in running:  # ready: everything is imported, and one mail is composed
        _line(each)
    started = perf_counter()
    with ThreadPoolExecutor(len(running)) as pool:
        list(pool.map(_work, running))
    seconds = perf_counter() - started
    for each in running:
        each.communicate()
    taken = [relay.taken() for relay in relays]
    assert sum(count for count, _ in taken) == MAILS, taken
    return MAILS / seconds, taken[0][1]


def _work(worker: subprocess.Popen[bytes]) -> None:
    """Let a worker begin, and wait until it has nothing left to send."""
    assert worker.stdin is not None
    worker.stdin.write(b"go\n")
    worker.stdin.flush()
    _line(worker)


def _line(worker: subprocess.Popen[bytes]) -> None:
    assert worker.stdout is not None
    worker.stdout.readline()


def _bare(relay: Relay, raw: bytes) -> float:
    """How many mails of the same bytes a second a plain loop sends, from a process of its own."""
    code = (
        "import smtplib,sys,time\nraw=sys.stdin.buffer.read()\n"
        f"s=smtplib.SMTP('{HOST}',{relay.port})\nt=time.perf_counter()\n"
        f"for _ in range({MAILS}): s.sendmail('a@example.org',['b@example.org'],raw)\n"
        f"print({MAILS}/(time.perf_counter()-t)); s.quit()"
    )
    done = subprocess.run([sys.executable, "-c", code], input=raw, capture_output=True, check=True)
    relay.taken()
    return float(done.stdout)


def _lag(world: World, smtp: SmtpServer) -> tuple[float, float]:
    """Milliseconds from a committed move to its mail (p95), and of one bare send (median)."""
    command = [sys.executable, "-m", "celery", "--app", "worker.app", "worker", "--concurrency", "1"]
    with ExitStack() as stack:
        folder = stack.enter_context(scratch_folder())
        stack.enter_context(Server(command, folder, 0, lambda: None, env=environment(world)))
        _turns(world, smtp)  # for a worker that has sent some mails before
        took = [each for _ in range(GAMES) for each in _turns(world, smtp)]
    return quantiles(took, n=20)[-1], median(_one_send(smtp) for _ in range(20))


def _turns(world: World, smtp: SmtpServer) -> list[float]:
    """How many milliseconds each mail of a game took."""
    smtp.clear()
    key = world.start_game("Bob")
    smtp.wait_for(1, seconds=30)
    sleep(2)
    took: list[float] = []
    while world.owing(key):
        smtp.clear()
        seat = world.owing(key)[0]
        world.now = clock.now()
        world.move(key, seat)
        started = perf_counter()
        others = [each for each in world.seats(key) if each.number != seat]
        if any(each.owes_since == world.now for each in others):
            smtp.wait_for(1, seconds=30)
            took.append((perf_counter() - started) * 1000)
        sleep(IDLE)
    return took


def _one_send(smtp: SmtpServer) -> float:
    started = perf_counter()
    with SMTP(smtp.host, smtp.port) as connection:
        body = (b"x" * 70 + b"\r\n") * 560
        connection.sendmail("a@example.org", ["b@example.org"], b"Subject: one\r\n\r\n" + body)
    return (perf_counter() - started) * 1000
