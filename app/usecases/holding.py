"""Holding everything that happens by itself: mails, clocks, reminders and bots, until the operator resumes.

A restored database is held (`app/database/backup.py`): what it owes may have been mailed long ago, and its
deadlines have passed.
"""

from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.models import Game, GameStatus, RelayPause, Seat
from app.service import Service
from app.usecases.debts import start_clock
from app.usecases.games import locked

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


def is_held(session: Session) -> bool:
    """Whether nothing is to happen by itself."""
    return session.scalar(select(RelayPause.id).where(RelayPause.until >= FOR_EVER).limit(1)) is not None


def resume(service: Service, now: datetime) -> int:
    """Let things happen again, and give everybody who is to move the full time; how many that are."""
    with service.database.reading() as session:
        if not is_held(session):
            return 0
        query = select(Seat.game_id).join(Game, Game.id == Seat.game_id).distinct()
        games = session.scalars(query.where(Game.status == GameStatus.RUNNING, Seat.is_waited_for))
        waiting = list(games)
    restarted = sum(_restart_clocks(service, game_id, now) for game_id in waiting)
    with service.database.writing() as session:
        session.execute(delete(RelayPause).where(RelayPause.until >= FOR_EVER))
    service.wake.deliver()
    return restarted


def _restart_clocks(service: Service, game_id: int, now: datetime) -> int:
    with service.database.writing() as session:
        game = locked(session, game_id)
        owing = [seat for seat in game.seats if seat.is_waited_for]
        for seat in owing:
            start_clock(game, seat, now)
        return len(owing)
