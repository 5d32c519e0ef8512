"""The move: one transaction from the signed link to the rows that owe the next mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import lazy_gettext as _
from sqlalchemy import bindparam, select

from app.database import Transaction
from app.models import By, Game, GameStatus, Kind, Move, Seat
from app.refused import NotAllowed, NotAMoveNow, TooLate
from app.service import Service
from app.tokens import TurnLink
from app.usecases.debts import note_debts, versions_owed, wake_for
from app.usecases.games import moving, position, result
from app.usecases.orders import answer, order_for
from app.usecases.outbox import owe_mail
from app.usecases.talking import add_message
from app.wording import refusal
from engine import (
    GameState,
    IllegalMove,
    JungleFilled,
    NotAMove,
    Owes,
    apply,
    digest,
    dump_events,
    dump_state,
    forced,
    read_move,
    to_act,
    write_move,
)
from engine import Move as EngineMove

_MADE = select(Move.notation).where(
    Move.game_id == bindparam("game"),
    Move.seat == bindparam("seat"),
    Move.version == bindparam("version"),
    Move.by == By.PLAYER,
)


@dataclass(frozen=True)
class Submitted:
    """What a submission came to: what its seat owes now, and whether it had been made before."""

    game: Game
    owes_version: int | None
    repeated: bool = False


def submit(
    service: Service, link: TurnLink, notations: Sequence[str], now: datetime, message: str = ""
) -> Submitted:
    """Make the move a link is for; a second one, if any, uses the own workers at once.

    A repeated submission of the same move is answered as done. Whoever comes too late gets `TooLate`.
    """
    moves = _read(notations)
    with moving(service, link.game) as (transaction, game):
        seat = _seat(game, link)
        if seat.owes_version != link.version or game.status is not GameStatus.RUNNING:
            _check_repeated(transaction, game, link, moves)
            return Submitted(game, seat.owes_version, repeated=True)
        if seat.resigned_at is not None:
            raise NotAllowed
        seat.missed, seat.away = 0, False
        play(transaction, game, seat, moves, By.PLAYER, now)
        add_message(transaction, game, seat, message, now)
    wake_for(service, game)
    return Submitted(game, seat.owes_version)


def play(
    transaction: Transaction, game: Game, seat: Seat, moves: Sequence[EngineMove], by: By, now: datetime
) -> None:
    """Apply a seat's moves and everything that follows by itself, and write it all down."""
    state = position(game)
    try:
        state, drawn = _log(transaction, game, state, seat, moves[0], by, now)
        # A drawn tile is seen before acting: an answer given without knowing it is not taken.
        if len(moves) > 1 and not (drawn and by is By.PLAYER):
            state = _log(transaction, game, state, seat, moves[1], by, now)[0]
    except IllegalMove as error:
        raise NotAMoveNow(refusal(error.reason)) from None
    state = _settle(transaction, game, state, now)
    game.state = dump_state(state)
    game.revision += 1
    note_debts(transaction, game, state, now, seat if by is By.PLAYER else None)
    if state.over:
        _finish(transaction, game, state, now)


def _read(notations: Sequence[str]) -> list[EngineMove]:
    try:
        return [read_move(notation) for notation in notations]
    except NotAMove:
        raise NotAMoveNow(_("This is not a move.")) from None


def _seat(game: Game, link: TurnLink) -> Seat:
    if game.status not in (GameStatus.RUNNING, GameStatus.FINISHED):
        raise TooLate
    return game.seat(link.seat)


def _check_repeated(
    transaction: Transaction, game: Game, link: TurnLink, moves: Sequence[EngineMove]
) -> None:
    made = transaction.scalar(_MADE, {"game": game.id, "seat": link.seat, "version": link.version})
    if made != write_move(moves[0]):
        raise TooLate


def _log(
    transaction: Transaction,
    game: Game,
    state: GameState,
    seat: Seat,
    move: EngineMove,
    by: By,
    now: datetime,
) -> tuple[GameState, bool]:
    """Apply one move and append it to the log; the position after it, and whether a tile was drawn."""
    assert seat.number is not None
    step = apply(state, seat.number, move)
    transaction.insert(
        Move,
        game_id=game.id,
        number=game.move_count,
        seat=seat.number,
        version=versions_owed(state)[seat.number],
        notation=write_move(move),
        by=by,
        events=dump_events(step.events),
        digest=digest(step.state),
        made_at=now,
    )
    game.move_count += 1
    return step.state, any(isinstance(event, JungleFilled) and event.drawn for event in step.events)


def _settle(transaction: Transaction, game: Game, state: GameState, now: datetime) -> GameState:
    """Answer for everybody who has nothing to decide or has given an order."""
    for number, owes in to_act(state).items():
        if owes is not Owes.USE_WORKERS:
            continue
        seat = game.seat(number)
        only = forced(state, number)
        if only is not None:
            state = _log(transaction, game, state, seat, only, By.NOBODY, now)[0]
        elif not seat.plays_itself and (order := order_for(transaction, seat)) is not None:
            state = _log(transaction, game, state, seat, answer(state, number, order), By.ORDER, now)[0]
    return state


def _finish(transaction: Transaction, game: Game, state: GameState, now: datetime) -> None:
    game.status = GameStatus.FINISHED
    game.finished_at = now
    game.result = result(state)
    for seat in game.seats:
        if seat.person_id is not None:
            owe_mail(transaction, Kind.GAME_OVER, game, seat, now)
