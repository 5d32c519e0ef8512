"""Absence: more time, holiday, resigning, coming back. Nobody's game dies because one person left."""

from datetime import date, datetime, timedelta

from flask_babel import lazy_gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from app import clock
from app.models import Game, GameStatus, Notice, NoticeKind, Person, Seat
from app.refused import Invalid, NotAllowed, TooLate
from app.service import Service
from app.tokens import TurnLink
from app.usecases.debts import start_clock
from app.usecases.games import locked, seat_of
from app.usecases.outbox import void_debts

MOST_MORE_TIME = 2
"""How often one deadline can be put off."""


def ask_more_time(service: Service, link: TurnLink, now: datetime) -> Seat:
    """Put the deadline off by the time of one move; everybody sees it in the log."""
    with service.database.writing() as session:
        game, seat = _running(session, link)
        if seat.owes_version != link.version or game.pace_hours is None or seat.due_at is None:
            raise TooLate(advice=_("Look at the board as it is now."))
        if seat.more_time >= MOST_MORE_TIME:
            raise Invalid(
                _("You have had more time for this move already."),
                _("Move, or go on holiday in your settings."),
            )
        assert seat.person is not None
        seat.more_time += 1
        seat.due_at = clock.deadline(seat.due_at, game.pace_hours, seat.person.zone)
        seat.remind_at = clock.reminder(seat.due_at, game.pace_hours)
        _announce(session, game, seat, NoticeKind.MORE_TIME, now, seat.due_at)
    return seat


def come_back(service: Service, link: TurnLink, now: datetime) -> None:
    """Take the seat back from the stand-in. Any link of the game will do."""
    with service.database.writing() as session:
        game, seat = _running(session, link)
        if not seat.away:
            return
        seat.away, seat.missed = False, 0
        start_clock(game, seat, now)
        _announce(session, game, seat, NoticeKind.CAME_BACK, now)


def resign(service: Service, key: str, person_id: int, now: datetime) -> Game:
    """Leave a running game for good; the stand-in takes the seat."""
    with service.database.writing() as session:
        game = locked(session, key)
        seat = seat_of(game, person_id)
        if seat is None or game.status is not GameStatus.RUNNING:
            raise NotAllowed
        hand_over(session, game, seat, now)
    if seat.owes_version is not None:
        service.wake.play(game.id)
    return game


def hand_over(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """The stand-in has the seat of a running game from now on. Resigning twice is resigning once."""
    if seat.resigned_at is None:
        seat.resigned_at = now
        void_debts(session, seat)
        start_clock(game, seat, now)
        _announce(session, game, seat, NoticeKind.RESIGNED, now)


def go_on_holiday(service: Service, person_id: int, last_day: date | None, now: datetime) -> None:
    """Pause one's clocks until the end of a day; an empty day ends the holiday."""
    with service.database.writing() as session:
        person = session.get_one(Person, person_id)
        if last_day is not None:
            _check_holiday(last_day, person, now)
        before, person.holiday_until = person.holiday_until, last_day
        if before == last_day:
            return
        until = _clocks_wait_until(last_day, person.zone, now)
        pause = until - _clocks_wait_until(before, person.zone, now)
        own = select(Seat.game_id).where(Seat.person_id == person_id).order_by(Seat.game_id)
        for game_id in session.scalars(own).all():
            game = locked(session, game_id)
            seat = seat_of(game, person_id)
            if game.status is not GameStatus.RUNNING or seat is None or seat.plays_itself:
                continue
            _put_off(game, seat, pause)
            if last_day is not None:
                _announce(session, game, seat, NoticeKind.HOLIDAY, now, until)
            elif before is not None and now < clock.end_of(before, person.zone):
                _announce(session, game, seat, NoticeKind.CAME_BACK, now)


def _clocks_wait_until(last_day: date | None, zone: str, now: datetime) -> datetime:
    """Until when a holiday makes clocks wait: without one, or after it, they run now."""
    return now if last_day is None else max(now, clock.end_of(last_day, zone))


def _put_off(game: Game, seat: Seat, pause: timedelta) -> None:
    """What was left of the time is left after the pause; a negative one ends a holiday early."""
    if seat.due_at is None or seat.person is None or game.pace_hours is None:
        return
    seat.due_at = clock.by_day(seat.due_at + pause, seat.person.zone)
    seat.remind_at = clock.reminder(seat.due_at, game.pace_hours)


def days_for_holiday(person: Person, now: datetime) -> tuple[date, date]:
    """The first and the last day with which a holiday may end: it lies ahead and is not endless."""
    today = now.astimezone(clock.zone(person.zone)).date()
    return today, today + clock.LONGEST_HOLIDAY


def _check_holiday(last_day: date, person: Person, now: datetime) -> None:
    first, last = days_for_holiday(person, now)
    if not first <= last_day <= last:
        days = clock.LONGEST_HOLIDAY.days
        raise Invalid(_("A holiday ends today or later, and lasts at most %(days)d days.", days=days))


def _running(session: Session, link: TurnLink) -> tuple[Game, Seat]:
    game = locked(session, link.game)
    if game.status is not GameStatus.RUNNING:
        raise TooLate(_("The game is over."), _("Look at the board as it is now."))
    seat = game.seat(link.seat)
    if seat.resigned_at is not None or seat.person is None:
        raise NotAllowed
    return game, seat


def _announce(
    session: Session, game: Game, seat: Seat, kind: NoticeKind, now: datetime, until: datetime | None = None
) -> None:
    session.add(
        Notice(
            game_id=game.id,
            seat_id=seat.id,
            kind=kind,
            move_number=game.move_count,
            made_at=now,
            until=until,
        )
    )
