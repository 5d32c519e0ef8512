"""What strangers left is forgotten after a while; nothing of anybody who comes is."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app.models import Game, GameStatus, Kind, Model, Person, RelayPause, SignIn
from app.refused import LinkUsedUp, NotThere
from app.usecases import hosting, joining, muting, people, sign_in
from app.usecases.forgetting import BATCH, KEEP_GAMES, KEEP_PEOPLE, forget_strangers
from app.usecases.holding import FOR_EVER
from tests.world import World

MOMENT = timedelta(seconds=1)


def forget(world: World, after: timedelta) -> int:
    return forget_strangers(world.service, world.later(seconds=after.total_seconds()))


def count(world: World, table: type[Model]) -> int:
    with world.service.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def addresses(world: World) -> list[str]:
    with world.service.database.reading() as session:
        return sorted(session.scalars(select(Person.address)))


def mails_are_sent(world: World) -> None:
    """As if nothing were owed any more."""
    with world.service.database.writing() as session:
        session.connection().exec_driver_sql("UPDATE notifications SET delivery = 'sent'")


def strangers_game(world: World) -> str:
    wish = hosting.NewGame("A whim", ["guest@example.org"], pace_hours=48)
    return hosting.create(world.service, hosting.Stranger("Eve", "eve@example.org"), wish, world.now).key


def test_who_asked_for_a_link_and_never_came_is_forgotten_with_it(world: World) -> None:
    sign_in.ask(world.service, "eve@example.org", "en", world.now)
    token = world.service.tokens.sign_in(world.mails(Kind.SIGN_IN)[0].sign_in_id or 0)
    assert forget(world, KEEP_PEOPLE) == 0, "the link is half an hour younger than its end"
    assert forget(world, sign_in.GOOD_FOR) == 1
    assert (count(world, SignIn), addresses(world), world.mails()) == (0, ["eve@example.org"], [])
    assert forget(world, KEEP_PEOPLE) == 1
    assert addresses(world) == []
    with pytest.raises(LinkUsedUp):
        sign_in.look(world.service, token, world.now)


def test_a_game_never_confirmed_is_forgotten_and_then_its_people(world: World) -> None:
    key = strangers_game(world)
    assert forget(world, KEEP_GAMES - MOMENT) == 0
    assert forget(world, MOMENT) == 1
    with pytest.raises(NotThere):
        world.game(key)
    assert count(world, SignIn) == 0
    assert forget(world, KEEP_PEOPLE - KEEP_GAMES) == 2
    assert addresses(world) == []


def test_who_comes_again_after_being_forgotten_is_new(world: World) -> None:
    before = world.person("Bob")
    assert forget(world, KEEP_PEOPLE) == 1
    assert world.person("Bob") != before


def test_whoever_plays_hosts_or_is_invited_stays(world: World) -> None:
    running, waiting = world.start_game("Bob"), world.open_game("Cleo", host="Dan")
    mails_are_sent(world)
    for _ in range(3):
        assert forget(world, 2 * KEEP_PEOPLE) == 0
    assert [world.game(key).status for key in (running, waiting)] == [GameStatus.RUNNING, GameStatus.OPEN]
    assert len(addresses(world)) == 4


def test_whoever_said_something_about_mails_is_remembered(world: World) -> None:
    muting.mute(world.service, world.person("Bob"), None)
    with world.service.database.writing() as session:
        muting.stop_all_mail(session, session.get_one(Person, world.person("Cleo")))
    assert forget(world, KEEP_PEOPLE) == 0
    assert addresses(world) == ["bob@example.org", "cleo@example.org"]


def test_who_is_owed_a_mail_or_asked_for_a_link_lately_stays(world: World) -> None:
    world.person("Bob")
    world.later(days=29)
    sign_in.ask(world.service, "bob@example.org", "en", world.now)
    assert forget(world, KEEP_PEOPLE) == 0
    mails_are_sent(world)
    assert forget(world, KEEP_PEOPLE) == 2, "the link, and who asked for it"


def test_a_guest_who_declined_is_forgotten_and_the_seat_is_given_on(world: World) -> None:
    """The mails to the seat's guests are told apart also when those to the first of them are gone."""
    key = world.open_game("Bob")
    seat = world.seats(key)[1]
    token = world.service.tokens.invitation(seat.id, world.person("Bob"))
    joining.decline(world.service, token, False, world.now)
    ann, service = world.person("Ann"), world.service
    hosting.fill_seat(service, key, ann, seat.id, "cleo@example.org", world.now)
    mails_are_sent(world)
    assert forget(world, KEEP_PEOPLE) == 1
    assert addresses(world) == ["ann@example.org", "cleo@example.org"]
    hosting.fill_seat(service, key, ann, seat.id, "dan@example.org", world.now)
    assert len(world.pending(Kind.INVITATION)) == 1


def test_much_is_forgotten_bit_by_bit(world: World) -> None:
    with world.service.database.writing() as session:
        for number in range(BATCH + 1):
            people.found_or_made(session, f"stranger{number}@example.org", world.now)
    assert forget(world, KEEP_PEOPLE) == BATCH
    assert forget(world, MOMENT) == 1
    assert forget(world, MOMENT) == 0


def test_people_of_the_version_before_are_looked_at_too(world: World) -> None:
    """Its code gives them no time of a review."""
    world.person("Bob")
    with world.service.database.writing() as session:
        session.connection().exec_driver_sql("UPDATE people SET reviewed_at = '1970-01-01 00:00:00.000000'")
    assert forget(world, MOMENT) == 0
    assert forget(world, KEEP_PEOPLE) == 1


def test_nothing_is_forgotten_until_a_restored_backup_is_resumed(world: World) -> None:
    strangers_game(world)
    with world.service.database.writing() as session:
        session.add(RelayPause(until=FOR_EVER, reason="restored"))
    assert forget(world, 2 * KEEP_PEOPLE) == 0
    assert count(world, Game) == 1
