"""Who owes what until when, after every change of a position."""

from datetime import datetime, timedelta

from app import clock
from app.database import Writer
from app.models import Game, Kind, Seat
from app.service import Service
from app.usecases.outbox import ON_THE_PAGE, owe_news, void_debts
from engine import GameState, Owes, to_act


def versions_owed(state: GameState) -> dict[int, int]:
    """For each seat that owes something, the number that names it: turn and phase."""
    return {seat: 2 * state.turn + (owes is Owes.USE_WORKERS) for seat, owes in to_act(state).items()}


def owes_decision(version: int) -> bool:
    """Whether this version names a `UseWorkers`."""
    return version % 2 == 1


def mail_about(version: int) -> Kind:
    """Which mail tells of a debt."""
    return Kind.DECIDE if owes_decision(version) else Kind.YOUR_TURN


def note_debts(writer: Writer, game: Game, state: GameState, now: datetime, present: Seat | None) -> None:
    """Bring every seat's debt up to date: clocks, mails, and what became void.

    `present` is the seat of the person who has just moved and sees the page.
    """
    owed = versions_owed(state)
    for seat in game.seats:
        assert seat.number is not None
        version = owed.get(seat.number)
        if version == seat.owes_version:
            continue
        if seat.owes_version is not None:
            void_debts(writer, seat)
        seat.owes_version = version
        seat.owes_since = None if version is None else now
        seat.more_time = 0
        start_clock(game, seat, now)
        if version is not None and seat.is_waited_for:
            later = ON_THE_PAGE if seat is present else timedelta(0)
            owe_news(writer, mail_about(version), game, seat, now, later)


def start_clock(game: Game, seat: Seat, now: datetime) -> None:
    """Set when the worker plays for the seat, and when its player is reminded."""
    seat.remind_at = seat.due_at = None
    if seat.owes_version is None:
        return
    if seat.plays_itself:
        seat.due_at = now
    elif game.pace_hours is not None and seat.person is not None:
        start = now
        if seat.person.holiday_until is not None:
            start = max(now, clock.end_of(seat.person.holiday_until, seat.person.zone))
        seat.due_at = clock.deadline(start, game.pace_hours, seat.person.zone)
        seat.remind_at = clock.reminder(seat.due_at, game.pace_hours)


def wake_for(service: Service, game: Game) -> None:
    """After the commit: tell the worker what there is to do."""
    service.wake.deliver()
    if any(seat.owes_version is not None and seat.plays_itself for seat in game.seats):
        service.wake.play(game.id)
