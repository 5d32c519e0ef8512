"""A worker process for the measurement of mails: says when it is ready, delivers at a line of input."""

import sys

from app import clock, create_app
from app.mails import compose
from app.models import Notification
from app.service import Service
from worker.delivery import deliver_due
from worker.smtp import Relay

app = create_app()
service: Service = app.extensions["cacao"]
with app.app_context():
    with service.database.reading() as session:
        first = session.get(Notification, session.query(Notification.id).limit(1).scalar())
        assert first is not None
        compose(service, session, first, clock.now())
    print("ready", flush=True)
    sys.stdin.readline()
    print(deliver_due(service, Relay(service.settings.smtp_url)), flush=True)
