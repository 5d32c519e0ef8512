"""Signing in by a mailed link: minutes long, single use, shown on GET and used by POST."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from app import texts
from app.counting import LINKS_TO_INBOX
from app.models import Game, Person, SignIn, SignInFor
from app.refused import SignInUsedUp
from app.service import Service
from app.usecases.games import check_key
from app.usecases.muting import refuses_mail
from app.usecases.outbox import owe_sign_in
from app.usecases.people import found_or_made

GOOD_FOR = timedelta(minutes=30)


def ask(service: Service, address: str, language: str, now: datetime, key: str = "") -> None:
    """Mail a sign-in link, be it one that leads to a game. Known and unknown addresses are answered alike."""
    if key:
        check_key(key)
    with service.database.writing() as session:
        person = found_or_made(session, address, now, language=language)
        game = session.scalar(select(Game).where(Game.key == key)) if key else None
        owe_link(service, session, person, now, game=game)
    service.wake.deliver()


def owe_link(
    service: Service,
    session: Session,
    person: Person,
    now: datetime,
    purpose: SignInFor = SignInFor.NOTHING,
    game: Game | None = None,
) -> None:
    """Owe somebody a link that signs in, and does what it is for, unless their inbox has had many."""
    # Counted also for who refuses them: the answers are alike.
    service.counters.check(LINKS_TO_INBOX, "links to", texts.inbox(person.address))
    if refuses_mail(session, person.address):
        return
    sign_in = SignIn(
        person_id=person.id,
        purpose=purpose,
        game_id=game.id if game else None,
        created_at=now,
        expires_at=now + GOOD_FOR,
    )
    session.add(sign_in)
    session.flush()
    owe_sign_in(session, person, sign_in, now)


def look(service: Service, token: str, now: datetime) -> tuple[SignIn, str | None]:
    """A link that can still be used, and the title of the game it is about."""
    sign_in_id = service.tokens.read_sign_in(token)
    with service.database.reading() as session:
        sign_in = _usable(session.get(SignIn, sign_in_id), now)
        game = session.get(Game, sign_in.game_id) if sign_in.game_id else None
        return sign_in, game.title if game else None


def led_to(service: Service, token: str, me: int | None) -> str | None:
    """The key of the game, if any, to which a link has led whoever is signed in; for others it is used up."""
    sign_in_id = service.tokens.read_sign_in(token)
    with service.database.reading() as session:
        sign_in = session.get(SignIn, sign_in_id)
        if sign_in is None or sign_in.person_id != me:
            raise SignInUsedUp
        if sign_in.used_at is None and sign_in.purpose is not SignInFor.NOTHING:
            raise SignInUsedUp  # it ran out before it did what it was for
        game = session.get(Game, sign_in.game_id) if sign_in.game_id else None
        return game.key if game else None


def take(session: Session, sign_in_id: int, now: datetime) -> SignIn:
    """Use a link up; only one of two clicks at the same time gets it."""
    sign_in = _usable(session.get(SignIn, sign_in_id, with_for_update={"of": SignIn}), now)
    sign_in.used_at = now
    return sign_in


def _usable(sign_in: SignIn | None, now: datetime) -> SignIn:
    if sign_in is None or sign_in.used_at is not None or sign_in.expires_at <= now:
        raise SignInUsedUp
    return sign_in
