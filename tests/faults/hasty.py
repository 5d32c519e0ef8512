"""The service in a hurry: waits of minutes are seconds here, so that a test sees how they end.

Only waits differ from `app.wsgi` and `worker.app`; a test can set some by the environment.
"""

import os
from datetime import timedelta

from app import create_app, logs
from app.usecases import debts
from worker import delivery, journal, tasks


def _seconds(name: str, default: float) -> float:
    return float(os.environ.get(f"HASTY_{name}", default))


delivery.LEASE = timedelta(seconds=_seconds("LEASE", 4))
delivery._FIRST_WAIT = timedelta(seconds=_seconds("FIRST_WAIT", 0.3))
delivery._LONGEST_WAIT = timedelta(seconds=2)
delivery.MOST_ATTEMPTS = 1000  # a nemesis is worse than any relay
tasks.SWEEP_SECONDS = _seconds("SWEEP", 1)
debts.ON_THE_PAGE = timedelta(seconds=2)  # type: ignore[attr-defined]

app = create_app()
logs.configure()
celery = tasks.make_worker(app)
journal.use_json()
if "HASTY_VISIBILITY" in os.environ:
    celery.conf.broker_transport_options |= {
        "visibility_timeout": _seconds("VISIBILITY", 1),
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
    }
