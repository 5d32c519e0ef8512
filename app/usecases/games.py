"""Finding a game to work on."""

import re

from sqlalchemy import select
from sqlalchemy.orm import Session, lazyload, selectinload, undefer

from app.models import Game, GameStatus, Person, Seat
from app.refused import NotThere, TooLate
from engine import GameState, load_state

_TO_CHANGE = (
    undefer(Game.state),
    undefer(Game.seed),
    lazyload(Game.host),
    # Standing orders are asked for only where there is a sale to decide.
    selectinload(Game.seats).joinedload(Seat.person).lazyload(Person.orders),
)
_KEY = re.compile(r"[\w-]{1,16}", re.ASCII)


def locked(session: Session, key: str | int) -> Game:
    """The game, for changing: whoever comes at the same time waits here until we are done."""
    check_key(key)
    column = Game.key if isinstance(key, str) else Game.id
    query = select(Game).where(column == key).options(*_TO_CHANGE)
    game = session.scalar(query.with_for_update(of=Game))
    if game is None:
        raise NotThere
    game.revision += 1
    return game


def found(session: Session, key: str) -> Game:
    """The game, for looking at."""
    check_key(key)
    game = session.scalar(select(Game).where(Game.key == key).options(undefer(Game.state)))
    if game is None:
        raise NotThere
    return game


def check_key(key: str | int) -> None:
    """PostgreSQL cannot even look for some texts, such as those with a zero byte."""
    if isinstance(key, str) and not _KEY.fullmatch(key):
        raise NotThere


def position(game: Game) -> GameState:
    """The position of a game that has started."""
    if game.state is None:
        raise TooLate
    return load_state(game.state)


def still_open(game: Game) -> Game:
    """The game, if it has not started."""
    if game.status not in (GameStatus.OPEN, GameStatus.UNCONFIRMED):
        raise TooLate
    return game


def seat_of(game: Game, person_id: int) -> Seat | None:
    """Where a person sits or is invited to sit."""
    return next((seat for seat in game.seats if seat.person_id == person_id), None)
