"""Forgetting what strangers left: old sign-in links, games never confirmed, people who never came."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, delete, exists, not_, select, update
from sqlalchemy.orm import Session

from app.models import Delivery, Game, GameStatus, Mailing, Notification, Person, Seat, SignIn
from app.service import Service
from app.usecases.holding import is_held

KEEP_GAMES = timedelta(days=7)
"""The link that would have confirmed the game has long run out; its host may still ask what became of it."""
KEEP_PEOPLE = timedelta(days=30)
"""Sign-in links, too: who has asked for one lately is somebody who comes."""
BATCH = 100


def forget_strangers(service: Service, now: datetime) -> int:
    """Delete some of what nobody needs any more; how many links, games and people that were."""
    with service.database.writing() as session:
        if is_held(session):
            return 0
        return _forget_links(session, now) + _forget_games(session, now) + _forget_people(session, now)


def _forget_links(session: Session, now: datetime) -> int:
    old = select(SignIn.id).where(SignIn.expires_at <= now - KEEP_PEOPLE).order_by(SignIn.expires_at)
    if found := _some(session, old):
        session.execute(delete(SignIn).where(SignIn.id.in_(found)))
    return len(found)


def _forget_games(session: Session, now: datetime) -> int:
    never_confirmed = select(Game.id).where(
        Game.status == GameStatus.UNCONFIRMED, Game.created_at <= now - KEEP_GAMES
    )
    if found := _some(session, never_confirmed.order_by(Game.created_at)):
        session.execute(delete(Game).where(Game.id.in_(found)))
    return len(found)


def _forget_people(session: Session, now: datetime) -> int:
    """Look again at whom we have not looked at for long. Who stays is left alone for as long again."""
    long_ago = Person.reviewed_at <= now - KEEP_PEOPLE
    found = _some(session, select(Person.id).where(long_ago).order_by(Person.reviewed_at))
    if not found:
        return 0
    # Said anew now that they are locked: somebody may just have been invited.
    strangers = session.scalars(select(Person.id).where(Person.id.in_(found), _is_stranger(now))).all()
    told_of = Notification.about_id.in_(strangers)
    session.execute(update(Notification).where(told_of).values(about_id=None))
    session.execute(delete(Person).where(Person.id.in_(strangers)))
    session.execute(update(Person).where(Person.id.in_(found)).values(reviewed_at=now))
    return len(strangers)


def _some(session: Session, query: Select[int]) -> Sequence[int]:
    """A batch to work on. What somebody else works on is left to a later sweep: nobody waits for this."""
    return session.scalars(query.limit(BATCH).with_for_update(skip_locked=True)).all()


def _is_stranger(now: datetime) -> ColumnElement[bool]:
    """Who plays, hosts, is invited, asked for a link, is owed a mail or wants none is no stranger."""
    return and_(
        Person.created_at <= now - KEEP_PEOPLE,
        not_(Person.never_mail),
        Person.mailing != Mailing.MUTE,
        ~exists().where(Seat.person_id == Person.id),
        ~exists().where(Game.host_id == Person.id),
        ~exists().where(SignIn.person_id == Person.id),
        ~exists().where(Notification.person_id == Person.id, Notification.delivery == Delivery.PENDING),
    )
