"""A person's own data, all of it, to take along."""

from collections import defaultdict
from datetime import date
from typing import Any, TypeAlias

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from app.models import Game, Message, Move, Notification, Person, Seat, SignIn, StandingOrder
from app.service import Service

_BySeat: TypeAlias = defaultdict[int, list[dict[str, Any]]]


def own_data(service: Service, person_id: int) -> dict[str, Any]:
    """Everything we keep about a person, as plain values."""
    with service.database.reading() as session:
        return {
            "person": _person(session, person_id),
            "standing_orders": _orders(session, person_id),
            "games": _games(session, person_id),
            "sign_ins": _sign_ins(session, person_id),
            "mails": _mails(session, person_id),
        }


def _person(session: Session, person_id: int) -> dict[str, Any]:
    person = session.get_one(Person, person_id)
    return {
        "address": person.address,
        "name": person.name,
        "language": person.language,
        "zone": person.zone,
        "mailing": person.mailing,
        "never_mail": person.never_mail,
        "bouncing_since": _when(person.bouncing_since),
        "holiday_until": _when(person.holiday_until),
        "created_at": _when(person.created_at),
    }


def _orders(session: Session, person_id: int) -> list[dict[str, Any]]:
    query = select(StandingOrder, Game.key).outerjoin(Game, Game.id == StandingOrder.game_id)
    given = session.execute(query.where(StandingOrder.person_id == person_id).order_by(StandingOrder.id))
    return [
        {"game": key, "always_ask": order.always_ask, "least_price": order.least_price, "keep": order.keep}
        for order, key in given
    ]


def _games(session: Session, person_id: int) -> list[dict[str, Any]]:
    query = select(Seat, Game.key, Game.title, Game.status).join(Game, Game.id == Seat.game_id)
    seats = session.execute(query.where(Seat.person_id == person_id).order_by(Seat.id)).all()
    said, moves = _said(session, person_id), _moves(session, person_id)
    return [
        {
            "key": key,
            "title": title,
            "status": status,
            "color": seat.color,
            "joined_at": _when(seat.joined_at),
            "resigned_at": _when(seat.resigned_at),
            "muted": seat.muted,
            "notes": seat.notes,
            "messages": said[seat.id],
            "moves": moves[seat.id],
        }
        for seat, key, title, status in seats
    ]


def _said(session: Session, person_id: int) -> _BySeat:
    """The messages of all games at once: who has played many does not wait for one request a game."""
    query = select(Message).join(Seat, and_(Seat.game_id == Message.game_id, Seat.id == Message.seat_id))
    found: _BySeat = defaultdict(list)
    for each in session.scalars(query.where(Seat.person_id == person_id).order_by(Message.id)):
        found[each.seat_id].append({"text": each.text, "at": _when(each.made_at)})
    return found


def _moves(session: Session, person_id: int) -> _BySeat:
    """Likewise the moves."""
    query = select(Seat.id, Move.number, Move.notation, Move.by, Move.made_at).join(
        Move, and_(Move.game_id == Seat.game_id, Move.seat == Seat.number)
    )
    found: _BySeat = defaultdict(list)
    made = session.execute(query.where(Seat.person_id == person_id).order_by(Move.game_id, Move.number))
    for seat_id, number, notation, by, at in made:
        found[seat_id].append({"number": number, "move": notation, "by": by, "at": _when(at)})
    return found


def _sign_ins(session: Session, person_id: int) -> list[dict[str, Any]]:
    query = select(SignIn, Game.key).outerjoin(Game, Game.id == SignIn.game_id)
    asked = session.execute(query.where(SignIn.person_id == person_id).order_by(SignIn.id))
    return [
        {
            "for": link.purpose,
            "game": key,
            "asked_at": _when(link.created_at),
            "expires_at": _when(link.expires_at),
            "used_at": _when(link.used_at),
        }
        for link, key in asked
    ]


def _mails(session: Session, person_id: int) -> list[dict[str, Any]]:
    query = select(Notification, Game.key).outerjoin(Game, Game.id == Notification.game_id)
    owed = session.execute(query.where(Notification.person_id == person_id).order_by(Notification.id))
    return [
        {
            "kind": mail.kind,
            "game": key,
            "delivery": mail.delivery,
            "created_at": _when(mail.created_at),
            "due_at": _when(mail.due_at),
            "sent_at": _when(mail.sent_at),
            "attempts": mail.attempts,
            "error": mail.error,
        }
        for mail, key in owed
    ]


def _when(moment: date | None) -> str | None:
    """A day or a moment, as plain text."""
    return None if moment is None else moment.isoformat()
