"""A worker process for the measurement of mails: says when it is ready, delivers at a line of input."""

import sys

from sqlalchemy import select

from app import clock, create_app
from app.garbage import collect_seldom
from app.mails import compose
from app.models import Delivery, Notification
from app.service import Service
from worker.delivery import deliver_due
from worker.smtp import Relay

app = create_app()
service: Service = app.extensions["cacao"]
with app.app_context():
    with service.database.reading() as session:
        waiting = select(Notification).where(Notification.delivery == Delivery.PENDING)
        compose(service, session, session.scalars(waiting.limit(1)).one(), clock.now())
    collect_seldom()
    print("ready", flush=True)
    sys.stdin.readline()
    print(deliver_due(service, Relay(service.settings.smtp_url)), flush=True)
