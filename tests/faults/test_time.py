"""Time going wrong: no beat for half an hour, clocks that jump, machines that disagree about the time."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery
from sqlalchemy import select

from app import clock
from app.mails import Message
from app.models import By, Delivery, Kind, Move
from app.usecases import clocks
from app.usecases.records import verify
from app.wake import SWEEP
from tests.servers.smtp import SmtpServer
from tests.world import World
from worker import tasks
from worker.delivery import LEASE, deliver_due
from worker.smtp import Relay
from worker.tasks import SWEEP_SECONDS, Sweeps, make_worker


@pytest.fixture
def relay(smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """The relay that the worker's tasks use."""
    with closing(Relay(f"smtp://{smtp_server.host}:{smtp_server.port}")) as relay:
        monkeypatch.setattr(tasks, "Relay", lambda _: relay)
        yield relay


def sweep(world: World) -> None:
    """One sweep, as beat asks for it."""
    celery: Celery = make_worker(world.app)
    celery.tasks[SWEEP].apply().get()


class Hand:
    """Moves the clock of this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jump = timedelta(0)
        monkeypatch.setattr(clock, "now", lambda: datetime.now(UTC) + self.jump)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return Hand(monkeypatch)


def test_one_sweep_catches_up_with_half_an_hour_without_beat(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.now = clock.now() - timedelta(minutes=30)
    bots = world.start_game("bot:random", first=1)
    world.now = clock.now() - timedelta(hours=100)
    late = world.start_game("Bob", pace_hours=48)
    sweep(world)
    assert world.game(bots).move_count > 0, "the bot has played"
    with world.service.database.reading() as session:
        by = session.scalars(select(Move.by)).all()
    assert By.STAND_IN in by, "the stand-in has played for whoever was too late"
    assert world.owing(late) == [1]
    assert not world.mails(Kind.REMINDER), "who is too late is not reminded any more"
    sweep(world)
    assert not [mail for mail in world.pending() if mail.due_at <= clock.now()]
    ids = [mail.message["Message-ID"] for mail in smtp_server.mails]
    assert len(ids) == len(set(ids)) > 0


def test_a_beat_whose_clock_is_set_back_goes_on_sweeping() -> None:
    sweeps = Sweeps(SWEEP_SECONDS, app=Celery(set_as_current=False))
    an_hour_ahead = datetime.now(UTC) + timedelta(hours=1)
    assert sweeps.is_due(an_hour_ahead).is_due
    assert sweeps.is_due(datetime.now(UTC) - timedelta(seconds=SWEEP_SECONDS + 1)).is_due
    assert not sweeps.is_due(datetime.now(UTC)).is_due


def test_machines_that_disagree_by_minutes_still_sweep(world: World) -> None:
    """A sweep that was useless too soon would never be done by a worker whose clock is ahead."""
    entry = make_worker(world.app).conf.beat_schedule[SWEEP]
    assert entry["options"]["expires"] >= 600


def test_a_clock_that_jumps_ahead_while_a_mail_is_sent_sends_copies_of_one_mail(
    world: World, relay: Relay, smtp_server: SmtpServer, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_game("Bob")
    send = relay.send

    def jump_and_send(message: Message) -> None:
        monkeypatch.setattr(relay, "send", send)
        hand.jump = LEASE * 2
        deliver(world, relay)
        send(message)

    monkeypatch.setattr(relay, "send", jump_and_send)
    deliver(world, relay)
    assert [mail.delivery for mail in world.mails()] == [Delivery.SENT]
    assert len({str(mail.message["Message-ID"]) for mail in smtp_server.wait_for(2)}) == 1


def deliver(world: World, relay: Relay) -> int:
    with world.app.app_context():
        return deliver_due(world.service, relay)


def test_a_clock_that_is_set_back_loses_nothing_and_plays_for_nobody(
    world: World, relay: Relay, smtp_server: SmtpServer, hand: Hand
) -> None:
    world.now = clock.now()
    key = world.start_game("Bob")
    hand.jump = timedelta(hours=-1)
    sweep(world)
    assert world.game(key).move_count == 0
    world.now = clock.now()
    world.move(key, 0)
    assert list(verify(world.service, key)) == [(key, None)]
    hand.jump = timedelta(0)
    sweep(world)
    owed = world.mails(Kind.YOUR_TURN, person="Bob")
    assert [mail.delivery for mail in owed] == [Delivery.SENT]


def test_a_clock_that_jumps_ahead_and_back_plays_at_most_once_for_each_debt(
    world: World, relay: Relay, hand: Hand
) -> None:
    world.now = clock.now()
    key = world.start_game("Bob", pace_hours=48)
    hand.jump = timedelta(hours=100)
    sweep(world)
    hand.jump = timedelta(0)
    made = world.game(key).move_count
    sweep(world)
    assert world.game(key).move_count == made
    assert world.owing(key) == [1]
    assert clocks.games_due(world.service, clock.now()) == []
    assert list(verify(world.service, key)) == [(key, None)]
