"""The worker's log: lines of JSON like the web's, and of Celery itself only what is wrong."""

import logging

from celery.signals import setup_logging

from app import logs


def use_json() -> None:
    """Let `celery worker` and `celery beat` log as we do, instead of setting up a log of their own."""
    setup_logging.connect(_set_up)


def _set_up(**_: object) -> None:
    logs.configure()
    logging.getLogger("celery").setLevel(logging.WARNING)  # it would tell of every sweep
