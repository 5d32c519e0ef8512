"""What players write: messages to the others, notes to themselves."""

from datetime import datetime

from flask_babel import lazy_gettext as _

from app import texts
from app.database import Writer
from app.models import Game, GameStatus, Message, Seat
from app.refused import Invalid, NotAllowed
from app.service import Service
from app.usecases.games import locked, seat_of

LONGEST_NOTES = 2000


def say(service: Service, key: str, person_id: int, text: str, now: datetime) -> None:
    """Say something to everybody at the table."""
    with service.database.writing() as session:
        game = locked(session, key)
        seat = seat_of(game, person_id)
        if seat is None or seat.joined_at is None or game.status is GameStatus.CANCELLED:
            raise NotAllowed(_("Only those who play in this game can write here."))
        if not text.strip():
            raise Invalid(_("Please write something."))
        add_message(session, game, seat, text, now)


def add_message(writer: Writer, game: Game, seat: Seat, text: str, now: datetime) -> None:
    """Put a message into the log, if there is one."""
    words = texts.message(text)
    if words:
        writer.add(
            Message(game_id=game.id, seat_id=seat.id, text=words, move_number=game.move_count, made_at=now)
        )


def write_notes(service: Service, key: str, person_id: int, notes: str) -> None:
    """Keep private notes on a game."""
    if len(notes) > LONGEST_NOTES:
        raise Invalid(_("This is too long: at most %(longest)d characters.", longest=LONGEST_NOTES))
    with service.database.writing() as session:
        seat = seat_of(locked(session, key), person_id)
        if seat is None:
            raise NotAllowed
        seat.notes = texts.paragraphs(notes)
