"""Delivery in the test's own process: a relay to the tests' mail server, and a sweep when one is wanted."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import update

from app import clock
from app.models import Notification
from tests.servers.smtp import SmtpServer
from tests.world import World
from worker.delivery import deliver_due
from worker.smtp import Relay


@pytest.fixture
def relay(smtp_server: SmtpServer) -> Iterator[Relay]:
    """The connection a worker has to the mail server."""
    with closing(Relay(f"smtp://{smtp_server.host}:{smtp_server.port}")) as relay:
        yield relay


def deliver(world: World, relay: Relay) -> int:
    """Send all that is due; how many mails that were."""
    with world.app.app_context():
        return deliver_due(world.service, relay)


def make_due(world: World) -> None:
    """As if the lease or the wait had run out."""
    with world.service.database.writing() as session:
        session.execute(update(Notification).values(due_at=clock.now() - timedelta(seconds=1)))
