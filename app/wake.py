"""Waking the worker by task name. Losing a wake-up loses nothing: the sweep finds what is due."""

import logging
from time import monotonic

from celery import Celery

DELIVER = "worker.deliver"
PLAY = "worker.play"
SWEEP = "worker.sweep"

_PAUSE_AFTER_FAILURE = 5.0
_log = logging.getLogger(__name__)


def make_celery(broker_url: str) -> Celery:
    """The Celery app that both sides share: the web sends by it, the worker adds its tasks to it."""
    celery = Celery("cacao", broker=broker_url, set_as_current=False)
    celery.conf.update(
        task_ignore_result=True,
        task_default_queue="cacao",
        broker_connection_retry_on_startup=True,
        # A request never hangs on the broker: one short try, then the sweep takes over.
        broker_transport_options={
            "socket_timeout": 0.5,
            "socket_connect_timeout": 0.5,
            "polling_interval": 0.05,
            "max_retries": 0,
        },
        worker_hijack_root_logger=False,
        worker_prefetch_multiplier=1,
        task_acks_late=True,
    )
    return celery


class Wake:
    """Tells the worker that there is something to do; never raises, and soon gives up."""

    def __init__(self, celery: Celery) -> None:
        self._celery = celery
        self._not_before = 0.0

    def deliver(self) -> None:
        """There may be mails to send."""
        self._send(DELIVER)

    def play(self, game_id: int) -> None:
        """A bot or stand-in may have to play in this game."""
        self._send(PLAY, game_id)

    def _send(self, task: str, *arguments: int) -> None:
        if monotonic() < self._not_before:
            return
        try:
            self._celery.send_task(task, arguments, retry=False, ignore_result=True)
        except (
            Exception
        ) as error:  # whatever the transport raises: the move is committed, the sweep will come
            self._not_before = monotonic() + _PAUSE_AFTER_FAILURE
            _log.warning("broker does not answer: %s", type(error).__name__)
