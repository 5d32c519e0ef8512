"""Looking at games. What is handed out holds nothing its reader may not see: a `View`, never the position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from flask_babel import gettext, lazy_gettext
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from app.database import record_of
from app.models import By, Delivery, Game, GameStatus, Message, Move, Notice, Notification, Seat
from app.refused import NotThere
from app.service import Service
from app.usecases.games import check_key, position, seated
from app.usecases.log import Told, by_others, laid_in, log_of
from app.usecases.outbox import ABOUT_A_DEBT
from engine import (
    ActiveSide,
    FinalScoring,
    GameState,
    Space,
    View,
    load_events,
    score,
    unseen_jungle,
    view_for,
)

_BOTS = {
    "random": lazy_gettext("Random bot"),
    "greedy": lazy_gettext("Greedy bot"),
    "planner": lazy_gettext("Planner bot"),
}


@dataclass(frozen=True)
class MailState:
    """Whether somebody has been told: since when, or not at all."""

    sent_at: datetime | None
    refused: bool


@dataclass(frozen=True)
class Table:
    """A game as one reader sees it."""

    game: Game
    seats: Sequence[Seat]
    names: Sequence[str]
    colors: Sequence[str]
    view: View | None
    marked: Sequence[Space]
    """The spaces of the last turn; beside the news for a seat, of all turns they tell of, and of its tiles
    whose workers wait for an answer."""
    log: Sequence[Told]
    scoring: FinalScoring | None
    mails: Mapping[int, MailState]
    """For seats that owe something, by number: what became of the mail that told them."""
    to_come: Sequence[tuple[str, int]]
    """The jungle tiles nobody has seen yet, and how many of each."""


def name_of(seat: Seat) -> str:
    """What a seat's player is called."""
    if seat.bot:
        return str(_BOTS[seat.bot])
    if seat.person is None:
        return gettext("Open seat")
    return gettext("Former player") if seat.person.erased_at else seat.person.name


_EDITION = select(Game.key, Game.revision).where(Game.key == bindparam("key"))
_LAST_OWN = func.coalesce(
    select(func.max(Move.number))
    .where(Move.game_id == bindparam("game"), Move.seat == bindparam("seat"), Move.by == By.PLAYER)
    .scalar_subquery(),
    -1,
)
"""The last move of a seat's player; without a seat everything comes after it."""
_MOVES = (
    select(Move.__table__)
    .where(Move.game_id == bindparam("game"), Move.number > _LAST_OWN)
    .order_by(Move.number)
)
_NOTICES = (
    select(Notice.__table__)
    .where(Notice.game_id == bindparam("game"), Notice.move_number > _LAST_OWN)
    .order_by(Notice.id)
)
_MESSAGES = (
    select(Message.__table__)
    .where(Message.game_id == bindparam("game"), Message.move_number > _LAST_OWN)
    .order_by(Message.id)
)


class Edition(NamedTuple):
    """Names one state of a game page: as long as it is the same, so is the page."""

    key: str
    revision: int


def edition(service: Service, key: str) -> Edition:
    """The edition of a game's page, by one look at an index."""
    check_key(key)
    (found,) = service.database.ask((_EDITION, {"key": key}))
    if not found:
        raise NotThere
    return Edition(*found[0])


def is_last(service: Service, edition: Edition) -> bool:
    """Whether nothing has changed since this edition; if that cannot be told, something may have."""
    try:
        return service.database.ask((_EDITION, {"key": edition.key})) == [[edition]]
    except Exception:
        return False


def table(service: Service, key: str, seat: int | None = None) -> Table:
    """A game as it stands, as a seat or, without one, the public sees it."""
    game = seated(service, key)
    with service.database.reading() as session:
        return replace(table_of(service, game, seat), mails=_mails(session, game))


def table_of(service: Service, game: Game, seat: int | None) -> Table:
    """The same of a game that was found, without what became of mails."""
    return _table(service, game, seat, since_last_of=None)


def news_for(service: Service, game: Game, seat: int) -> Table:
    """The same with only that of the log which is news to a seat: after the last move its player made."""
    return _table(service, game, seat, since_last_of=seat)


def _table(service: Service, game: Game, seat: int | None, since_last_of: int | None) -> Table:
    wanted = {"game": game.id, "seat": since_last_of}
    rows = service.database.ask((_MOVES, wanted), (_NOTICES, wanted), (_MESSAGES, wanted))
    moves = [record_of(Move, row) for row in rows[0]]
    notices = [record_of(Notice, row) for row in rows[1]]
    messages = [record_of(Message, row) for row in rows[2]]
    if since_last_of is not None:
        moves, notices, messages = by_others(game, since_last_of, moves, notices, messages)
    names = [name_of(each) for each in game.seats]
    state = position(game) if game.state is not None else None
    game.state = None  # whoever is handed the table finds a view in it, and nothing else
    asked = state.owed[since_last_of] if state and since_last_of is not None else ()
    return Table(
        game=game,
        seats=game.seats,
        names=names,
        colors=[each.color for each in game.seats],
        view=seen_by(state, seat) if state else None,
        marked=_last_laid(moves) if since_last_of is None else _new_for(moves, asked),
        log=log_of(game, moves, notices, messages, names),
        scoring=score(state) if state and state.over else None,
        mails={},
        to_come=sorted(unseen_jungle(view_for(state, None)).items()) if state else (),
    )


def seen_by(state: GameState, seat: int | None) -> View:
    """What a seat or, without one, the public sees; in the end with the gold of the final scoring."""
    view = view_for(state, seat)
    if not state.over:
        return view
    final = zip(view.villages, score(state).gold, strict=True)
    return replace(view, villages=tuple(replace(village, gold=gold) for village, gold in final))


def listed_games(service: Service) -> list[Game]:
    """Games with open seats that anybody may join."""
    with service.database.reading() as session:
        query = select(Game).where(Game.listed, Game.status == GameStatus.OPEN)
        games = session.scalars(query.order_by(Game.created_at.desc()).limit(50)).all()
        return [game for game in games if any(seat.is_open for seat in game.seats)]


def _new_for(moves: Sequence[Move], asked: Sequence[ActiveSide]) -> list[Space]:
    """The spaces of all these turns, and of the tiles that are asked for; each once."""
    laid = (at for move in moves for at in laid_in(load_events(move.events)))
    return list(dict.fromkeys((*laid, *(side.at for side in asked))))


def _last_laid(moves: Sequence[Move]) -> list[Space]:
    """The spaces of the last turn: the tile laid and the jungle tiles filled in."""
    for move in reversed(moves):
        laid = laid_in(load_events(move.events))
        if laid:
            return laid
    return []


def _mails(session: Session, game: Game) -> dict[int, MailState]:
    """What became of the newest mail about what each seat owes."""
    owing = {seat.id: number for number, seat in enumerate(game.seats) if seat.owes_version is not None}
    rows = session.execute(
        select(Notification.seat_id, Notification.sent_at, Notification.delivery)
        .join(Seat, Seat.id == Notification.seat_id)
        .where(
            Notification.seat_id.in_(owing),
            Notification.kind.in_(ABOUT_A_DEBT),
            Notification.version == Seat.owes_version,
        )
        .order_by(Notification.id)
    )
    refused = (Delivery.REFUSED, Delivery.QUARANTINED)
    return {
        owing[seat_id]: MailState(sent_at, delivery in refused)
        for seat_id, sent_at, delivery in rows
        if seat_id is not None
    }
