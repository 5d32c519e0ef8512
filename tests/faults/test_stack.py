"""The real processes: Redis away or frozen, two beats, a visibility timeout below a send, orderly ends."""

import http.client
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from app import clock
from app.models import Delivery, Move
from app.tokens import TurnLink
from app.usecases.games import seated
from app.usecases.records import verify
from engine import legal_moves, write_move
from tests.faults.nemesis import wait_until
from tests.faults.stack import Stack, run_stack
from tests.servers.guard import ask_to_end, family, signal_all
from tests.servers.mailbox import ACCEPT, delay
from tests.servers.processes import HOST

PATIENCE = 60.0


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """One installation for these tests: two beats, and every task is repeated after a second."""
    with run_stack(beats=2, durable=False, more={"HASTY_VISIBILITY": "1"}) as started:
        yield started


@pytest.fixture(autouse=True)
def _calm(stack: Stack) -> Iterator[None]:
    """Each test begins with an empty mailbox and everything running, and with nothing left to send."""
    until_sent(stack)
    stack.smtp.clear()
    stack.world.now = clock.now()
    with stack.world.app.test_request_context():
        yield


def until_sent(stack: Stack) -> None:
    wait_until(lambda: not stack.world.pending(), stack.logs, PATIENCE)


@dataclass
class Answers:
    """What a client saw."""

    seconds: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    acknowledged: list[TurnLink] = field(default_factory=list)
    unanswered: list[TurnLink] = field(default_factory=list)

    @property
    def p99(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)]


def post(stack: Stack, path: str, data: dict[str, str], more: Mapping[str, str] | None = None) -> int:
    connection = http.client.HTTPConnection(HOST, stack.web.port, timeout=30)
    try:
        headers = {"Content-Type": "application/x-www-form-urlencoded", **(more or {})}
        connection.request("POST", path, urlencode(data), headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def play_over_http(stack: Stack, key: str, moves: int, answers: Answers, stop: Event | None = None) -> None:
    """Everybody in a game makes moves over HTTP; the harness knows the links."""
    world = stack.world
    for _ in range(moves):
        owing = world.owing(key)
        if not owing or (stop is not None and stop.is_set()):
            return
        link = world.link(key, owing[0])
        move = write_move(legal_moves(world.state(key), link.seat)[0])
        began = time.monotonic()
        try:
            status = post(stack, f"/t/{world.service.tokens.turn(link)}", {"move": move})
        except (OSError, http.client.HTTPException):
            answers.unanswered.append(link)
            return
        answers.seconds.append(time.monotonic() - began)
        answers.statuses.append(status)
        if status in (302, 303):
            answers.acknowledged.append(link)


def made(stack: Stack, link: TurnLink) -> int:
    key, seat, version = link
    with stack.world.service.database.reading() as session:
        game = seated(stack.world.service, key)
        query = select(Move).where(Move.game_id == game.id, Move.seat == seat, Move.version == version)
        return len(list(session.scalars(query)))


@pytest.mark.parametrize("fault", ["none", "stopped", "killed"])
def test_a_move_is_taken_as_fast_without_redis_and_its_mail_follows(
    stack: Stack, fault: str, record_property: Callable[[str, object], None]
) -> None:
    games = [stack.world.start_game("Bob") for _ in range(3)]
    answers = Answers()
    if fault == "stopped":
        stack.redis.stop()
    elif fault == "killed":
        stack.redis.kill()
    try:
        for key in games:
            play_over_http(stack, key, 16, answers)
    finally:
        if fault == "stopped":
            stack.redis.cont()
        elif fault == "killed":
            stack.redis.start()
    assert set(answers.statuses) <= {302, 303}
    assert len(answers.statuses) == 48
    assert max(answers.seconds) < 10, "far below what hanging on Redis would take"
    record_property(f"p99 with redis {fault}", answers.p99)
    print(
        f"redis {fault}: p99 {answers.p99 * 1000:.0f} ms, median {sorted(answers.seconds)[24] * 1000:.0f} ms"
    )
    until_sent(stack)
    for key in games:
        link = stack.world.service.tokens.turn(stack.world.link(key, stack.world.owing(key)[0]))
        assert any(link in mail.text for mail in stack.smtp.mails), "who is to move was mailed"
        assert list(verify(stack.world.service, key)) == [(key, None)]


def test_two_beats_and_repeated_tasks_send_each_mail_once(stack: Stack) -> None:
    stack.smtp.default = delay(2.5)  # longer than the visibility timeout, shorter than the lease
    stack.world.open_game("Bob", "Cleo")
    stack.smtp.wait_for(2, seconds=PATIENCE)
    until_sent(stack)
    stack.smtp.default = ACCEPT
    time.sleep(1.5)  # another sweep or two
    ids = [mail.message["Message-ID"] for mail in stack.smtp.mails]
    assert len(ids) == len(set(ids)) == 2


def test_a_worker_that_is_told_to_end_finishes_the_mail_it_sends(stack: Stack) -> None:
    stack.smtp.default = delay(2)
    stack.world.open_game("Bob")
    stack.smtp.wait_for(1, seconds=PATIENCE)  # the mail is here, and its sender waits for the answer
    for worker in stack.workers:
        ask_to_end(worker.pid, signal.SIGTERM)
    for worker in stack.workers:
        assert worker.process is not None
        assert worker.process.wait(PATIENCE) == 0
    mails = [mail.delivery for mail in stack.world.mails()][-1:]
    for worker in stack.workers:
        worker.restart()
    assert mails == [Delivery.SENT]
    stack.smtp.default = ACCEPT
    time.sleep(1)
    assert len(stack.smtp.mails) == 1


def test_a_web_server_that_is_told_to_end_answers_what_it_has_begun(stack: Stack) -> None:
    keys = [stack.world.start_game("Bob") for _ in range(4)]
    results = [Answers() for _ in keys]
    stop = Event()
    with ThreadPoolExecutor(4) as pool:
        work = [
            pool.submit(play_over_http, stack, key, 200, seen, stop)
            for key, seen in zip(keys, results, strict=True)
        ]
        wait_until(lambda: all(len(seen.statuses) >= 3 for seen in results), stack.logs, PATIENCE)
        ask_to_end(stack.web.pid, signal.SIGTERM)
        assert stack.web.process is not None
        ended = stack.web.process.wait(PATIENCE)
        stop.set()
        for done in work:
            done.result()
    stack.web.restart()
    assert ended == 0
    for seen in results:
        assert set(seen.statuses) <= {302, 303}, "no 5xx"
        assert all(made(stack, link) == 1 for link in seen.acknowledged)
        assert not any(made(stack, link) for link in seen.unanswered), "a move was made, but not acknowledged"
    answers = Answers()
    play_over_http(stack, keys[0], 2, answers)
    assert set(answers.statuses) <= {302, 303}, "the next server goes on where the last one ended"


def traced(stack: Stack, name: str) -> bool:
    """Whether the mail that followed a move was sent for the request that made it."""
    key = stack.world.start_game("Bob")
    until_sent(stack)
    link = stack.world.link(key, 0)
    move = write_move(legal_moves(stack.world.state(key), 0)[1])
    path = f"/t/{stack.world.service.tokens.turn(link)}"
    assert post(stack, path, {"move": move}, {"X-Request-ID": name}) in (302, 303)
    assert stack.world.owing(key) == [1]
    until_sent(stack)
    time.sleep(0.2)  # what is sent is marked, and then told
    assert any(name in line for line in stack.web.log_tail(50).splitlines())
    lines = [line for worker in stack.workers for line in worker.log_tail(50).splitlines()]
    return any(name in line and "sent" in line for line in lines)


def test_a_request_is_found_again_in_the_log_of_the_worker(stack: Stack) -> None:
    # What comes by at the same moment, a sweep or a repeated task, may send the mail first: for no request.
    assert any(traced(stack, f"a-request-to-be-traced-{n}") for n in range(10)), stack.logs()


def test_a_killed_web_process_is_replaced(stack: Stack) -> None:
    _, *children = family(stack.web.pid)
    signal_all(children, signal.SIGKILL)

    def answers() -> bool:
        try:
            return post(stack, "/t/nonsense", {}) < 500
        except (OSError, http.client.HTTPException):
            return False

    wait_until(answers, stack.logs, PATIENCE)
    assert stack.web.running
