"""A game: found for looking at or locked for changing it, with its position."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from flask_babel import lazy_gettext as _
from sqlalchemy import ColumnElement, bindparam, null, select, update
from sqlalchemy.orm import Session, lazyload, selectinload, undefer

from app.database import Query, Row, Transaction, record_of
from app.models import Game, GameStatus, Model, Person, Seat
from app.refused import NotThere, TooLate
from app.service import Service
from engine import GameState, load_state, score

NOT_STARTED = _("The game has not started."), _("It starts by itself as soon as all seats are taken.")

# The seats come by a second statement, and anew: who has waited for the lock sees them as they are by then.
_TO_CHANGE = (
    select(Game)
    .options(undefer(Game.state), undefer(Game.seed), lazyload(Game.host), selectinload(Game.seats))
    .with_for_update(of=Game)
    .execution_options(populate_existing=True)
)
_BY_KEY = _TO_CHANGE.where(Game.key == bindparam("wanted"))
_BY_ID = _TO_CHANGE.where(Game.id == bindparam("wanted"))
_KEY = re.compile(r"[\w-]{1,16}", re.ASCII)
_OF_GAME, _OF_SEAT = (len(model.__table__.columns) for model in (Game, Seat))


class _Known(NamedTuple):
    """What is asked by heart about a game."""

    locked: Query
    hosted: Query
    """With its host."""
    seats: Query
    """With who sits there."""


# What the decks follow from is read by those who replay a game, and by nobody who looks at it.
_TO_SEE = [null() if column.key == Game.seed.key else column for column in Game.__table__.columns]


def _known(wanted: ColumnElement[bool]) -> _Known:
    own = select(Game.id).where(wanted).scalar_subquery()
    seats = select(Seat.__table__, Person.__table__).outerjoin(Person, Person.id == Seat.person_id)
    return _Known(
        select(Game.__table__).where(wanted).with_for_update(),
        select(*_TO_SEE, Person.__table__).join(Person, Person.id == Game.host_id).where(wanted),
        seats.where(Seat.game_id == own).order_by(Seat.number, Seat.id),
    )


_KNOWN = {kind: _known(column == bindparam("wanted")) for kind, column in ((str, Game.key), (int, Game.id))}


def locked(session: Session, key: str | int) -> Game:
    """The game, for changing: whoever comes at the same time waits here until we are done."""
    check_key(key)
    game = session.scalar(_BY_KEY if isinstance(key, str) else _BY_ID, {"wanted": key})
    if game is None:
        raise NotThere
    game.revision += 1
    return game


@contextmanager
def moving(service: Service, key: str | int) -> Iterator[tuple[Transaction, Game]]:
    """The game, for a move: whoever comes at the same time waits until it is made and written down."""
    check_key(key)
    known, wanted = _KNOWN[type(key)], {"wanted": key}
    with service.database.transaction() as transaction:
        games, seats = transaction.ask((known.locked, wanted), (known.seats, wanted))
        game = _at_table(games, seats, transaction.to_change)
        yield transaction, game


def seated(service: Service, key: str | int) -> Game:
    """The game with its seats and its host, for looking at; it belongs to no session."""
    check_key(key)
    known, wanted = _KNOWN[type(key)], {"wanted": key}
    games, seats = service.database.ask((known.hosted, wanted), (known.seats, wanted))
    game = _at_table([row[:_OF_GAME] for row in games], seats, record_of)
    _set(game, host=record_of(Person, games[0][_OF_GAME:]))
    return game


def _at_table(games: Sequence[Row], seats: Sequence[Row], record: Callable[[type[Any], Row], Any]) -> Game:
    if not games:
        raise NotThere
    game: Game = record(Game, games[0])
    _set(game, seats=[_seat(row, record) for row in seats])
    return game


def _seat(row: Row, record: Callable[[type[Any], Row], Any]) -> Seat:
    seat: Seat = record(Seat, row[:_OF_SEAT])
    sits_there = record_of(Person, row[_OF_SEAT:]) if seat.person_id is not None else None
    _set(seat, person=sits_there)
    return seat


def _set(record: Model, **others: object) -> None:
    """Put beside a record of no session those it refers to, as if it had looked them up."""
    record.__dict__.update(others)


def print_anew(session: Session, person_id: int) -> None:
    """Whatever shows a person is about to change: no page of their games is the same afterwards.

    The games are locked before the person, as by a move, and in the same order always: no deadlock.
    """
    own = select(Seat.game_id).where(Seat.person_id == person_id)
    ids = session.scalars(select(Game.id).where(Game.id.in_(own)).order_by(Game.id).with_for_update()).all()
    session.execute(
        update(Game)
        .where(Game.id.in_(ids))
        .values(revision=Game.revision + 1)
        .execution_options(synchronize_session=False)
    )


def check_key(key: str | int) -> None:
    """PostgreSQL cannot even look for some texts, such as those with a zero byte."""
    if isinstance(key, str) and not _KEY.fullmatch(key):
        raise NotThere


def position(game: Game) -> GameState:
    """The position of a game that has started."""
    if game.state is None:
        raise TooLate(*NOT_STARTED)
    return load_state(game.state)


def seed_of(session: Session, game: Game) -> bytes | None:
    """What the decks of a game that has started follow from."""
    return session.scalar(select(Game.seed).where(Game.id == game.id))


def result(state: GameState) -> dict[str, Any]:
    """What is stored of a finished game's scoring: gold and winners by seat number."""
    final = score(state)
    return {"gold": list(final.gold), "winners": list(final.outcome.winners)}


def still_open(game: Game) -> Game:
    """The game, if it has not started."""
    if game.status not in (GameStatus.OPEN, GameStatus.UNCONFIRMED):
        raise TooLate(_("This can only be done before the start."), _("Look at the table as it is now."))
    return game


def plays_again(session: Session, game: Game, person_id: int | None) -> bool:
    """Whether a game is a rematch for a person: they sat at the table before."""
    if game.rematch_of_id is None:
        return False
    before = select(Seat.id).where(Seat.game_id == game.rematch_of_id, Seat.person_id == person_id)
    return session.scalar(before.limit(1)) is not None


def seat_of(game: Game, person_id: int) -> Seat | None:
    """Where a person sits or is invited to sit."""
    return next((seat for seat in game.seats if seat.person_id == person_id), None)
