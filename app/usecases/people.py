"""People: found by address, made when first heard of, and what they say about themselves."""

from dataclasses import dataclass
from datetime import datetime

from flask_babel import lazy_gettext as _
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app import clock, texts
from app.models import Mailing, Person
from app.refused import Invalid, NotThere
from app.service import Service
from app.usecases.games import print_anew

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
