"""For `celery --app worker.app worker` and `celery --app worker.app beat`."""

import sys

from app import create_app
from app.garbage import collect_seldom
from app.settings import SettingError
from worker import journal
from worker.tasks import make_worker

try:
    celery = make_worker(create_app())
except SettingError as error:
    sys.exit(str(error))  # one line for the person who hosts it, not a traceback
journal.use_json()
collect_seldom()
