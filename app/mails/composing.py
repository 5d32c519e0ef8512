"""From a row of the outbox to a message, or the finding that it is no longer true."""

from collections.abc import Callable
from datetime import datetime
from textwrap import fill
from typing import Final

from flask import current_app, render_template
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.mails import facts
from app.mails.language import speak_to
from app.mails.message import Mail, Message, build
from app.models import Delivery, Game, GameStatus, Kind, Mailing, Notification, Person, Seat, SignIn
from app.service import Service
from app.usecases.games import seated
from app.usecases.outbox import ABOUT_A_DEBT

_WIDTH: Final = 78


class Void(Exception):
    """The mail is no longer true, or its receiver wants none."""


def compose(service: Service, session: Session, row: Notification, now: datetime) -> Message:
    """The message that a row owes, in its receiver's language and zone. Needs an app context."""
    game = seated(service, row.game_id) if row.game_id else None
    seat = next((seat for seat in game.seats if seat.id == row.seat_id), None) if game else None
    receiver_sits_there = seat is not None and seat.person_id == row.person_id
    person = seat.person if seat and receiver_sits_there else session.get(Person, row.person_id)
    if person is None or person.never_mail:
        raise Void
    # A context of its own: language and zone are kept in it, and the next receiver has others.
    with current_app.app_context():
        speak_to(person)
        return build(service.settings, _mail(service, session, row, person, game, seat, now))


def _mail(
    service: Service,
    session: Session,
    row: Notification,
    person: Person,
    game: Game | None,
    seat: Seat | None,
    now: datetime,
) -> Mail:
    if row.kind is Kind.SIGN_IN:
        return _rendered(service, row, person, _sign_in(service, session, row, now), leave=None)
    if row.kind is Kind.DIGEST:
        told = facts.digest(service, session, person)
        if not told["waiting"] or person.mailing is Mailing.MUTE or _another_follows(session, row, now):
            raise Void
        return _rendered(service, row, person, told, service.link("u", service.tokens.mute(person.id, None)))
    if game is None or seat is None or not _still_true(row, game, seat, person):
        raise Void
    about = None if row.about_id is None else session.get(Person, row.about_id)
    told = {"game": game, "seat": seat, "about": about, **_FACTS[row.kind](service, session, game, seat)}
    # Who is invited has no seat to keep: the end of the mails is the end of all of them.
    which = None if row.kind is Kind.INVITATION else seat.id
    leave = service.link("u", service.tokens.mute(person.id, which))
    return _rendered(service, row, person, told, leave)


def _still_true(row: Notification, game: Game, seat: Seat, person: Person) -> bool:
    if person.mailing is Mailing.MUTE or seat.muted or seat.person_id != person.id:
        return False
    if row.kind is Kind.INVITATION:
        return game.status is GameStatus.OPEN and seat.joined_at is None
    if row.kind in (Kind.DECLINED, Kind.LEFT):
        return game.status is GameStatus.OPEN and any(each.is_open for each in game.seats)
    if row.kind is Kind.CANCELLED:
        return game.status is GameStatus.CANCELLED
    if row.kind is not Kind.GAME_OVER and game.status is not GameStatus.RUNNING:
        return False  # the last mail tells everything
    return row.kind not in ABOUT_A_DEBT or row.version == seat.owes_version


def _another_follows(session: Session, digest: Notification, now: datetime) -> bool:
    """Whether a younger digest is to be sent by now, too: it tells of all that waits."""
    younger = select(Notification.id).where(
        Notification.person_id == digest.person_id,
        Notification.kind == Kind.DIGEST,
        Notification.delivery == Delivery.PENDING,
        Notification.id > digest.id,
        Notification.created_at <= now,
    )
    return session.scalar(younger.limit(1)) is not None


def _sign_in(service: Service, session: Session, row: Notification, now: datetime) -> facts.Facts:
    sign_in = session.get(SignIn, row.sign_in_id)
    if sign_in is None or sign_in.used_at is not None or sign_in.expires_at <= now:
        raise Void
    game = session.get(Game, sign_in.game_id) if sign_in.game_id else None
    link = service.link("s", service.tokens.sign_in(sign_in.id))
    return {"sign_in": sign_in, "game": game, "link": link}


def _rendered(
    service: Service, row: Notification, person: Person, told: facts.Facts, leave: str | None
) -> Mail:
    folder = f"mail/{row.kind}"
    context = {
        **told,
        "person": person,
        "leave": leave,
        "home": service.settings.base_url,
        "preferences": service.link("settings"),
    }
    context["subject"] = " ".join(render_template(f"{folder}/subject.txt", **context).split())
    return Mail(
        row=row,
        to=person,
        game=told["game"],
        subject=context["subject"],
        text=_wrapped(render_template(f"{folder}/body.txt", **context)),
        html=render_template(f"{folder}/body.html", **context),
        pictures=told.get("pictures", {}),
        leave=leave,
    )


def _wrapped(text: str) -> str:
    """Lines that every screen and every mail program can show; links stay whole."""
    return "".join(_filled(line.rstrip()) + "\n" for line in text.strip().splitlines())


def _filled(line: str) -> str:
    if len(line) <= _WIDTH or "://" in line:
        return line
    hanging = " " * (len(line) - len(line.lstrip(" -")))
    return fill(line, _WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


_FACTS: dict[Kind, Callable[[Service, Session, Game, Seat], facts.Facts]] = {
    Kind.INVITATION: facts.invitation,
    Kind.DECLINED: facts.free_seat,
    Kind.LEFT: facts.free_seat,
    Kind.CANCELLED: facts.cancelled,
    Kind.GAME_STARTED: facts.news,
    Kind.YOUR_TURN: facts.your_turn,
    Kind.DECIDE: facts.decide,
    Kind.REMINDER: facts.your_turn,
    Kind.TIME_RAN_OUT: facts.played,
    Kind.PLAYED_FOR_YOU: facts.played,
    Kind.GAME_OVER: facts.game_over,
}
