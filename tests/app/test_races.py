"""Two who change one game at the same moment: one after the other, and neither by what was true before."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import sleep

from sqlalchemy import delete

from app.models import GameStatus, Kind, Person
from app.refused import Refused
from app.usecases import absence, erasing, hosting, joining, people, sign_in
from app.usecases.games import locked
from app.usecases.records import verify
from engine import legal_moves
from tests.world import World

LONG_ENOUGH_TO_GET_THERE = 0.3


def at_once(world: World, key: str, *acts: Callable[[], object]) -> list[str]:
    """What comes of acts that all wait for the same game before the first of them has it."""

    def outcome(act: Callable[[], object]) -> str:
        with world.app.test_request_context():
            try:
                act()
            except Refused as error:
                return type(error).__name__
            return "done"

    with ThreadPoolExecutor(len(acts)) as pool:
        with world.service.database.writing() as session:
            locked(session, key)
            waiting = [pool.submit(outcome, act) for act in acts]
            sleep(LONG_ENOUGH_TO_GET_THERE)
        return [each.result() for each in waiting]


def invitation(world: World, key: str) -> str:
    invited = world.seats(key)[1]
    assert invited.person_id is not None
    return world.service.tokens.invitation(invited.id, invited.person_id)


def test_two_clicks_join_once(world: World) -> None:
    key = world.open_game("Bob")
    token = invitation(world, key)
    join = lambda: joining.join(world.service, token, "", "", world.now)  # noqa: E731
    assert at_once(world, key, join, join) == ["done", "done"]
    assert world.game(key).status is GameStatus.RUNNING
    assert len(world.mails(Kind.YOUR_TURN)) == 1


def test_who_joins_and_declines_has_done_one_of_them(world: World) -> None:
    for _ in range(3):
        key = world.open_game("Bob")
        token = invitation(world, key)
        at_once(
            world,
            key,
            partial(joining.join, world.service, token, "", "", world.now),
            partial(joining.decline, world.service, token, False, world.now),
        )
        seat, status = world.seats(key)[1], world.game(key).status
        assert (status is GameStatus.RUNNING) == (seat.person_id is not None)


def test_nobody_joins_for_the_guest_whom_the_host_has_asked_instead(world: World) -> None:
    key = world.open_game("Bob")
    token, seat, ann = invitation(world, key), world.seats(key)[1], world.person("Ann")
    outcomes = at_once(
        world,
        key,
        lambda: joining.join(world.service, token, "", "", world.now),
        lambda: hosting.fill_seat(world.service, key, ann, seat.id, "cleo@example.org", world.now),
    )
    bob, now_there = world.person("Bob"), world.seats(key)[1]
    assert outcomes == (["done", "TooLate"] if now_there.person_id == bob else ["LinkUsedUp", "done"])
    assert (now_there.joined_at is not None) == (now_there.person_id == bob)


def test_a_game_is_joined_or_cancelled(world: World) -> None:
    key = world.open_game("Bob")
    token, ann = invitation(world, key), world.person("Ann")
    outcomes = at_once(
        world,
        key,
        lambda: joining.join(world.service, token, "", "", world.now),
        lambda: hosting.cancel(world.service, key, ann, world.now),
    )
    joined = world.game(key).status is GameStatus.RUNNING
    assert outcomes == (["done", "TooLate"] if joined else ["LinkUsedUp", "done"])


def test_the_last_seat_is_taken_once(world: World) -> None:
    key = world.open_game("")
    who = [world.person(name) for name in ("Bob", "Cleo", "Dan")]
    acts = [partial(joining.join_open, world.service, key, me, world.now) for me in who]
    assert sorted(at_once(world, key, *acts)) == ["TooLate", "TooLate", "done"]
    assert len(world.mails(Kind.YOUR_TURN)) == 1


def test_two_who_ask_for_a_rematch_get_one(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key)
    who = [world.person("Ann"), world.person("Bob")]
    acts = [partial(hosting.rematch, world.service, key, me, world.now) for me in who]
    assert at_once(world, key, *acts) == ["done", "done"]
    assert len(world.mails(Kind.INVITATION)) == 2, "one for each of the two games"


def test_a_move_and_resigning_leave_a_game_that_goes_on(world: World) -> None:
    key = world.start_game("Bob")
    link, move, ann = world.link(key, 0), legal_moves(world.state(key), 0)[0], world.person("Ann")
    outcomes = at_once(
        world,
        key,
        lambda: world.submit(link, move),
        lambda: absence.resign(world.service, key, ann, world.now),
    )
    assert outcomes in (["done", "done"], ["NotAllowed", "done"])
    assert (world.game(key).move_count > 0) == (outcomes[0] == "done")
    assert list(verify(world.service, key)) == [(key, None)]


def test_one_is_erased_while_another_is_renamed(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key)
    ann, bob = world.person("Ann"), world.person("Bob")
    profile = people.Profile("Annabel", "en", "UTC", "at-once")
    outcomes = at_once(
        world,
        key,
        lambda: erasing.erase(world.service, bob, world.now),
        lambda: people.change_profile(world.service, ann, profile),
    )
    assert outcomes == ["done", "done"]


def test_who_is_named_again_in_the_moment_of_being_forgotten_is_known_anew(world: World) -> None:
    before = world.person("Bob")
    with ThreadPoolExecutor(1) as pool:
        with world.service.database.writing() as session:
            session.execute(delete(Person).where(Person.id == before))
            asking = pool.submit(sign_in.ask, world.service, "bob@example.org", "en", world.now)
            sleep(LONG_ENOUGH_TO_GET_THERE)
        asking.result()
    assert world.person("Bob") != before
    assert len(world.pending(Kind.SIGN_IN)) == 1


def test_who_is_erased_while_the_game_starts_is_erased(world: World) -> None:
    key = world.open_game("Bob", "Cleo")
    bob, (_, first, second) = world.person("Bob"), world.seats(key)
    tokens = [world.service.tokens.invitation(seat.id, seat.person_id or 0) for seat in (first, second)]
    joining.join(world.service, tokens[0], "", "", world.now)
    outcomes = at_once(
        world,
        key,
        lambda: joining.join(world.service, tokens[1], "", "", world.now),
        lambda: erasing.erase(world.service, bob, world.now),
    )
    assert outcomes == ["done", "done"]
    assert not people.is_here(world.service, bob)
    seat = next(seat for seat in world.seats(key) if seat.id == first.id)
    assert seat.is_open if world.game(key).status is GameStatus.OPEN else seat.resigned_at is not None


def test_who_is_erased_while_the_game_is_cancelled_is_erased(world: World) -> None:
    key = world.open_game("Bob", "Cleo")
    ann, bob = world.person("Ann"), world.person("Bob")
    outcomes = at_once(
        world,
        key,
        lambda: hosting.cancel(world.service, key, ann, world.now),
        lambda: erasing.erase(world.service, bob, world.now),
    )
    assert outcomes == ["done", "done"]
    assert not people.is_here(world.service, bob)
