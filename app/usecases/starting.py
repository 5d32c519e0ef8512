"""A game starts by itself as soon as every seat is taken."""

import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from app.models import Game, GameStatus, Kind
from app.usecases.debts import note_debts
from app.usecases.outbox import owe_mail
from engine import RULES_VERSION, commitment, dump_state, new_game

SEED_BYTES = 32


def start_if_full(session: Session, game: Game, now: datetime) -> None:
    """Shuffle, deal, and tell everybody; the first player's mail is the first turn itself."""
    if game.status is not GameStatus.OPEN or not all(seat.is_taken for seat in game.seats):
        return
    seed = secrets.token_bytes(SEED_BYTES)
    state = new_game(len(game.seats), seed)
    _number_seats(game)
    game.seed, game.commitment, game.rules_version = seed, commitment(seed), RULES_VERSION
    game.status, game.started_at = GameStatus.RUNNING, now
    game.state = dump_state(state)
    session.flush()
    note_debts(session, game, state, now, present=None)
    for seat in game.seats:
        if seat.person_id is not None and seat.owes_version is None:
            owe_mail(session, Kind.GAME_STARTED, game, seat, now)


def _number_seats(game: Game) -> None:
    """In the order of the table, from whoever starts: the host's choice, or by lot."""
    seats = sorted(game.seats, key=lambda seat: seat.id)
    first = next((n for n, seat in enumerate(seats) if seat.id == game.first_seat_id), None)
    if first is None:
        first = secrets.randbelow(len(seats))
    for number, seat in enumerate(seats[first:] + seats[:first]):
        seat.number = number
