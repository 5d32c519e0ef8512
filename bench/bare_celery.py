"""What the worker process is compared to: a Celery app without a task."""

import os

from celery import Celery

celery = Celery("bare", broker=os.environ["CACAO_BROKER_URL"])
