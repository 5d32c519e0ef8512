"""From a row of the outbox to a message, or the finding that it is no longer true."""

from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from typing import Any

from flask import g, render_template
from flask_babel import force_locale
from sqlalchemy.orm import Session, undefer

from app.mails import facts
from app.mails.message import Mail, build
from app.models import Game, Kind, Mailing, Notification, Person, Seat, SignIn
from app.service import Service
from app.usecases.outbox import ABOUT_A_DEBT


class Void(Exception):
    """The mail is no longer true, or its receiver wants none."""


def compose(service: Service, session: Session, row: Notification, now: datetime) -> EmailMessage:
    """The message that a row owes, in its receiver's language. Needs an app context."""
    person = session.get(Person, row.person_id)
    if person is None or person.never_mail:
        raise Void
    with force_locale(person.language):
        g.zone = person.zone
        try:
            return build(service.settings, _mail(service, session, row, person, now))
        finally:
            g.pop("zone", None)


def _mail(service: Service, session: Session, row: Notification, person: Person, now: datetime) -> Mail:
    if row.kind is Kind.SIGN_IN:
        context, game = _sign_in(service, session, row, now)
        return _rendered(row, person, context, game, leave=None)
    game = session.get(Game, row.game_id, options=[undefer(Game.state)])
    seat = session.get(Seat, row.seat_id)
    if game is None or seat is None or not _still_true(row, game, seat, person):
        raise Void
    context = {"game": game, "seat": seat, **_FACTS[row.kind](service, session, game, seat)}
    leave = service.link("u", service.tokens.mute(person.id, seat.id))
    if row.kind is Kind.INVITATION:
        leave = context["invitation"]
    return _rendered(row, person, context, game, leave)


def _still_true(row: Notification, game: Game, seat: Seat, person: Person) -> bool:
    if row.kind is Kind.INVITATION:
        return facts.is_invited(game, seat, person)
    if person.mailing is Mailing.MUTE or seat.muted or seat.person_id != person.id:
        return False
    return row.kind not in ABOUT_A_DEBT or row.version == seat.owes_version


def _sign_in(
    service: Service, session: Session, row: Notification, now: datetime
) -> tuple[dict[str, Any], Game | None]:
    sign_in = session.get(SignIn, row.sign_in_id)
    if sign_in is None or sign_in.used_at is not None or sign_in.expires_at <= now:
        raise Void
    game = session.get(Game, sign_in.game_id) if sign_in.game_id else None
    link = service.link("s", service.tokens.sign_in(sign_in.id))
    return {"sign_in": sign_in, "game": game, "link": link}, game


def _rendered(
    row: Notification, person: Person, context: dict[str, Any], game: Game | None, leave: str | None
) -> Mail:
    pictures: dict[str, bytes] = context.pop("pictures", {})
    context |= {"person": person, "leave": leave, "pictures": pictures.keys()}
    folder = f"mail/{row.kind}"
    return Mail(
        row_id=row.id,
        to=person,
        game=game,
        subject=" ".join(render_template(f"{folder}/subject.txt", **context).split()),
        text=render_template(f"{folder}/body.txt", **context).strip() + "\n",
        html=render_template(f"{folder}/body.html", **context),
        pictures=pictures,
        leave=leave,
        made_at=row.created_at,
    )


_FACTS: dict[Kind, Callable[[Service, Session, Game, Seat], dict[str, Any]]] = {
    Kind.INVITATION: facts.invitation,
    Kind.DECLINED: facts.declined,
    Kind.GAME_STARTED: facts.game_started,
    Kind.YOUR_TURN: facts.your_turn,
    Kind.DECIDE: facts.decide,
    Kind.REMINDER: facts.your_turn,
    Kind.TIME_RAN_OUT: facts.news,
    Kind.PLAYED_FOR_YOU: facts.news,
    Kind.GAME_OVER: facts.game_over,
}
