"""How the service is: what `/ready`, the metrics and the operator look at."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, ScalarSelect, and_, case, func, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.models import Delivery, Game, GameStatus, Notification, RelayPause, Seat
from app.service import Service


@dataclass(frozen=True)
class Health:
    """What is measured in the database, all by an index."""

    mails_due: int
    oldest_mail_seconds: float
    """How long the mail that waits longest has been due; whatever the relay did not take is still due."""
    mails_quarantined: int
    clocks_overdue: int
    relay_paused: str | None
    """Why nothing is sent at all, if so."""


def look(service: Service, now: datetime) -> Health | None:
    """The state of things; None if the database does not answer."""
    try:
        with service.database.reading() as session:
            return _look(session, now)
    except SQLAlchemyError:
        return None


def games_running(service: Service) -> int:
    """How many games are being played. Counting takes the longer the more there are: ask now and then."""
    with service.database.reading() as session:
        return session.scalar(select(_count(Game.status == GameStatus.RUNNING))) or 0


def _look(session: Session, now: datetime) -> Health:
    # Put back without an attempt: that was the relay's fault, and `due_at` is only when to ask it again.
    put_back = and_(Notification.error.is_not(None), Notification.attempts == 0)
    due = (Notification.delivery == Delivery.PENDING, or_(Notification.due_at <= now, put_back))
    since = case((put_back, Notification.created_at), else_=Notification.due_at)
    found = session.execute(
        select(
            _count(*due).label("mails_due"),
            select(func.min(since)).where(*due).scalar_subquery().label("oldest"),
            _count(Notification.delivery == Delivery.QUARANTINED).label("quarantined"),
            _count(Seat.due_at <= now).label("overdue"),
            select(RelayPause.reason)
            .where(RelayPause.until > now)
            .limit(1)
            .scalar_subquery()
            .label("paused"),
        )
    ).one()
    return Health(
        mails_due=found.mails_due,
        oldest_mail_seconds=(now - found.oldest).total_seconds() if found.oldest else 0.0,
        mails_quarantined=found.quarantined,
        clocks_overdue=found.overdue,
        relay_paused=found.paused,
    )


def _count(*conditions: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).where(*conditions).scalar_subquery()
