"""Hosting: create a game, fill its seats, cancel it, play it again."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import lazy_gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from app import texts
from app.clock import PACES
from app.counting import INVITATIONS_BY_PERSON, INVITATIONS_TO_INBOX
from app.models import Game, GameStatus, Kind, Person, Seat, SignInFor
from app.refused import Invalid, NotAllowed, TooLate
from app.service import Service
from app.usecases.debts import wake_for
from app.usecases.games import locked, seat_of, still_open
from app.usecases.muting import refuses_invitations
from app.usecases.outbox import mails_so_far, owe_mail, void_invitation
from app.usecases.people import found_or_made
from app.usecases.sign_in import owe_link
from app.usecases.starting import start_if_full
from engine import COLORS
from engine.bots import BOTS

FEWEST, MOST = 2, 4
OPEN_SEAT = ""
KEY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""A key may be read out, and typed in a shell: no look-alikes, no dash that would begin an option."""
_NUMBERED = re.compile(r"(.+) \(([1-9][0-9]{0,3})\)")
KEY_LENGTH = 14
"""70 bits: nobody finds a game that is not listed."""


@dataclass(frozen=True)
class NewGame:
    """What a host asks for. A guest is an address, `bot:<name>`, or empty for an open seat."""

    title: str
    guests: Sequence[str]
    pace_hours: int | None
    listed: bool = False
    first: int | None = None
    """Who starts: 0 is the host, then the guests; None draws lots."""


@dataclass(frozen=True)
class Stranger:
    """A host who is not signed in, as the form gives it."""

    name: str
    address: str
    language: str = "en"
    zone: str = "UTC"


def create(service: Service, host: int | Stranger, wish: NewGame, now: datetime) -> Game:
    """Create a game. A stranger's game waits until the link mailed to their address is used."""
    _check(wish)
    with service.database.writing() as session:
        if isinstance(host, Stranger):
            person = found_or_made(
                session, host.address, now, name=texts.name(host.name), language=host.language, zone=host.zone
            )
            game = _set_table(session, person, wish, now)
            owe_link(service, session, person, now, SignInFor.OPEN_GAME, game)
        else:
            game = _set_table(session, session.get_one(Person, host), wish, now)
            _open(service, session, game, now)
    wake_for(service, game)
    return game


def confirm_game(service: Service, session: Session, game: Game, now: datetime) -> None:
    """A stranger's address is proved. Who does not want to be invited has said no: nobody is told before."""
    if game.status is not GameStatus.UNCONFIRMED:
        return
    for seat in game.seats:
        guest = seat.person if seat.person_id != game.host_id else None
        if guest is not None and refuses_invitations(session, guest.address):
            seat.person = None
    _open(service, session, game, now)


def _open(service: Service, session: Session, game: Game, now: datetime) -> None:
    """Send the invitations, and start if nobody is to be waited for."""
    game.status = GameStatus.OPEN
    for seat in game.seats:
        if seat.person_id == game.host_id:
            seat.joined_at = now
        elif seat.person_id is not None:
            _invite(service, session, game, seat, now)
    start_if_full(session, game, now)


def _invite(service: Service, session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Owe an invitation, unless its receiver wants none or somebody sends too many."""
    guest = session.get_one(Person, seat.person_id)
    if refuses_invitations(session, guest.address):
        raise Invalid(_("%(address)s does not want to be invited.", address=guest.address))
    service.counters.check(INVITATIONS_BY_PERSON, "invitations by", str(game.host_id))
    service.counters.check(INVITATIONS_TO_INBOX, "invitations to", texts.inbox(guest.address))
    owe_mail(session, Kind.INVITATION, game, seat, now, nth=mails_so_far(session, seat, Kind.INVITATION))


def fill_seat(service: Service, key: str, host_id: int, seat_id: int, guest: str, now: datetime) -> None:
    """Give a seat that nobody has taken to another guest: an address, a bot, or open to anybody."""
    with service.database.writing() as session:
        game = _hosted(session, key, host_id)
        seat = next((seat for seat in game.seats if seat.id == seat_id), None)
        if seat is None or (seat.is_taken and not seat.bot):
            raise TooLate(_("This seat is taken."), _("Look at the table as it is now."))
        void_invitation(session, seat)
        seat.person_id, seat.bot, seat.joined_at = None, None, None
        session.flush()
        session.expire(seat, ["person"])
        _sit(session, game, seat, guest, now)
        if seat.person_id is not None and game.status is GameStatus.OPEN:
            _invite(service, session, game, seat, now)
        start_if_full(session, game, now)
    wake_for(service, game)


def cancel(service: Service, key: str, host_id: int, now: datetime) -> None:
    """Give up a game that has not started."""
    with service.database.writing() as session:
        call_off(session, _hosted(session, key, host_id), now)
    service.wake.deliver()


def call_off(session: Session, game: Game, now: datetime) -> None:
    """The game is not to be: its invitations no longer stand, and whoever has joined is told."""
    game.status = GameStatus.CANCELLED
    for seat in game.seats:
        void_invitation(session, seat)
        if seat.joined_at is not None and seat.person_id not in (None, game.host_id):
            owe_mail(session, Kind.CANCELLED, game, seat, now)


def rematch(service: Service, key: str, person_id: int, now: datetime) -> Game:
    """The same table once more; whoever asks second gets the game the first one asked for."""
    with service.database.writing() as session:
        old = locked(session, key)
        if old.status is not GameStatus.FINISHED or seat_of(old, person_id) is None:
            raise NotAllowed
        again = session.scalar(
            select(Game).where(Game.rematch_of_id == old.id, Game.status != GameStatus.CANCELLED)
        )
        if again is None:
            again = _set_table_again(session, old, person_id, now)
            _open(service, session, again, now)
    wake_for(service, again)
    return again


def _check(wish: NewGame) -> None:
    if not FEWEST <= len(wish.guests) + 1 <= MOST:
        raise Invalid(_("Cacao is a game for 2 to 4 players."))
    if wish.pace_hours is not None and wish.pace_hours not in PACES:
        raise Invalid(_("Please choose one of the times for a move."))
    if wish.first is not None and wish.first not in range(len(wish.guests) + 1):
        raise Invalid(_("Please choose who starts."))
    named = [guest.strip().lower() for guest in wish.guests if "@" in guest]
    if len(set(named)) < len(named):
        raise Invalid(_("The same address was typed twice."))


def _set_table(session: Session, host: Person, wish: NewGame, now: datetime) -> Game:
    game = _new(session, host, wish.title, wish.pace_hours, wish.listed, now)
    host_seat = Seat(game_id=game.id, color=COLORS[0], person_id=host.id)
    seats = [host_seat, *(Seat(game_id=game.id, color=color) for color in COLORS[1 : len(wish.guests) + 1])]
    session.add_all(seats)
    session.flush()
    for seat, guest in zip(seats[1:], wish.guests, strict=True):
        _sit(session, game, seat, guest, now)
    if wish.first is not None:
        game.first_seat_id = seats[wish.first].id
    session.flush()
    session.refresh(game, ["seats"])
    return game


def _new(
    session: Session, host: Person, title: str, pace_hours: int | None, listed: bool, now: datetime
) -> Game:
    game = Game(
        key="".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH)),
        title=texts.title(title),
        status=GameStatus.UNCONFIRMED,
        host_id=host.id,
        listed=listed,
        pace_hours=pace_hours,
        created_at=now,
    )
    session.add(game)
    session.flush()
    return game


def _sit(session: Session, game: Game, seat: Seat, guest: str, now: datetime) -> None:
    if guest.strip() == OPEN_SEAT:
        return
    if guest.startswith("bot:"):
        if guest[4:] not in BOTS:
            raise Invalid(_("There is no such bot."))
        seat.bot, seat.joined_at = guest[4:], now
        return
    host = session.get_one(Person, game.host_id)
    person = found_or_made(session, guest, now, language=host.language, zone=host.zone)
    if any(other.person_id == person.id for other in game.seats) or person.id == host.id:
        raise Invalid(_("%(address)s sits at this table already.", address=person.address))
    seat.person_id = person.id


def _set_table_again(session: Session, old: Game, person_id: int, now: datetime) -> Game:
    host = session.get_one(Person, person_id)
    game = _new(session, host, _title_again(old), old.pace_hours, old.listed, now)
    game.rematch_of_id = old.id
    for was in sorted(old.seats, key=lambda seat: seat.id):
        wanted = was.person is not None and (
            was.person_id == person_id or not refuses_invitations(session, was.person.address)
        )
        session.add(
            Seat(
                game_id=game.id,
                color=was.color,
                person_id=was.person_id if wanted else None,
                bot=was.bot,
                joined_at=now if was.bot else None,
            )
        )
    session.flush()
    session.refresh(game, ["seats"])
    return game


def _title_again(old: Game) -> str:
    """The old title with a number: of a rematch's rematch the next one."""
    title, nth = old.title, 2
    if old.rematch_of_id is not None and (numbered := _NUMBERED.fullmatch(title)):
        title, nth = numbered[1], int(numbered[2]) + 1
    number = f" ({nth})"
    return title[: texts.LONGEST_TITLE - len(number)].rstrip() + number


def _hosted(session: Session, key: str, host_id: int) -> Game:
    game = still_open(locked(session, key))
    if game.host_id != host_id:
        raise NotAllowed(_("Only the host of this game may do this."))
    return game
