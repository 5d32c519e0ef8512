"""Looking back: the board after any move, and everybody's gold over the turns.

A whole game replays in about a millisecond, so no position but the last is stored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.models import Game, Move
from app.refused import NotThere
from app.service import Service
from app.usecases.games import seated, seed_of
from app.usecases.log import Told, entry_of, laid_in
from app.usecases.reading import name_of
from engine import Event, GameState, Space, View, apply, new_game, read_move, view_for


@dataclass(frozen=True)
class Past:
    """A game after some of its moves, as the public saw it then."""

    game: Game
    names: Sequence[str]
    colors: Sequence[str]
    view: View
    marked: Sequence[Space]
    step: int
    told: Told | None


def at_move(service: Service, key: str, step: int) -> Past:
    """The game after that many moves."""
    game = seated(service, key)
    if not 0 <= step <= game.move_count or game.started_at is None:
        raise NotThere
    game.state = None  # a page of the past shows nothing of the present
    names = [name_of(each) for each in game.seats]
    with service.database.reading() as session:
        *_, (state, events) = _positions(session, game, step)
        told = None
        if step:
            move = session.scalars(select(Move).where(Move.game_id == game.id, Move.number == step - 1)).one()
            told = entry_of(move, names)
    colors = [each.color for each in game.seats]
    return Past(game, names, colors, view_for(state, None), laid_in(events), step, told)


def gold(service: Service, game: Game) -> list[list[int]]:
    """Everybody's gold after each turn, for the chart of a finished game."""
    with service.database.reading() as session:
        return gold_over_time(session, game)


def gold_over_time(session: Session, game: Game) -> list[list[int]]:
    """The same inside a session."""
    series: list[list[int]] = [[] for _ in game.seats]
    for state, _events in _positions(session, game, game.move_count):
        if state.turn == len(series[0]):  # a turn begins: what the one before it has brought is known
            for so_far, village in zip(series, state.villages, strict=True):
                so_far.append(village.gold)
    return series


def _positions(session: Session, game: Game, steps: int) -> Iterator[tuple[GameState, Sequence[Event]]]:
    """The deal, and the position after each of that many moves with the events that led to it."""
    seed = seed_of(session, game)
    assert seed is not None
    state = new_game(len(game.seats), seed)
    yield state, ()
    moves = select(Move.seat, Move.notation).where(Move.game_id == game.id).order_by(Move.number)
    for seat, notation in session.execute(moves.limit(steps)):
        state, events = apply(state, seat, read_move(notation))
        yield state, events
