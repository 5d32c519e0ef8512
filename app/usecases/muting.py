"""Ending mails: of one game or all of them, and "never mail me", for every spelling of an address."""

from hashlib import sha256

from flask_babel import lazy_gettext as _
from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from app import texts
from app.models import Mailing, Person, Seat, SilentInbox
from app.refused import NotAllowed, NotThere
from app.service import Service
from app.usecases.games import locked, seat_of
from app.usecases.outbox import void_all


def mute(service: Service, person_id: int, seat_id: int | None, muted: bool = True) -> None:
    """End the mails of one game, or all of them, or take that back. The seat stays."""
    with service.database.writing() as session:
        person = session.get(Person, person_id)
        if person is None or person.erased_at is not None:
            raise NotThere
        if seat_id is None:
            person.mailing = Mailing.MUTE if muted else Mailing.AT_ONCE
            person.never_mail = person.never_mail and muted
            return
        seat = session.get(Seat, seat_id)
        if seat is None or seat.person_id != person_id:
            raise NotThere
        seat.muted = muted


def mute_game(service: Service, key: str, person_id: int, muted: bool) -> None:
    """End the mails about one game, or have them again."""
    with service.database.writing() as session:
        seat = seat_of(locked(session, key), person_id)
        if seat is None:
            raise NotAllowed(_("You do not play in this game."))
        seat.muted = muted


def stop_all_mail(session: Session, person: Person) -> None:
    """Never mail this person again, not even an invitation."""
    person.never_mail = True
    void_all(session, person.id)


def mail_again(service: Service, address: str) -> int:
    """Whoever said "never mail me" wants mails again; for how many spellings of the address it was said."""
    with service.database.writing() as session:
        silent = _same_inbox(session, texts.address(address))
        for person in silent:
            person.never_mail, person.mailing = False, Mailing.AT_ONCE
        kept = delete(SilentInbox).where(SilentInbox.digest == _digest(address)).returning(SilentInbox.id)
        return len(silent) + len(session.scalars(kept).all())


def refuses_mail(session: Session, address: str) -> bool:
    """Whether whoever reads this inbox said "never mail me", in this or another spelling of its address."""
    silent = any(other.never_mail for other in _same_inbox(session, address))
    return silent or _is_kept_silent(session, address)


def refuses_invitations(session: Session, address: str) -> bool:
    """The same, or whether they ended all mails to another spelling: a new one does not open it again."""
    silent = any(other.never_mail or other.address != address for other in _same_inbox(session, address))
    return silent or _is_kept_silent(session, address)


def keep_silent(session: Session, person: Person) -> None:
    """Before somebody is forgotten: "never mail me" is not, though we no longer know who said it."""
    if person.never_mail and person.erased_at is None:
        session.add(SilentInbox(digest=_digest(person.address)))


def _is_kept_silent(session: Session, address: str) -> bool:
    query = select(SilentInbox.id).where(SilentInbox.digest == _digest(address)).limit(1)
    return session.scalar(query) is not None


def _same_inbox(session: Session, address: str) -> list[Person]:
    """People who want no mail and read it, if they read it at all, where this address is read."""
    domains = texts.domains_of_inbox(address)
    query = select(Person).where(
        or_(Person.never_mail, Person.mailing == Mailing.MUTE),
        or_(*(Person.address.endswith(f"@{domain}", autoescape=True) for domain in domains)),
    )
    return [other for other in session.scalars(query) if texts.inbox(other.address) == texts.inbox(address)]


def _digest(address: str) -> str:
    return sha256(texts.inbox(address).encode()).hexdigest()
