"""A person's own data: all of it to take along, and the end of an account."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, tuple_, update
from sqlalchemy.orm import Session

from app.models import (
    Delivery,
    Game,
    GameStatus,
    Mailing,
    Message,
    Move,
    Notification,
    Person,
    Seat,
    SignIn,
    StandingOrder,
)
from app.service import Service
from app.usecases.absence import resign
from app.usecases.games import print_anew
from app.usecases.hosting import cancel
from app.usecases.joining import leave


def own_data(service: Service, person_id: int) -> dict[str, Any]:
    """Everything we keep about a person, as plain values."""
    with service.database.reading() as session:
        person = session.get_one(Person, person_id)
        seats = session.scalars(select(Seat).where(Seat.person_id == person_id).order_by(Seat.id)).all()
        return {
            "person": {
                "address": person.address,
                "name": person.name,
                "language": person.language,
                "zone": person.zone,
                "mailing": person.mailing,
                "never_mail": person.never_mail,
                "holiday_until": person.holiday_until and person.holiday_until.isoformat(),
                "created_at": person.created_at.isoformat(),
            },
            "standing_orders": [
                {"always_ask": o.always_ask, "least_price": o.least_price, "keep": o.keep}
                for o in person.orders
            ],
            "games": [_game(session, seat) for seat in seats],
        }


def _game(session: Session, seat: Seat) -> dict[str, Any]:
    game = session.get_one(Game, seat.game_id)
    said = session.scalars(
        select(Message)
        .where(Message.game_id == seat.game_id, Message.seat_id == seat.id)
        .order_by(Message.id)
    )
    moves = session.execute(
        select(Move.number, Move.notation, Move.by, Move.made_at)
        .where(Move.game_id == seat.game_id, Move.seat == seat.number)
        .order_by(Move.number)
    )
    return {
        "key": game.key,
        "title": game.title,
        "status": game.status,
        "color": seat.color,
        "joined_at": seat.joined_at and seat.joined_at.isoformat(),
        "notes": seat.notes,
        "messages": [{"text": each.text, "at": each.made_at.isoformat()} for each in said],
        "moves": [
            {"number": number, "move": notation, "by": by, "at": at.isoformat()}
            for number, notation, by, at in moves
        ],
    }


def erase(service: Service, person_id: int, now: datetime) -> None:
    """Forget a person. Their running games go on with a stand-in, and everybody's games still replay."""
    for key, status, is_host in _games(service, person_id):
        if status is GameStatus.RUNNING:
            resign(service, key, person_id, now)
        elif is_host:
            cancel(service, key, person_id)
        else:
            leave(service, key, person_id, now)
    with service.database.writing() as session:
        print_anew(session, person_id)
        person = session.get_one(Person, person_id)
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
        session.execute(
            update(Notification)
            .where(Notification.person_id == person_id, Notification.delivery == Delivery.PENDING)
            .values(delivery=Delivery.VOID)
        )


def _games(service: Service, person_id: int) -> list[tuple[str, GameStatus, bool]]:
    """The games that are not over, with who is their host."""
    going_on = (GameStatus.RUNNING, GameStatus.OPEN, GameStatus.UNCONFIRMED)
    with service.database.reading() as session:
        rows = session.execute(
            select(Game.key, Game.status, Game.host_id == person_id)
            .join(Seat, Seat.game_id == Game.id)
            .where(Seat.person_id == person_id, Game.status.in_(going_on))
        )
        return [(key, status, is_host) for key, status, is_host in rows]
