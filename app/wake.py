"""Waking the worker by task name. Losing a wake-up loses nothing: the sweep finds what is due."""

import logging
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

from celery import Celery

from app.logs import REQUEST_ID

ASKED_BY = "asked_by"
"""The header of a task that names the request it comes from, for the worker's log."""
DELIVER = "worker.deliver"
PLAY = "worker.play"
SWEEP = "worker.sweep"

_PAUSE_AFTER_FAILURE = 5.0
USELESS_AFTER = 3600.0
"""Seconds after which a task is not worth doing: the sweeps since then have done it.

So long, because the clocks of two machines may differ, and no difference may make every task useless.
"""
_GATHERING = 0.05
"""Seconds after a wake-up in which others are gathered: a hundred moves at once wake the worker once."""
_log = logging.getLogger(__name__)

_MEMORY = {"polling_interval": 0.05}
_SENDER = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "max_retries": 0}
"""Who sends a wake-up tries once, for a short time: what is lost is swept."""
_CONSUMER = {"socket_timeout": 10, "socket_connect_timeout": 5, "socket_keepalive": True}
"""A worker waits for Redis, but notices when the other end is gone without a word."""


def make_celery(broker_url: str, *, consumer: bool = False) -> Celery:
    """A Celery app: the web sends by it, and as a consumer the worker and beat add their tasks to it."""
    celery = Celery("cacao", broker=broker_url, set_as_current=False)
    celery.conf.update(
        task_ignore_result=True,
        task_default_queue="cacao",
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # a worker outlives any time without Redis
        broker_transport_options=_transport_options(broker_url, consumer),
        worker_hijack_root_logger=False,
        worker_prefetch_multiplier=1,
        task_acks_late=True,
    )
    return celery


def _transport_options(broker_url: str, consumer: bool) -> dict[str, Any]:
    if broker_url.startswith("memory"):
        return dict(_MEMORY)
    return dict(_CONSUMER if consumer else _SENDER)


class Wake:
    """Tells the worker that there is something to do: after the commit, beside the request, never raising.

    A thread sends what is waiting and ends. So no request waits for the broker, whatever state it is in,
    and while the broker does not answer, wake-ups are dropped.
    """

    def __init__(self, celery: Celery) -> None:
        self._celery = celery
        self._lock = Lock()
        self._waiting: dict[tuple[str, tuple[int, ...]], str] = {}
        """What to send, and the request that asked for it."""
        self._sending = False
        self._not_before = 0.0

    def deliver(self) -> None:
        """There may be mails to send."""
        self._send(DELIVER)

    def play(self, game_id: int) -> None:
        """A bot or stand-in may have to play in this game."""
        self._send(PLAY, game_id)

    def _send(self, task: str, *arguments: int) -> None:
        with self._lock:
            if monotonic() < self._not_before:
                return
            self._waiting[task, arguments] = REQUEST_ID.get()  # the same one twice is one
            if self._sending:
                return
            self._sending = True
        try:
            Thread(target=self._send_all, name="wake").start()
        except RuntimeError as error:  # no more threads: the move is committed all the same
            self._give_up(error)
            self._sending = False

    def _send_all(self) -> None:
        while wanted := self._taken():
            try:
                for (task, arguments), request_id in wanted.items():
                    self._celery.send_task(
                        task,
                        arguments,
                        retry=False,
                        ignore_result=True,
                        expires=USELESS_AFTER,
                        headers={ASKED_BY: request_id},
                    )
            except Exception as error:  # whatever the transport raises: the sweep will come
                self._give_up(error)
            sleep(_GATHERING)

    def _taken(self) -> dict[tuple[str, tuple[int, ...]], str]:
        """All that is waiting; if nothing is, whoever comes next starts another thread."""
        with self._lock:
            taken, self._waiting = self._waiting, {}
            self._sending = bool(taken)
            return taken

    def _give_up(self, error: Exception) -> None:
        with self._lock:
            self._waiting.clear()
            self._not_before = monotonic() + _PAUSE_AFTER_FAILURE
        _log.warning("broker does not answer: %s", type(error).__name__)
