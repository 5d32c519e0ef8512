"""Playing for bots, for those whose time ran out, and for those who are away."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from app.database import Transaction
from app.models import By, Game, Kind, Notice, NoticeKind, Seat
from app.service import Service
from app.usecases.debts import owes_decision, wake_for
from app.usecases.games import moving, position
from app.usecases.holding import is_held
from app.usecases.moves import play
from app.usecases.outbox import owe_mail, owe_news
from engine import Move, apply, stream, view_for
from engine.bots import BOTS

STAND_IN = "greedy"
MISSED_UNTIL_AWAY = 2
"""After so many deadlines missed in a row the stand-in keeps the seat."""


@dataclass(frozen=True)
class _Thought:
    """What a bot would play for a seat, and what the seat owed when it began to think."""

    seat_id: int
    version: int
    moves: list[Move]


def play_due(service: Service, game_id: int, now: datetime) -> bool:
    """Play for one seat of a game whose time has come; whether there was one.

    The bot thinks outside the transaction. If the player moves meanwhile, the player's move counts.
    """
    with service.database.reading() as session:
        thought = None if is_held(session) else _think(session, game_id, now)
    if thought is None:
        return False
    with moving(service, game_id) as (transaction, game):
        seat = next(seat for seat in game.seats if seat.id == thought.seat_id)
        if seat.owes_version != thought.version or seat.due_at is None or seat.due_at > now:
            return True
        was_away = seat.plays_itself
        _count_missed(transaction, game, seat, now)
        play(transaction, game, seat, thought.moves, By.BOT if seat.bot else By.STAND_IN, now)
        if seat.person_id is not None and seat.resigned_at is None:
            if was_away:
                owe_news(transaction, Kind.PLAYED_FOR_YOU, game, seat, now)
            else:  # at once, whatever they want: a digest tells only of games that wait
                owe_mail(transaction, Kind.TIME_RAN_OUT, game, seat, now)
    wake_for(service, game)
    return True


def _think(session: Session, game_id: int, now: datetime) -> _Thought | None:
    seat = session.scalar(
        select(Seat)
        .where(Seat.game_id == game_id, Seat.due_at <= now)
        .order_by(Seat.due_at, Seat.id)
        .limit(1)
    )
    if seat is None or seat.owes_version is None or seat.number is None:
        return None
    game = session.get_one(Game, game_id, options=[undefer(Game.state), undefer(Game.seed)])
    assert game.seed is not None
    choose = BOTS[seat.bot or STAND_IN]
    chance = stream(game.seed, f"seat {seat.number} owes {seat.owes_version}")
    state = position(game)
    moves = [choose(view_for(state, seat.number), chance)]
    if not owes_decision(seat.owes_version):
        state = apply(state, seat.number, moves[0]).state
        # A stand-in plays the whole turn: nobody waits for another deadline in the same turn.
        if state.awaits_workers and state.owed[seat.number]:
            moves.append(choose(view_for(state, seat.number), chance))
    return _Thought(seat.id, seat.owes_version, moves)


def _count_missed(transaction: Transaction, game: Game, seat: Seat, now: datetime) -> None:
    if seat.plays_itself:
        return
    seat.missed += 1
    if seat.missed >= MISSED_UNTIL_AWAY:
        seat.away = True
        transaction.add(
            Notice(
                game_id=game.id,
                seat_id=seat.id,
                kind=NoticeKind.STAND_IN,
                move_number=game.move_count,
                made_at=now,
            )
        )
