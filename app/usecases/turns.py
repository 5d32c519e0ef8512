"""The turn page: what a turn link shows before, during and after the move it is for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from flask_babel import lazy_gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.models import By, Delivery, Game, GameStatus, Kind, Move, Notification, Person, Seat
from app.refused import Invalid, NotThere
from app.service import Service
from app.tokens import TurnLink
from app.usecases.choosing import Chosen, Laying, Sale, laying, sales
from app.usecases.debts import mail_about, owes_decision
from app.usecases.games import locked, position, seated
from app.usecases.log import Told
from app.usecases.outbox import owe_mail
from app.usecases.reading import Table, news_for, table_of

MOST_FRESH_LINKS = 3
"""How many fresh links somebody with an old one can have mailed for one debt."""

GUIDED_ROUNDS = 2
"""In how many rounds the guide stands open on the turn page."""


class Elsewhere(NamedTuple):
    """Another game that waits for whoever looks, and the link to what they owe there."""

    title: str
    link: TurnLink


@dataclass(frozen=True)
class TurnPage:
    """A turn link's page: `laying` or `sales` while the move is owed, `played` once it has passed."""

    table: Table
    """Its log holds the news while the move is owed, and everything once it has passed."""
    seat: Seat
    laying: Laying | None = None
    sales: Sequence[Sale] = ()
    played: Sequence[Told] = ()
    taken_over: bool = False
    """Whether a stand-in made the move that has passed."""
    owes_again: bool = False
    """Whether the game waits for the seat by now, for something this link cannot do."""
    again: TurnLink | None = None
    """The link to what the seat owes by now, if its player is who looks; others have it mailed."""
    elsewhere: Elsewhere | None = None
    is_new: bool = False
    """Whether the seat's player has hardly moved yet, and may like some guidance."""


def look(
    service: Service,
    link: TurnLink,
    chosen: Chosen,
    speak_to: Callable[[Person | None], None],
    me: int | None,
) -> TurnPage:
    """What the bearer of a link sees. Changes nothing.

    `speak_to` is told whose link it is before the first sentence is made: they are in that person's language.
    `me` is who is signed in, if anybody is; be it somebody else than the link is for.
    """
    game = seated(service, link.game)
    seat = _seat(game, link)
    speak_to(seat.person)
    if game.status is not GameStatus.RUNNING or seat.owes_version != link.version:
        return _passed(service, game, seat, link, me)
    state = position(game)
    table = news_for(service, game, link.seat)
    if owes_decision(link.version):
        return TurnPage(table, seat, sales=sales(state, link.seat))
    is_new = state.turn < GUIDED_ROUNDS * state.players
    return TurnPage(table, seat, laying=laying(state, link.seat, chosen), is_new=is_new)


def send_fresh_link(service: Service, link: TurnLink, now: datetime) -> None:
    """Mail a link for what the seat owes now to the person who sits there, whoever asks."""
    with service.database.writing() as session:
        game = locked(session, link.game)
        seat = _seat(game, link)
        if seat.owes_version is None or not seat.is_waited_for:
            raise NotThere(_("Nobody waits for this seat now."), _("Look at the board as it is now."))
        kind = mail_about(seat.owes_version)
        so_far = _mails_so_far(session, seat, kind)
        if so_far > MOST_FRESH_LINKS:
            raise Invalid(_("Several links are on their way."), _("Please look into your mailbox."))
        _void_waiting(session, seat, kind, now)
        owe_mail(session, kind, game, seat, now, nth=so_far)
    service.wake.deliver()


def _seat(game: Game, link: TurnLink) -> Seat:
    if game.state is None or link.seat not in range(len(game.seats)):
        raise NotThere
    return game.seat(link.seat)


def _passed(service: Service, game: Game, seat: Seat, link: TurnLink, me: int | None) -> TurnPage:
    """An old link shows what was played and the board as everybody sees it."""
    table = table_of(service, game, None)
    with service.database.reading() as session:
        made = session.execute(
            select(Move.number, Move.by)
            .where(Move.game_id == game.id, Move.seat == link.seat, Move.version == link.version)
            .order_by(Move.number)
            .limit(1)
        ).one_or_none()
        elsewhere = _elsewhere(session, game, me) if me is not None else None
    return TurnPage(
        table,
        seat,
        played=[told for told in table.log if made is not None and told.number > made.number],
        taken_over=made is not None and made.by is By.STAND_IN,
        owes_again=seat.owes_version is not None,
        again=_again(seat, link) if me is not None and me == seat.person_id else None,
        elsewhere=elsewhere,
    )


def _again(seat: Seat, link: TurnLink) -> TurnLink | None:
    if seat.owes_version is None or not seat.is_waited_for:
        return None
    return link._replace(version=seat.owes_version)


def _elsewhere(session: Session, game: Game, person_id: int) -> Elsewhere | None:
    """The most urgent of the other games that wait for a person."""
    row = session.execute(
        select(Game.title, Game.key, Seat.number, Seat.owes_version)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.person_id == person_id, Seat.is_waited_for, Game.id != game.id)
        .order_by(Seat.due_at.is_(None), Seat.due_at, Game.id.desc())
        .limit(1)
    ).one_or_none()
    return row and Elsewhere(row.title, TurnLink(row.key, row.number, row.owes_version))


def _mails_so_far(session: Session, seat: Seat, kind: Kind) -> int:
    """How many mails have told of what the seat owes; the others may have moved meanwhile."""
    query = select(func.count()).where(
        Notification.seat_id == seat.id,
        Notification.kind == kind,
        Notification.version == seat.owes_version,
    )
    return session.scalar(query) or 0


def _void_waiting(session: Session, seat: Seat, kind: Kind, now: datetime) -> None:
    """The fresh mail replaces one that waits for the person to leave the page."""
    waiting = session.scalars(
        select(Notification).where(
            Notification.seat_id == seat.id,
            Notification.kind == kind,
            Notification.delivery == Delivery.PENDING,
            Notification.due_at > now,
            Notification.lease.is_(None),
            Notification.attempts == 0,
        )
    )
    for notification in waiting:
        notification.delivery = Delivery.VOID
