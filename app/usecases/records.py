"""Finished games as documents: the record for download, the proof of the shuffle."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import lazy_gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from app.models import Game, GameStatus, Move
from app.refused import NotAllowed, TooLate
from app.service import Service
from app.usecases.games import NOT_STARTED, result, seat_of, seated, seed_of
from app.usecases.reading import name_of
from engine import (
    RULES_VERSION,
    IllegalMove,
    Player,
    commitment,
    decks,
    digest,
    load_state,
    new_game,
    read_move,
    write_record,
)
from engine import apply as apply_move


def download(service: Service, key: str, person_id: int | None) -> str:
    """A finished game's record, for whoever may have it."""
    game = seated(service, key)
    if game.status is not GameStatus.FINISHED:
        raise TooLate(_("The record can be had once the game is over."), _("It is on the game page then."))
    if not game.listed and (person_id is None or seat_of(game, person_id) is None):
        raise NotAllowed
    return export(service, game)


def export(service: Service, game: Game) -> str:
    """The record of a game that has started, as one line of JSON."""
    with service.database.reading() as session:
        seed = seed_of(session, game)
        if seed is None:
            raise TooLate(*NOT_STARTED)
        made = select(Move.seat, Move.notation).where(Move.game_id == game.id).order_by(Move.number)
        moves = [(seat, read_move(notation)) for seat, notation in session.execute(made)]
    players = [Player(name_of(seat), seat.color) for seat in game.seats]
    return write_record(players, *decks(len(players), seed), moves)


@dataclass(frozen=True)
class Proof:
    """What was promised before the game, and after it the seed that keeps the promise."""

    game: Game
    commitment: str
    seed: str | None
    """In hexadecimal; empty until the game is over."""
    worker_decks: tuple[tuple[str, ...], ...] = ()
    jungle_deck: tuple[str, ...] = ()
    holds: bool = False


def shuffle_proof(service: Service, key: str) -> Proof:
    """The commitment of a started game, and of a finished one the seed and the decks that follow from it."""
    game = seated(service, key)
    if game.commitment is None:
        raise TooLate(*NOT_STARTED)
    if game.status is not GameStatus.FINISHED:
        return Proof(game, game.commitment, None)
    with service.database.reading() as session:
        seed = seed_of(session, game)
    assert seed is not None
    workers, jungle = decks(len(game.seats), seed)
    holds = commitment(seed) == game.commitment
    return Proof(game, game.commitment, seed.hex(), workers, jungle, holds)


def verify(service: Service, key: str | None) -> Iterator[tuple[str, str | None]]:
    """Replay stored games and compare every digest: each game's key, and what is wrong, if anything."""
    with service.database.reading_much() as session:
        whole = (undefer(Game.seed), undefer(Game.state), undefer(Game.result))
        query = select(Game).where(Game.seed.is_not(None)).options(*whole)
        if key is not None:
            query = query.where(Game.key == key)
        for game in session.scalars(query.order_by(Game.id).execution_options(yield_per=100)):
            yield game.key, _fault_or_ruin(session, game)


def _fault_or_ruin(session: Session, game: Game) -> str | None:
    """What is wrong with a stored game, be it that it cannot be read at all."""
    try:
        return _fault(session, game)
    except (IllegalMove, KeyError, TypeError, ValueError) as error:
        return f"what is stored cannot be replayed: {type(error).__name__}"


def _fault(session: Session, game: Game) -> str | None:
    assert game.seed is not None
    assert game.state is not None
    if game.rules_version != RULES_VERSION:
        return f"it is played by rules version {game.rules_version}, and this is version {RULES_VERSION}"
    if commitment(game.seed) != game.commitment:
        return "the seed does not fit its commitment"
    state = new_game(len(game.seats), game.seed)
    moves = session.scalars(select(Move).where(Move.game_id == game.id).order_by(Move.number)).all()
    for number, move in enumerate(moves):
        if move.number != number:
            return f"move {number} is missing"
        state = apply_move(state, move.seat, read_move(move.notation)).state
        if digest(state) != move.digest:
            return f"move {number} leads to another position"
    if len(moves) != game.move_count or load_state(game.state) != state:
        return "the stored position is not the one the moves lead to"
    if game.result != (result(state) if state.over else None):
        return "the stored result is not the one the moves lead to"
    return None
