"""How the service is: what `/ready`, the metrics and the operator look at."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.models import Delivery, Game, GameStatus, Notification, RelayPause, Seat
from app.service import Service


@dataclass(frozen=True)
class Health:
    """What is measured in the database, all by an index."""

    mails_due: int
    oldest_mail_seconds: float
    """How long the mail that waits longest has been due."""
    mails_quarantined: int
    clocks_overdue: int
    games_running: int
    relay_paused: str | None
    """Why nothing is sent at all, if so."""


def look(service: Service, now: datetime) -> Health | None:
    """The state of things; None if the database does not answer."""
    try:
        with service.database.reading() as session:
            return _look(session, now)
    except SQLAlchemyError:
        return None


def _look(session: Session, now: datetime) -> Health:
    def count(*conditions: ColumnElement[bool]) -> int:
        return session.scalar(select(func.count()).where(*conditions)) or 0

    due = (Notification.delivery == Delivery.PENDING, Notification.due_at <= now)
    oldest = session.scalar(select(func.min(Notification.due_at)).where(*due))
    return Health(
        mails_due=count(*due),
        oldest_mail_seconds=(now - oldest).total_seconds() if oldest else 0.0,
        mails_quarantined=count(Notification.delivery == Delivery.QUARANTINED),
        clocks_overdue=count(Seat.due_at <= now),
        games_running=count(Game.status == GameStatus.RUNNING),
        relay_paused=session.scalar(select(RelayPause.reason).where(RelayPause.until > now).limit(1)),
    )
