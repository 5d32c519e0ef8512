"""Guests: join, decline, say "never mail me", leave before the start."""

from datetime import datetime
from typing import NamedTuple

from flask_babel import lazy_gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from app import clock, texts
from app.models import Game, GameStatus, Kind, Person, Seat, SignInFor
from app.refused import Invalid, LinkUsedUp, NotAllowed, NotThere, TooLate
from app.service import Service
from app.usecases import sign_in
from app.usecases.debts import wake_for
from app.usecases.games import locked, plays_again, seat_of, seated
from app.usecases.hosting import Stranger, confirm_game
from app.usecases.muting import stop_all_mail
from app.usecases.outbox import mails_so_far, owe_mail, void_invitation
from app.usecases.people import LANGUAGES, found_or_made
from app.usecases.starting import start_if_full

_FULL = _("This game takes no more players."), _("Look for another open game.")


class Invitation(NamedTuple):
    """The game and seat somebody is invited to."""

    game: Game
    seat: Seat
    is_new: bool
    """Whether they have never played here: language and zone are still their host's."""
    is_rematch: bool


def look(service: Service, token: str) -> Invitation:
    """What an invitation is for, joined or not."""
    seat_id, person_id = service.tokens.read_invitation(token)
    with service.database.reading() as session:
        seat = session.get(Seat, seat_id)
        if seat is None or seat.person_id != person_id:
            raise LinkUsedUp(_("This invitation no longer stands."), _("Ask your host for another one."))
        played = select(Seat.id).where(Seat.person_id == person_id, Seat.joined_at.is_not(None))
        is_new = session.scalar(played.limit(1)) is None
        game = session.get_one(Game, seat.game_id)
        return Invitation(game, seat, is_new, plays_again(session, game, person_id))


def join(service: Service, token: str, name: str, zone: str, now: datetime, language: str = "") -> Game:
    """Take the seat an invitation is for. Joining twice is joining once."""
    seat_id, person_id = service.tokens.read_invitation(token)
    with service.database.writing() as session:
        game, seat = _invited(session, seat_id, person_id)
        if seat.joined_at is None:
            assert seat.person is not None
            if name.strip():
                seat.person.name = texts.name(name)
            if zone:
                seat.person.zone = clock.zone(zone).key
            if language in LANGUAGES:
                seat.person.language = language
            _take(session, game, seat, now)
    wake_for(service, game)
    return game


def decline(service: Service, token: str, never_mail: bool, now: datetime) -> Game:
    """Say no; the seat is open again, and the host is told."""
    seat_id, person_id = service.tokens.read_invitation(token)
    with service.database.writing() as session:
        game, seat = _invited(session, seat_id, person_id)
        if never_mail:
            stop_all_mail(session, session.get_one(Person, person_id))
        if seat.joined_at is None:
            give_up(session, game, seat, now)
        session.refresh(game, ["host"])  # whom the page names
    service.wake.deliver()
    return game


def join_open(service: Service, key: str, person_id: int, now: datetime, only_listed: bool = False) -> Game:
    """Take an open seat: with its link of any game, without one only of a listed game."""
    with service.database.writing() as session:
        game = _offered(locked(session, key), only_listed)
        _take_open(session, game, person_id, now)
    wake_for(service, game)
    return game


def ask_to_join(service: Service, key: str, who: Stranger, now: datetime, only_listed: bool = False) -> None:
    """Somebody not signed in wants an open seat: mail the link that proves the address and joins."""
    game = _offered(seated(service, key), only_listed)
    if game.status is not GameStatus.OPEN:
        raise TooLate(*_FULL)
    with service.database.writing() as session:
        person = found_or_made(
            session, who.address, now, name=texts.name(who.name), language=who.language, zone=who.zone
        )
        sign_in.owe_link(service, session, person, now, SignInFor.JOIN_GAME, game)
    service.wake.deliver()


def leave(service: Service, key: str, person_id: int, now: datetime) -> None:
    """Leave a game that has not started."""
    with service.database.writing() as session:
        game = locked(session, key)
        seat = seat_of(game, person_id)
        if seat is None or game.host_id == person_id:
            raise NotAllowed(_("The host cancels the game instead."))
        if game.status not in (GameStatus.OPEN, GameStatus.UNCONFIRMED):
            raise TooLate(_("The game has started."), _("You can resign; then a bot takes your seat."))
        give_up(session, game, seat, now)
    service.wake.deliver()


def use_sign_in(service: Service, token: str, now: datetime) -> tuple[Person, Game | None]:
    """Use a sign-in link: it proves the address, and does what it is for."""
    sign_in_id = service.tokens.read_sign_in(token)
    with service.database.writing() as session:
        used = sign_in.take(session, sign_in_id, now)
        game = None if used.game_id is None else locked(session, used.game_id)
        if game is not None and used.purpose is SignInFor.OPEN_GAME:
            confirm_game(service, session, game, now)
        elif game is not None and used.purpose is SignInFor.JOIN_GAME:
            _take_open(session, game, used.person_id, now)
    if game is not None:
        wake_for(service, game)
    return used.person, game


def _invited(session: Session, seat_id: int, person_id: int) -> tuple[Game, Seat]:
    known = session.get(Seat, seat_id)
    if known is None:
        raise NotThere
    game = locked(session, known.game_id)
    seat = next((seat for seat in game.seats if seat.id == seat_id and seat.person_id == person_id), None)
    if seat is None or game.status is GameStatus.CANCELLED:
        raise LinkUsedUp(_("This invitation no longer stands."), _("Ask your host for another one."))
    return game, seat


def _offered(game: Game, only_listed: bool) -> Game:
    """The game; who has no link to one that is not listed does not learn that it is there."""
    if only_listed and not game.listed:
        raise NotThere
    return game


def _take_open(session: Session, game: Game, person_id: int, now: datetime) -> None:
    if (own := seat_of(game, person_id)) is not None:
        if own.joined_at is None and game.status is GameStatus.OPEN:
            _take(session, game, own, now)
        return
    if game.status is not GameStatus.OPEN:
        raise TooLate(*_FULL)
    seat = next((seat for seat in game.seats if seat.is_open), None)
    if seat is None:
        raise Invalid(_("All seats of this game are taken."), _("Look for another open game."))
    seat.person = session.get_one(Person, person_id)
    _take(session, game, seat, now)


def _take(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    if game.status is not GameStatus.OPEN:
        raise TooLate(*_FULL)
    seat.joined_at = now
    session.flush()
    start_if_full(session, game, now)


def give_up(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """The seat of a game that has not started is open again, and the host is told who does not play."""
    void_invitation(session, seat)
    kind, guest = Kind.DECLINED if seat.joined_at is None else Kind.LEFT, seat.person_id
    seat.person, seat.joined_at = None, None
    host = seat_of(game, game.host_id)
    if host is not None and game.status is GameStatus.OPEN:
        nth = mails_so_far(session, host, kind)
        owe_mail(session, kind, game, host, now, nth=nth, about=guest)
