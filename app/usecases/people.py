"""People: found by address, made when first heard of, and what they say about themselves."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from flask_babel import lazy_gettext as _
from sqlalchemy import delete, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app import clock, texts
from app.models import Delivery, Mailing, Notification, Person, Seat, SilentInbox, StandingOrder
from app.refused import Invalid, NotAllowed, NotThere
from app.service import Service
from app.usecases.games import locked, print_anew, seat_of

LANGUAGES = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
"""Each as those who speak it call it."""


def found_or_made(
    session: Session, address: str, now: datetime, *, name: str = "", language: str = "en", zone: str = "UTC"
) -> Person:
    """The person with this address. Somebody we know keeps their own name and settings."""
    address = texts.address(address)
    # Held until we are done: somebody who is named again is not forgotten meanwhile.
    known = select(Person).where(Person.address == address).with_for_update(read=True, key_share=True)
    person = session.scalar(known)
    if person is None:
        person = Person(
            address=address,
            name=texts.name(name) if name else texts.name_in(address),
            language=language if language in LANGUAGES else "en",
            zone=clock.zone(zone).key,
            created_at=now,
            reviewed_at=now,
        )
        try:
            with session.begin_nested():
                session.add(person)
        except IntegrityError:  # somebody else has just named the same address for the first time
            person = session.scalars(known).one()
    return person


def is_here(service: Service, person_id: int) -> bool:
    """Whether there is such a person, who has not asked to be forgotten."""
    with service.database.reading() as session:
        query = select(Person.id).where(Person.id == person_id, Person.erased_at.is_(None))
        return session.scalar(query) is not None


def refuses_mail(session: Session, address: str) -> bool:
    """Whether whoever reads this inbox said "never mail me", in this or another spelling of its address."""
    silent = any(other.never_mail for other in _same_inbox(session, address))
    return silent or _is_kept_silent(session, address)


def refuses_invitations(session: Session, address: str) -> bool:
    """The same, or whether they ended all mails to another spelling: a new one does not open it again."""
    silent = any(other.never_mail or other.address != address for other in _same_inbox(session, address))
    return silent or _is_kept_silent(session, address)


def _same_inbox(session: Session, address: str) -> list[Person]:
    """People who want no mail and read it, if they read it at all, where this address is read."""
    domains = texts.domains_of_inbox(address)
    query = select(Person).where(
        or_(Person.never_mail, Person.mailing == Mailing.MUTE),
        or_(*(Person.address.endswith(f"@{domain}", autoescape=True) for domain in domains)),
    )
    return [other for other in session.scalars(query) if texts.inbox(other.address) == texts.inbox(address)]


def keep_silent(session: Session, person: Person) -> None:
    """Before somebody is forgotten: "never mail me" is not, though we no longer know who said it."""
    if person.never_mail and person.erased_at is None:
        session.add(SilentInbox(digest=_digest(person.address)))


def _is_kept_silent(session: Session, address: str) -> bool:
    query = select(SilentInbox.id).where(SilentInbox.digest == _digest(address)).limit(1)
    return session.scalar(query) is not None


def _digest(address: str) -> str:
    return sha256(texts.inbox(address).encode()).hexdigest()


def person(service: Service, person_id: int) -> Person:
    """The person who is signed in."""
    with service.database.reading() as session:
        found = session.get(Person, person_id)
    if found is None:
        raise NotThere
    return found


@dataclass(frozen=True)
class Profile:
    """What a person can say about themselves."""

    name: str
    language: str
    zone: str
    mailing: str


def change_profile(service: Service, person_id: int, profile: Profile) -> None:
    """Change name, language, time zone and how to be mailed."""
    if profile.language not in LANGUAGES or profile.mailing not in set(Mailing):
        raise Invalid
    if clock.zone(profile.zone).key != profile.zone:
        raise Invalid(_("This time zone is not known here."))
    with service.database.writing() as session:
        print_anew(session, person_id)
        person = session.get_one(Person, person_id)
        person.name = texts.name(profile.name)
        person.language, person.zone = profile.language, profile.zone
        person.mailing = Mailing(profile.mailing)
        person.bouncing_since = None


@dataclass(frozen=True)
class Order:
    """A standing order as its form gives it: ask, or sell from which price and keep how many."""

    always_ask: bool
    least_price: int = 2
    keep: int = 0


def give_order(service: Service, person_id: int, game_key: str | None, order: Order) -> None:
    """Give a standing order for one game, or for all of them."""
    if order.least_price not in range(2, 5) or order.keep not in range(6):
        raise Invalid(_("Prices go from 2 to 4, and the storage holds 5 fruits."))
    with service.database.writing() as session:
        game = None if game_key is None else locked(session, game_key)
        if game is not None and seat_of(game, person_id) is None:
            raise NotAllowed(_("You do not play in this game."))
        game_id = game.id if game is not None else None
        given = _order(session, person_id, game_id)
        if given is None:
            given = StandingOrder(person_id=person_id, game_id=game_id)
            session.add(given)
        given.always_ask, given.least_price, given.keep = order.always_ask, order.least_price, order.keep


def order_given(service: Service, person_id: int, game_id: int | None) -> StandingOrder | None:
    """The standing order somebody gave for one game, or for all of them."""
    with service.database.reading() as session:
        return _order(session, person_id, game_id)


def _order(session: Session, person_id: int, game_id: int | None) -> StandingOrder | None:
    given = StandingOrder.game_id.is_not_distinct_from(game_id)
    return session.scalar(select(StandingOrder).where(StandingOrder.person_id == person_id, given))


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


def mail_again(service: Service, address: str) -> int:
    """Whoever said "never mail me" wants mails again; for how many spellings of the address it was said."""
    with service.database.writing() as session:
        silent = _same_inbox(session, texts.address(address))
        for person in silent:
            person.never_mail, person.mailing = False, Mailing.AT_ONCE
        kept = delete(SilentInbox).where(SilentInbox.digest == _digest(address)).returning(SilentInbox.id)
        return len(silent) + len(session.scalars(kept).all())


def stop_all_mail(session: Session, person: Person) -> None:
    """Never mail this person again, not even an invitation."""
    person.never_mail = True
    session.execute(
        update(Notification)
        .where(Notification.person_id == person.id, Notification.delivery == Delivery.PENDING)
        .values(delivery=Delivery.VOID)
        .execution_options(synchronize_session=False)
    )
