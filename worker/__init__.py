"""The Celery workers: delivery, clocks, bots. Nothing runs here yet."""
