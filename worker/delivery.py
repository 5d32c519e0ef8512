"""Delivering what the outbox owes: claim rows, send without holding a lock, say truly what became of each."""

import logging
import secrets
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from time import monotonic

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

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
    with service.database.writing() as session:
        if _paused(session, now):
            return deque()
        due = session.scalars(
            select(Notification)
            .where(Notification.delivery == Delivery.PENDING, Notification.due_at <= now)
            .order_by(Notification.due_at, Notification.id)
            .limit(BATCH)
            .with_for_update(skip_locked=True)
        ).all()
        rows, lease = [*takewhile(lambda row: not row.attempts, due)] or due[:1], secrets.token_hex(16)
        if rows:
            session.execute(
                update(Notification)
                .where(Notification.id.in_([row.id for row in rows]))
                .values(lease=lease, due_at=now + LEASE, attempts=Notification.attempts + 1)
                .execution_options(synchronize_session=False)
            )
        return deque(Claim(row, lease, row.attempts + 1) for row in rows)


def _paused(session: Session, now: datetime) -> bool:
    """Whether the relay is left alone. A pause that is over is deleted: the clock may be set back."""
    until = session.scalar(select(func.max(RelayPause.until)))
    if until is None or until > now:
        return until is not None
    session.execute(delete(RelayPause))
    return False


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
    now = clock.now()
    with service.database.writing() as session:
        query = update(Notification).where(
            Notification.id == claim.row.id, Notification.delivery == Delivery.PENDING
        )
        if delivery is not Delivery.SENT:
            query = query.where(Notification.lease == claim.lease)
        sent_at = now if delivery is Delivery.SENT else None
        query = query.values(delivery=delivery, sent_at=sent_at, error=error, lease=None)
        session.execute(query.execution_options(synchronize_session=False))
        if delivery is Delivery.REFUSED or bounced:
            _note_bounce(session, claim, now if delivery is Delivery.REFUSED else None)


def _note_bounce(session: Session, claim: Claim, since: datetime | None) -> None:
    """Remember on the person whether mail arrives; the others see it on the game page."""
    query = update(Person).where(Person.id == claim.row.person_id)
    query = query.where(Person.bouncing_since.is_(None) if since else Person.bouncing_since.is_not(None))
    session.execute(query.values(bouncing_since=since).execution_options(synchronize_session=False))


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
