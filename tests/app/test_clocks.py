"""Clocks, absence and the stand-in."""

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from sqlalchemy import select

from app import clock
from app.models import By, GameStatus, Kind, Move, Notice, NoticeKind
from app.refused import Invalid, TooLate
from app.usecases import absence, clocks, people, stand_ins
from app.usecases.games import locked
from tests.world import World


def sweep(world: World) -> None:
    """What the beat's sweep does, without the mails."""
    for game_id in clocks.games_due(world.service, world.now):
        while stand_ins.play_due(world.service, game_id, world.now):
            pass
    clocks.remind_due(world.service, world.now)


def played_by(world: World, key: str) -> list[By]:
    with world.service.database.reading() as session:
        query = select(Move.by).where(Move.game_id == world.game(key).id).order_by(Move.number)
        return [by for by in session.scalars(query) if by is not By.NOBODY]


def notices(world: World, key: str) -> list[NoticeKind]:
    with world.service.database.reading() as session:
        query = select(Notice.kind).where(Notice.game_id == world.game(key).id).order_by(Notice.id)
        return list(session.scalars(query))


@pytest.mark.parametrize(
    ("start", "hours", "zone", "end"),
    [
        ("2026-03-02 12:00", 24, "UTC", "2026-03-03 12:00"),
        ("2026-03-02 23:00", 24, "UTC", "2026-03-04 09:00"),
        ("2026-03-02 03:00", 24, "UTC", "2026-03-03 09:00"),
        ("2026-03-02 21:30", 24, "Europe/Berlin", "2026-03-04 08:00"),
        ("2026-03-02 12:00", 24, "Pacific/Auckland", "2026-03-03 20:00"),
        # Clocks go forward in Berlin on 29 March 2026: nine o'clock there is seven, not eight, in UTC.
        ("2026-03-28 02:00", 24, "Europe/Berlin", "2026-03-29 07:00"),
        # And back on 25 October 2026: nine o'clock is eight in UTC.
        ("2026-10-24 02:00", 24, "Europe/Berlin", "2026-10-25 08:00"),
        # A day is 24 hours, also when the clocks change.
        ("2026-03-28 12:00", 24, "Europe/Berlin", "2026-03-29 12:00"),
        ("2026-03-02 12:00", 24, "No/Where", "2026-03-03 12:00"),
    ],
)
def test_a_deadline_does_not_fall_into_the_players_night(start: str, hours: int, zone: str, end: str) -> None:
    moment = datetime.fromisoformat(start).replace(tzinfo=UTC)
    assert clock.deadline(moment, hours, zone) == datetime.fromisoformat(end).replace(tzinfo=UTC)


def test_the_end_of_a_day_is_midnight_where_the_person_is() -> None:
    assert clock.end_of(date(2026, 10, 25), "Europe/Berlin") == datetime(2026, 10, 25, 23, tzinfo=UTC)


def test_a_player_is_reminded_once_for_each_deadline(world: World) -> None:
    key = world.start_game("Bob")
    remind_at = world.seats(key)[0].remind_at
    assert remind_at is not None
    world.now = remind_at - timedelta(seconds=1)
    sweep(world)
    assert world.mails(Kind.REMINDER) == []
    world.now = remind_at
    sweep(world)
    sweep(world)
    assert len(world.mails(Kind.REMINDER, person="Ann")) == 1
    absence.ask_more_time(world.service, world.link(key, 0), world.now)
    world.later(days=2)
    sweep(world)
    assert len(world.mails(Kind.REMINDER, person="Ann")) == 2


def test_who_was_reminded_before_a_holiday_is_reminded_again_after_it(world: World) -> None:
    key = world.start_game("Bob")
    for _ in range(2):
        remind_at = world.seats(key)[0].remind_at
        assert remind_at is not None
        world.now = remind_at
        sweep(world)
        absence.go_on_holiday(
            world.service, world.person("Ann"), (world.now + timedelta(days=3)).date(), world.now
        )
    assert len(world.mails(Kind.REMINDER, person="Ann")) == 2


def test_when_time_runs_out_the_stand_in_plays_the_whole_turn_and_says_so(world: World) -> None:
    key = world.start_game("Bob")
    world.later(days=3)
    sweep(world)
    assert set(played_by(world, key)) == {By.STAND_IN}
    assert world.owing(key) == [1]
    assert [mail.kind for mail in world.pending(person="Ann")] == [Kind.TIME_RAN_OUT]
    assert Kind.YOUR_TURN in {mail.kind for mail in world.pending(person="Bob")}


def test_after_two_in_a_row_the_stand_in_keeps_the_seat(world: World) -> None:
    key = world.start_game("Bob")
    for _ in range(2):
        world.later(days=3)
        sweep(world)
        world.play_on(key, until=world.game(key).move_count + 1)
        while world.owing(key) == [1]:
            world.move(key, 1)
    assert world.seats(key)[0].away
    assert notices(world, key) == [NoticeKind.STAND_IN]
    sweep(world)
    assert world.owing(key) == [1]
    assert Kind.PLAYED_FOR_YOU in {mail.kind for mail in world.mails(person="Ann")}


def test_a_player_comes_back_at_any_time(world: World) -> None:
    key = world.start_game("Bob")
    link = world.link(key, 0)
    with world.service.database.writing() as session:
        locked(session, key).seat(0).away = True
    absence.come_back(world.service, link, world.now)
    seat = world.seats(key)[0]
    assert not seat.away
    assert seat.due_at is not None
    assert seat.due_at > world.now
    assert notices(world, key) == [NoticeKind.CAME_BACK]


def test_a_move_in_person_forgives_the_missed_deadline(world: World) -> None:
    key = world.start_game("Bob")
    world.later(days=3)
    sweep(world)
    assert world.seats(key)[0].missed == 1
    while world.owing(key) == [1]:
        world.move(key, 1)
    world.move(key, 0)
    assert world.seats(key)[0].missed == 0


def test_more_time_is_bounded_and_announced(world: World) -> None:
    key = world.start_game("Bob")
    due = world.seats(key)[0].due_at
    link = world.link(key, 0)
    assert due is not None
    for _ in range(absence.MOST_MORE_TIME):
        later = absence.ask_more_time(world.service, link, world.now).due_at
        assert later is not None
        assert later > due
        due = later
    with pytest.raises(Invalid):
        absence.ask_more_time(world.service, link, world.now)
    assert notices(world, key) == [NoticeKind.MORE_TIME] * absence.MOST_MORE_TIME


def test_more_time_for_a_move_that_was_made_comes_too_late(world: World) -> None:
    key = world.start_game("Bob")
    link = world.link(key, 0)
    world.move(key, 0)
    with pytest.raises(TooLate):
        absence.ask_more_time(world.service, link, world.now)


def test_a_holiday_pauses_the_clock_and_is_announced(world: World) -> None:
    key = world.start_game("Bob")
    ann = world.person("Ann")
    absence.go_on_holiday(world.service, ann, (world.now + timedelta(days=10)).date(), world.now)
    due = world.seats(key)[0].due_at
    assert due is not None
    assert due - world.now > timedelta(days=12)
    assert notices(world, key) == [NoticeKind.HOLIDAY]
    world.later(days=5)
    sweep(world)
    assert played_by(world, key) == []
    absence.go_on_holiday(world.service, ann, None, world.now)
    due = world.seats(key)[0].due_at
    assert due is not None
    assert due - world.now < timedelta(days=3)


def holiday(world: World, days: int | None) -> None:
    """Ann is away for so many days more, or comes back."""
    last = None if days is None else (world.now + timedelta(days=days)).date()
    absence.go_on_holiday(world.service, world.person("Ann"), last, world.now)


def due(world: World, key: str) -> datetime:
    found = world.seats(key)[0].due_at
    assert found is not None
    return found


def test_a_holiday_keeps_the_time_that_was_granted(world: World) -> None:
    key = world.start_game("Bob")
    for _ in range(absence.MOST_MORE_TIME):
        absence.ask_more_time(world.service, world.link(key, 0), world.now)
    left = due(world, key) - world.now
    holiday(world, 3)
    assert due(world, key) >= clock.end_of((world.now + timedelta(days=3)).date(), "UTC") + left
    world.later(days=1)
    holiday(world, None)
    assert left <= due(world, key) - world.now < left + timedelta(days=1)


def test_a_holiday_does_not_hand_out_time_anew(world: World) -> None:
    key = world.start_game("Bob")
    world.later(hours=45)
    holiday(world, 3)
    left = due(world, key) - clock.end_of((world.now + timedelta(days=3)).date(), "UTC")
    assert timedelta(hours=3) <= left <= timedelta(hours=9), "three hours, put off to the morning"


@pytest.mark.parametrize("chance", range(8))
def test_however_holidays_are_planned_the_time_that_is_left_only_waits(world: World, chance: int) -> None:
    """It never gets less, nor more than by a night for each change of mind."""
    dice = Random(chance)
    world.now += timedelta(minutes=dice.randrange(24 * 60))
    world.person("Ann", zone=dice.choice(["UTC", "Europe/Berlin", "America/Denver"]))
    key = world.start_game("Bob", pace_hours=dice.choice([12, 72]))
    zone = clock.zone(people.person(world.service, world.person("Ann")).zone)
    left, away, changes = due(world, key) - world.now, False, 0
    for _ in range(8):
        if not away and dice.random() < 0.5:
            gone = min(timedelta(hours=dice.randrange(5)), left)
            world.now, left = world.now + gone, left - gone
        holiday(world, None if away and dice.random() < 0.4 else dice.randint(3, 30))
        last = people.person(world.service, world.person("Ann")).holiday_until
        away, changes = last is not None, changes + 1
        runs_from = clock.end_of(last, zone.key) if last else world.now
        assert left <= due(world, key) - runs_from <= left + changes * timedelta(hours=11)
        left = due(world, key) - runs_from if not away else left
        assert clock.NIGHT_ENDS <= due(world, key).astimezone(zone).hour < clock.NIGHT_BEGINS
        if away:
            world.later(hours=dice.randrange(24))


@pytest.mark.parametrize("days", [-1, 43])
def test_a_holiday_lies_ahead_and_ends(world: World, days: int) -> None:
    last = (world.now + timedelta(days=days)).date()
    with pytest.raises(Invalid):
        absence.go_on_holiday(world.service, world.person("Ann"), last, world.now)


def test_a_holiday_can_end_today_where_the_person_is(world: World) -> None:
    world.now = datetime(2026, 3, 3, 5, 0, tzinfo=UTC)  # the evening of the second in Honolulu
    ann = world.person("Ann", zone="Pacific/Honolulu")
    absence.go_on_holiday(world.service, ann, date(2026, 3, 2), world.now)
    with pytest.raises(Invalid):
        absence.go_on_holiday(world.service, ann, date(2026, 3, 1), world.now)


def test_a_game_can_wait_for_ever(world: World) -> None:
    key = world.start_game("Bob", pace_hours=None)
    world.later(days=1000)
    sweep(world)
    assert played_by(world, key) == []
    assert world.mails(Kind.REMINDER) == []


def test_when_everybody_has_left_the_game_still_ends(world: World) -> None:
    key = world.start_game("Bob", "Cleo")
    for _ in range(80):
        world.later(days=3)
        sweep(world)
    assert world.game(key).status is GameStatus.FINISHED
    assert {mail.kind for mail in world.mails(person="Cleo")} >= {Kind.GAME_OVER, Kind.TIME_RAN_OUT}


def test_who_resigns_leaves_the_seat_to_the_stand_in_without_further_mail(world: World) -> None:
    key = world.start_game("Bob")
    absence.resign(world.service, key, world.person("Ann"), world.now)
    sweep(world)
    assert world.owing(key) == [1]
    assert notices(world, key) == [NoticeKind.RESIGNED]
    assert world.pending(person="Ann") == []


def test_bots_play_as_soon_as_the_worker_looks(world: World) -> None:
    key = world.open_game("bot:greedy", "bot:random", first=1)
    sweep(world)
    assert set(played_by(world, key)) == {By.BOT}
    assert world.owing(key) == [2]
