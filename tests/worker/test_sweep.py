"""The sweep: what goes wrong with one game keeps nobody else waiting."""

from contextlib import closing
from datetime import timedelta

import pytest

from app import clock
from app.models import Delivery, Kind
from app.usecases import clocks, people
from app.usecases.games import locked
from app.wake import SWEEP
from tests.servers.smtp import SmtpServer
from tests.world import World
from worker import tasks
from worker.smtp import Relay
from worker.tasks import make_worker


@pytest.fixture(autouse=True)
def relay_of_tasks(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "Relay", lambda _: relay)


def sweep(world: World) -> None:
    """One sweep, as beat asks for it."""
    with closing(make_worker(world.app)) as celery:
        celery.tasks[SWEEP].apply().get()


def test_a_game_that_cannot_be_played_stops_no_other(world: World, smtp_server: SmtpServer) -> None:
    world.now = clock.now() - timedelta(days=9)
    spoilt = world.start_game("Bob")
    sound = world.start_game("Bob")
    with world.service.database.writing() as session:
        locked(session, spoilt).state = {}
    sweep(world)
    assert world.game(spoilt).move_count == 0
    assert world.game(sound).move_count > 0
    assert world.mails(Kind.TIME_RAN_OUT)[0].delivery is Delivery.SENT


def test_beat_asks_to_forget_strangers_who_never_came(world: World) -> None:
    world.now = clock.now() - timedelta(days=99)
    eve = world.person("Eve")
    with closing(make_worker(world.app)) as celery:
        for entry in celery.conf.beat_schedule.values():
            celery.tasks[entry["task"]].apply().get()
    assert not people.is_here(world.service, eve)


def test_mails_go_out_whatever_is_wrong_with_the_clocks(
    world: World, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError

    monkeypatch.setattr(clocks, "games_due", fail)
    monkeypatch.setattr(clocks, "remind_due", fail)
    world.open_game("Bob")
    sweep(world)
    assert world.mails()[0].delivery is Delivery.SENT
