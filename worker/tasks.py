"""The tasks, by the names the app wakes them with. Each may run twice, late, or beside another."""

from collections.abc import Callable
from functools import wraps

from celery import Celery
from flask import Flask

from app import clock
from app.service import Service
from app.usecases import clocks, stand_ins
from app.wake import DELIVER, PLAY, SWEEP, make_celery
from worker.delivery import deliver_due
from worker.smtp import Relay

SWEEP_SECONDS = 5.0
MOST_PLAYED_AT_ONCE = 300
"""A game of bots alone ends below this; it only guards against turning in circles."""


def make_worker(flask: Flask) -> Celery:
    """The Celery app with our tasks, for a worker or a beat."""
    service: Service = flask.extensions["cacao"]
    celery = make_celery(service.settings.broker_url)
    relay = Relay(service.settings.smtp_url)

    def in_app(task: Callable[..., None]) -> Callable[..., None]:
        @wraps(task)
        def run(*arguments: int) -> None:
            with flask.app_context():
                task(*arguments)

        return run

    def deliver() -> None:
        deliver_due(service, relay)

    def play(game_id: int) -> None:
        play_all(service, game_id)

    def sweep() -> None:
        for game_id in clocks.games_due(service, clock.now()):
            play_all(service, game_id)
        clocks.remind_due(service, clock.now())
        deliver_due(service, relay)

    for name, task in ((DELIVER, deliver), (PLAY, play), (SWEEP, sweep)):
        celery.task(in_app(task), name=name)
    celery.conf.beat_schedule = {
        # What was not swept in time is swept next time: a pile of old sweeps would do no good.
        SWEEP: {"task": SWEEP, "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS * 2}}
    }
    return celery


def play_all(service: Service, game_id: int) -> None:
    """Play for every seat of a game whose time has come."""
    for _ in range(MOST_PLAYED_AT_ONCE):
        if not stand_ins.play_due(service, game_id, clock.now()):
            return
