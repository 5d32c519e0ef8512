"""The end of an account: what is left is a row without a name, for the seats it played on."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, tuple_, update
from sqlalchemy.orm import Session

from app.models import Game, GameStatus, Mailing, Message, Person, Seat, SignIn, StandingOrder
from app.service import Service
from app.usecases.absence import hand_over
from app.usecases.debts import wake_for
from app.usecases.games import locked, print_anew, seat_of
from app.usecases.hosting import call_off
from app.usecases.joining import give_up
from app.usecases.muting import keep_silent
from app.usecases.outbox import void_all

_GOING_ON = (GameStatus.RUNNING, GameStatus.OPEN, GameStatus.UNCONFIRMED)


def erase(service: Service, person_id: int, now: datetime) -> None:
    """Forget a person. Their running games go on with a stand-in, and everybody's games still replay."""
    with service.database.writing() as session:
        print_anew(session, person_id)
        games = [_step_out(session, game_id, person_id, now) for game_id in _going_on(session, person_id)]
        _wipe(session, person_id, now)
    for game in games:
        wake_for(service, game)


def _going_on(session: Session, person_id: int) -> Sequence[int]:
    """The games that are not over."""
    query = select(Game.id).join(Seat, Seat.game_id == Game.id).order_by(Game.id)
    return session.scalars(query.where(Seat.person_id == person_id, Game.status.in_(_GOING_ON))).all()


def _step_out(session: Session, game_id: int, person_id: int, now: datetime) -> Game:
    """Resign, cancel or leave, whichever ends a person's part in the game as it is by now."""
    game = locked(session, game_id)
    seat = seat_of(game, person_id)
    if seat is None or game.status not in _GOING_ON:
        return game
    if game.status is GameStatus.RUNNING:
        hand_over(session, game, seat, now)
    elif game.host_id == person_id:
        call_off(session, game, now)
    else:
        give_up(session, game, seat, now)
    return game


def _wipe(session: Session, person_id: int, now: datetime) -> None:
    """What is left is a row without a name, for the seats it played on."""
    person = session.get_one(Person, person_id)
    keep_silent(session, person)
    person.address, person.name = f"erased-{person.id}@invalid", ""
    person.never_mail, person.mailing, person.erased_at = True, Mailing.MUTE, now
    person.holiday_until = person.bouncing_since = None
    person.language, person.zone = "en", "UTC"
    own_seats = select(Seat.game_id, Seat.id).where(Seat.person_id == person_id)
    session.execute(update(Seat).where(Seat.person_id == person_id).values(notes=""))
    own_messages = tuple_(Message.game_id, Message.seat_id).in_(own_seats)
    session.execute(delete(Message).where(own_messages).execution_options(synchronize_session=False))
    session.execute(delete(StandingOrder).where(StandingOrder.person_id == person_id))
    session.execute(delete(SignIn).where(SignIn.person_id == person_id))
    void_all(session, person_id)
