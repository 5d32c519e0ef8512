"""One mail a day for those who want it."""

from datetime import UTC, datetime, timedelta

import pytest

from app import clock
from app.models import Kind
from app.usecases import people, stand_ins
from tests.world import World


def wants_a_digest(world: World, name: str) -> None:
    profile = people.Profile(name, "en", "Europe/Berlin", "digest")
    people.change_profile(world.service, world.person(name), profile)


def test_several_turns_make_one_digest_the_next_morning(world: World) -> None:
    wants_a_digest(world, "Bob")
    for _ in range(3):
        key = world.start_game("Bob")
        while 1 not in world.owing(key):
            world.move(key, 0)
    assert world.pending(Kind.YOUR_TURN, Kind.DECIDE, person="Bob") == []
    (digest,) = world.pending(Kind.DIGEST, person="Bob")
    assert digest.due_at == datetime(2026, 3, 3, 8, 0, tzinfo=UTC)


def test_whose_time_ran_out_is_told_at_once_all_the_same(world: World) -> None:
    wants_a_digest(world, "Ann")
    key = world.start_game("Bob")
    due = world.seats(key)[0].due_at
    assert due is not None
    stand_ins.play_due(world.service, world.game(key).id, due + timedelta(minutes=1))
    assert len(world.pending(Kind.TIME_RAN_OUT, person="Ann")) == 1


def test_the_others_are_mailed_at_once(world: World) -> None:
    wants_a_digest(world, "Bob")
    world.start_game("Bob")
    assert len(world.pending(Kind.YOUR_TURN, person="Ann")) == 1
    assert world.pending(Kind.DIGEST, person="Ann") == []


@pytest.mark.parametrize(
    ("moment", "morning"),
    [("2026-03-02 06:00", "2026-03-02 08:00"), ("2026-03-02 12:00", "2026-03-03 08:00")],
)
def test_the_morning_is_the_players_own(moment: str, morning: str) -> None:
    start = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert clock.next_morning(start, "Europe/Berlin") == datetime.fromisoformat(morning).replace(tzinfo=UTC)
