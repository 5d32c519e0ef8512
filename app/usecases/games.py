"""Finding a game to work on."""

import re
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session, lazyload, selectinload, undefer

from app.models import Game, GameStatus, Seat
from app.refused import NotThere, TooLate
from engine import GameState, load_state, score

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


def locked(session: Session, key: str | int) -> Game:
    """The game, for changing: whoever comes at the same time waits here until we are done."""
    check_key(key)
    game = session.scalar(_BY_KEY if isinstance(key, str) else _BY_ID, {"wanted": key})
    if game is None:
        raise NotThere
    game.revision += 1
    return game


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


def result(state: GameState) -> dict[str, Any]:
    """What is stored of a finished game's scoring: gold and winners by seat number."""
    final = score(state)
    return {"gold": list(final.gold), "winners": list(final.outcome.winners)}


def still_open(game: Game) -> Game:
    """The game, if it has not started."""
    if game.status not in (GameStatus.OPEN, GameStatus.UNCONFIRMED):
        raise TooLate
    return game


def seat_of(game: Game, person_id: int) -> Seat | None:
    """Where a person sits or is invited to sit."""
    return next((seat for seat in game.seats if seat.person_id == person_id), None)
