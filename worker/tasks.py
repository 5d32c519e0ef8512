"""The tasks, by the names the app wakes them with. Each may run twice, late, or beside another."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from time import monotonic

from celery import Celery, current_task
from celery.schedules import schedstate, schedule
from flask import Flask

from app import clock
from app.logs import REQUEST_ID
from app.service import Service
from app.usecases import clocks, forgetting, stand_ins
from app.wake import ASKED_BY, DELIVER, PLAY, SWEEP, USELESS_AFTER, make_celery
from worker.delivery import LONGEST_RUN, deliver_due
from worker.smtp import Relay

SWEEP_SECONDS = 5.0
FORGET = "worker.forget"
FORGET_SECONDS = 60.0
"""Seldom: nobody waits for it, and what a sweep costs, it costs all day."""

_log = logging.getLogger(__name__)


class Sweeps(schedule):  # type: ignore[misc]
    """Every few seconds, also after the clock was set back: then the last sweep seems to be still to come."""

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Whether to sweep now, and when to ask again."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(True, self.seconds)
        return super().is_due(last_run_at)


def make_worker(flask: Flask) -> Celery:
    """The Celery app with our tasks, for a worker or a beat."""
    service: Service = flask.extensions["cacao"]
    celery = make_celery(service.settings.broker_url, consumer=True)
    relay = Relay(service.settings.smtp_url)

    def in_app(task: Callable[..., None]) -> Callable[..., None]:
        @wraps(task)
        def run(*arguments: int) -> None:
            asked_by = current_task.request.get(ASKED_BY) or ""
            REQUEST_ID.set(asked_by)
            with flask.app_context():
                task(*arguments)

        return run

    def deliver() -> None:
        deliver_due(service, relay)

    def play(game_id: int) -> None:
        play_all(service, game_id, monotonic() + LONGEST_RUN)

    def sweep() -> None:
        with _stopping_nothing_else("clocks"):
            play_due_games(service)
        with _stopping_nothing_else("reminders"):
            clocks.remind_due(service, clock.now())
        deliver_due(service, relay)

    def forget() -> None:
        forgetting.forget_strangers(service, clock.now())

    for name, task in ((DELIVER, deliver), (PLAY, play), (SWEEP, sweep), (FORGET, forget)):
        celery.task(in_app(task), name=name, shared=False)
    celery.conf.beat_schedule = {
        name: {
            "task": name,
            "schedule": Sweeps(seconds, app=celery),
            "options": {"expires": USELESS_AFTER},
        }
        for name, seconds in ((SWEEP, SWEEP_SECONDS), (FORGET, FORGET_SECONDS))
    }
    return celery


def play_due_games(service: Service) -> None:
    """Play wherever the time has come, for a while: mails are not to wait for a long line of games."""
    end = monotonic() + LONGEST_RUN
    for game_id in clocks.games_due(service, clock.now()):
        with _stopping_nothing_else(f"game {game_id}"):
            play_all(service, game_id, end)
        if monotonic() > end:
            return


def play_all(service: Service, game_id: int, end: float) -> None:
    """Play for every seat of a game whose time has come; what is left at the end, the next sweep plays."""
    while monotonic() < end and stand_ins.play_due(service, game_id, clock.now()):
        pass


@contextmanager
def _stopping_nothing_else(what: str) -> Iterator[None]:
    """Tell the operator what failed, and go on: the next sweep tries it again."""
    try:
        yield
    except Exception:
        _log.exception("%s failed", what)
