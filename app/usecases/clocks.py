"""Clocks: which games have a seat to be played for, and who is to be reminded."""

from datetime import datetime

from sqlalchemy import select

from app.models import Game, GameStatus, Kind, Seat
from app.service import Service
from app.usecases.games import locked
from app.usecases.holding import is_held
from app.usecases.outbox import mails_so_far, owe_mail

BATCH = 100


def games_due(service: Service, now: datetime) -> list[int]:
    """Games in which the worker has to play for somebody, the most overdue first."""
    with service.database.reading() as session:
        if is_held(session):
            return []
        query = select(Seat.game_id).where(Seat.due_at <= now).order_by(Seat.due_at).limit(BATCH)
        return list(dict.fromkeys(session.scalars(query)))


def remind_due(service: Service, now: datetime) -> int:
    """Owe a reminder to everybody whose time is running out; once for each deadline."""
    with service.database.reading() as session:
        if is_held(session):
            return 0
        query = select(Seat.id, Seat.game_id).where(Seat.remind_at <= now).order_by(Seat.remind_at)
        due = session.execute(query.limit(BATCH)).all()
    for seat_id, game_id in due:
        _remind(service, game_id, seat_id, now)
    return len(due)


def _remind(service: Service, game_id: int, seat_id: int, now: datetime) -> None:
    with service.database.writing() as session:
        game: Game = locked(session, game_id)
        seat = next(seat for seat in game.seats if seat.id == seat_id)
        if seat.remind_at is None or seat.remind_at > now:
            return
        seat.remind_at = None
        late = seat.due_at is not None and seat.due_at <= now
        if game.status is GameStatus.RUNNING and seat.owes_version is not None and not late:
            owe_mail(session, Kind.REMINDER, game, seat, now, nth=mails_so_far(session, seat, Kind.REMINDER))
