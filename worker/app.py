"""For `celery --app worker.app worker` and `celery --app worker.app beat`."""

from app import create_app
from worker.tasks import make_worker

celery = make_worker(create_app())
