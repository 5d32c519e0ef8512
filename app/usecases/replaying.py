"""Looking back: the board after any move or turn, and everybody's gold over the turns.

A whole game replays in about a millisecond, so no position but the last is stored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.models import Game, Move
from app.refused import NotThere
from app.service import Service
from app.usecases.games import seated, seed_of
from app.usecases.log import Told, entry_of, laid_in, turn_of
from app.usecases.reading import name_of, seen_by
from engine import Event, GameState, Space, View, apply, new_game, read_move, score


@dataclass(frozen=True)
class Past:
    """A game after some of its moves, as the public saw it then."""

    game: Game
    names: Sequence[str]
    colors: Sequence[str]
    view: View
    marked: Sequence[Space]
    told: Sequence[Told]
    """What happened in that turn until then."""
    step: int
    turn: int
    last_turn: int
    before: int
    """After how many moves the turn before ended."""
    after: int
    """After how many moves the next one ends."""


def at_move(service: Service, key: str, step: int) -> Past:
    """The game after that many moves."""
    game = seated(service, key)
    if not 0 <= step <= game.move_count or game.started_at is None:
        raise NotThere
    game.state = None  # a page of the past shows nothing of the present
    names = [name_of(each) for each in game.seats]
    with service.database.reading() as session:
        moves = _moves(session, game)
        positions = list(_positions(session, game, moves[:step]))
        turns = [0, *(move.turn for move in moves)]
        told = (Move.game_id == game.id, Move.number >= turns.index(turns[step]) - 1, Move.number < step)
        made = session.scalars(select(Move).where(*told).order_by(Move.number)).all()
    ends = [at for at, (turn, following) in enumerate(pairwise((*turns, None))) if turn != following]
    return Past(
        game,
        names,
        colors=[each.color for each in game.seats],
        view=seen_by(positions[-1][0], None),
        marked=next((laid for _state, events in reversed(positions) if (laid := laid_in(events))), ()),
        told=[entry_of(move, names) for move in made],
        step=step,
        turn=turns[step],
        last_turn=turns[-1],
        before=max((end for end in ends if end < step), default=0),
        after=min((end for end in ends if end > step), default=step),
    )


def end_of_turn(service: Service, key: str, turn: int) -> int:
    """After how many moves a turn ended, or as many as have been made by now."""
    game = seated(service, key)
    until = (Move.game_id == game.id, Move.version < 2 * min(turn, game.move_count))
    with service.database.reading() as session:
        return session.scalar(select(func.count()).where(*until)) or 0


def gold(service: Service, game: Game) -> list[list[int]]:
    """Everybody's gold after each turn of a finished game, and after the final scoring."""
    with service.database.reading() as session:
        return gold_over_time(session, game)


def gold_over_time(session: Session, game: Game) -> list[list[int]]:
    """The same inside a session."""
    turns: list[Sequence[int]] = []
    for state, _events in _positions(session, game, _moves(session, game)):
        if state.turn == len(turns):  # a turn begins: what the one before it has brought is known
            turns.append([village.gold for village in state.villages])
    turns.append(score(state).gold)
    return [list(each) for each in zip(*turns, strict=True)]


class _Made(NamedTuple):
    seat: int
    notation: str
    turn: int


def _moves(session: Session, game: Game) -> list[_Made]:
    query = select(Move.seat, Move.notation, Move.version).where(Move.game_id == game.id)
    rows = session.execute(query.order_by(Move.number))
    return [_Made(seat, notation, turn_of(version)) for seat, notation, version in rows]


def _positions(
    session: Session, game: Game, moves: Sequence[_Made]
) -> Iterator[tuple[GameState, Sequence[Event]]]:
    """The deal, and the position after each of these moves with the events that led to it."""
    seed = seed_of(session, game)
    assert seed is not None
    state = new_game(len(game.seats), seed)
    yield state, ()
    for move in moves:
        state, events = apply(state, move.seat, read_move(move.notation))
        yield state, events
