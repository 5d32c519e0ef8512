"""Delivering what the outbox owes: claim rows, send without holding a lock, say truly what became of each."""

import logging
import secrets
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from time import monotonic

from sqlalchemy import bindparam, delete, select, update

from app import clock
from app.mails import Void, compose
from app.models import Delivery, Notification, Person, RelayPause
from app.service import Service
from app.usecases.holding import FOR_EVER
from worker.smtp import DeliveryError, LoginRefused, RefusedForGood, Relay, RelayUnreachable

LEASE = timedelta(minutes=5)
"""How long one worker may take for a mail before another takes it over; longer than SMTP's own patience."""

LONGEST_RUN = 20.0
"""Seconds after which a task leaves the rest to the next: a worker that is to end waits for its task."""

BATCH = 5
"""How many mails are claimed at once: few, so that several workers share what there is."""

BEGUN_WITHIN = 1.0
"""Seconds after which what was claimed and not begun is given back: a lease is no time to wait in."""

MOST_ATTEMPTS = 12
PAUSE_AFTER_LOGIN = timedelta(minutes=5)
_OVER = RelayPause.until <= bindparam("now")
_PAUSES_OVER = select(RelayPause.id).where(_OVER)
_END_OF_PAUSES = delete(RelayPause).where(_OVER)
_DUE = (
    select(Notification.__table__)
    .where(Notification.delivery == Delivery.PENDING, Notification.due_at <= bindparam("now"))
    .where(~select(RelayPause.id).where(~_OVER).exists())
    .order_by(Notification.due_at, Notification.id)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
_OF_MAIL = update(Notification).where(
    Notification.id == bindparam("mail"), Notification.delivery == Delivery.PENDING
)
_SENT = _OF_MAIL.values(delivery=Delivery.SENT, sent_at=bindparam("now"), error=None, lease=None)
_NOT_SENT = _OF_MAIL.where(Notification.lease == bindparam("held")).values(
    delivery=bindparam("became"), error=bindparam("why"), lease=None
)
_OF_PERSON = update(Person).where(Person.id == bindparam("person"))
_BOUNCES = _OF_PERSON.where(Person.bouncing_since.is_(None)).values(bouncing_since=bindparam("now"))
_ARRIVES = _OF_PERSON.where(Person.bouncing_since.is_not(None)).values(bouncing_since=None)
_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=10), timedelta(hours=6)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Claim:
    """A row this worker is delivering."""

    row: Notification
    """As it was when it was claimed; what it tells of is looked up when it is sent."""
    lease: str
    attempt: int


def deliver_due(service: Service, relay: Relay) -> int:
    """Deliver what is due, for a while; how many mails were sent."""
    sent, end = 0, monotonic() + LONGEST_RUN
    while claims := _claim(service, clock.now()):
        soon = monotonic() + BEGUN_WITHIN
        try:
            while claims and monotonic() < soon:
                sent += _deliver(service, relay, claims.popleft())
        except (RelayUnreachable, LoginRefused):
            break  # no other mail would fare better now; the next sweep tries again
        finally:
            _release(service, claims)
        if monotonic() >= end:
            service.wake.deliver()
            break
    return sent


def end_all_leases(service: Service) -> None:
    """For the start of the only worker there is: what was being sent when the last one was killed is due."""
    with service.database.writing() as session:
        session.execute(
            update(Notification)
            .where(Notification.delivery == Delivery.PENDING, Notification.lease.is_not(None))
            .values(lease=None, due_at=clock.now())
            .execution_options(synchronize_session=False)
        )


def _claim(service: Service, now: datetime) -> deque[Claim]:
    """Take the mails that have waited longest; another worker takes others.

    What was tried before is taken alone: it may be what ended its worker, and must not end others with it.
    """
    with service.database.transaction() as transaction:
        over, found = transaction.ask((_PAUSES_OVER, {"now": now}), (_DUE, {"now": now}))
        if over:  # deleted, for the clock may be set back
            transaction.execute(_END_OF_PAUSES, {"now": now})
        due = [transaction.to_change(Notification, row) for row in found]
        rows, lease = [*takewhile(lambda row: not row.attempts, due)] or due[:1], secrets.token_hex(16)
        for row in rows:
            row.lease, row.due_at, row.attempts = lease, now + LEASE, row.attempts + 1
    return deque(Claim(row, lease, row.attempts) for row in rows)


def _release(service: Service, claims: Collection[Claim]) -> None:
    """Give back what was claimed and not begun, as if it had not been claimed."""
    if not claims:
        return
    with service.database.writing() as session:
        session.execute(
            update(Notification)
            .where(Notification.id.in_([claim.row.id for claim in claims]))
            .where(Notification.lease.in_({claim.lease for claim in claims}))
            .values(lease=None, due_at=clock.now(), attempts=Notification.attempts - 1)
            .execution_options(synchronize_session=False)
        )


def _deliver(service: Service, relay: Relay, claim: Claim) -> bool:
    """Send one mail; whether it was accepted."""
    if claim.attempt > MOST_ATTEMPTS:
        # Nobody came back to say how the attempts ended: making this mail ends its worker.
        _put_off(service, claim, "no worker outlived it")
        return False
    try:
        with service.database.reading() as session:
            message = compose(service, session, claim.row, clock.now())
        relay.send(message)
    except Void:
        _finish(service, claim, Delivery.VOID)
    except RefusedForGood as error:
        _finish(service, claim, Delivery.REFUSED, str(error))
    except LoginRefused as error:
        _pause(service, claim, str(error))
        raise
    except RelayUnreachable as error:
        _put_back(service, claim, str(error))
        raise
    except DeliveryError as error:
        _put_off(service, claim, str(error))
    except Exception as error:  # a row that cannot be made into a mail must not stop the others
        _log.exception("mail %d cannot be composed", claim.row.id)
        _put_off(service, claim, type(error).__name__)
    else:
        _finish(service, claim, Delivery.SENT, bounced=message.bounced)
        _log.info("mail %d sent", claim.row.id)
        return True
    return False


def _finish(
    service: Service, claim: Claim, delivery: Delivery, error: str | None = None, bounced: bool = False
) -> None:
    """Mark what is certain. What was accepted stays accepted, even if the lease was lost meanwhile."""
    now, person = clock.now(), {"person": claim.row.person_id}
    with service.database.transaction() as transaction:
        if delivery is Delivery.SENT:
            transaction.execute(_SENT, {"mail": claim.row.id, "now": now})
        else:
            became = {"became": delivery, "why": error}
            transaction.execute(_NOT_SENT, {"mail": claim.row.id, "held": claim.lease, **became})
        # Remembered on the person, so that the others see it on the game page.
        if delivery is Delivery.REFUSED:
            transaction.execute(_BOUNCES, {**person, "now": now})
        elif bounced:
            transaction.execute(_ARRIVES, person)


def _put_off(service: Service, claim: Claim, error: str) -> None:
    """Try again later, each time after a longer while; in the end leave it to the operator."""
    hopeless = claim.attempt >= MOST_ATTEMPTS
    with service.database.writing() as session:
        session.execute(
            update(Notification)
            .where(Notification.id == claim.row.id, Notification.lease == claim.lease)
            .values(
                delivery=Delivery.QUARANTINED if hopeless else Delivery.PENDING,
                due_at=clock.now() + wait(claim.attempt),
                lease=None,
                error=error[:300],
            )
        )


def _put_back(service: Service, claim: Claim, error: str, later: timedelta | None = None) -> None:
    """The relay is at fault, not this mail: it does not count as an attempt, and does not wait long."""
    due = clock.now() + (wait(1) if later is None else later)
    with service.database.writing() as session:
        session.execute(
            update(Notification)
            .where(Notification.id == claim.row.id, Notification.lease == claim.lease)
            .values(due_at=due, lease=None, attempts=Notification.attempts - 1, error=error[:300])
        )


def _pause(service: Service, claim: Claim, error: str) -> None:
    """The relay refuses our login: no mail will be taken until somebody mends it."""
    with service.database.writing() as session:
        session.execute(delete(RelayPause).where(RelayPause.until < FOR_EVER))
        session.add(RelayPause(until=clock.now() + PAUSE_AFTER_LOGIN, reason=error))
    _put_back(service, claim, error, later=timedelta(0))


def wait(attempt: int) -> timedelta:
    """How long to wait after this many attempts: four times as long each time, give or take a fifth."""
    base = min(_FIRST_WAIT * (1 << 2 * (attempt - 1)), _LONGEST_WAIT)
    return base * (800 + secrets.randbelow(401)) / 1000
