"""Creating a game, filling its seats, cancelling it, playing it again."""

import re
from itertools import chain

import pytest

from app.models import Delivery, GameStatus, Kind
from app.refused import Invalid, NotAllowed, NotThere, TooLate
from app.usecases import hosting, joining, my_games, people, reading, stand_ins
from app.usecases.hosting import NewGame, Stranger
from tests.world import World


def invitation(world: World, key: str, seat: int) -> str:
    invited = world.seats(key)[seat]
    assert invited.person_id is not None
    return world.service.tokens.invitation(invited.id, invited.person_id)


def test_guests_by_address_are_invited(world: World) -> None:
    key = world.open_game("Bob", "Cleo")
    assert world.game(key).status is GameStatus.OPEN
    assert [mail.kind for mail in world.pending()] == [Kind.INVITATION, Kind.INVITATION]


def test_the_key_of_a_game_can_be_read_out_and_typed(world: World) -> None:
    keys = {world.start_game("bot:random") for _ in range(20)}
    assert len(keys) == 20
    assert all(re.fullmatch("[a-kmnp-z2-9]{14}", key) for key in keys)


def test_the_game_starts_when_the_last_guest_has_joined(world: World) -> None:
    key = world.open_game("Bob", "Cleo")
    joining.join(world.service, invitation(world, key, 1), "Bobby", "Europe/Berlin", world.now)
    assert world.game(key).status is GameStatus.OPEN
    joining.join(world.service, invitation(world, key, 2), "", "", world.now)
    game = world.game(key)
    assert game.status is GameStatus.RUNNING
    assert game.commitment is not None
    assert len(game.commitment) == 64
    assert [seat.person.name for seat in game.seats if seat.person] == ["Ann", "Bobby", "Cleo"]
    assert {mail.kind for mail in world.pending(person="Cleo")} >= {Kind.GAME_STARTED}
    assert {mail.kind for mail in world.pending(person="Ann")} == {Kind.YOUR_TURN}


def test_joining_twice_is_joining_once(world: World) -> None:
    key = world.open_game("Bob")
    token = invitation(world, key, 1)
    joining.join(world.service, token, "", "", world.now)
    joining.join(world.service, token, "", "", world.now)
    assert world.game(key).status is GameStatus.RUNNING
    assert len(world.mails(Kind.YOUR_TURN)) == 1


def test_a_game_against_bots_starts_at_once(world: World) -> None:
    key = world.open_game("bot:greedy", "bot:random", "bot:planner")
    assert world.game(key).status is GameStatus.RUNNING


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_can_choose_who_starts(world: World, first: int) -> None:
    key = world.start_game("Bob", "Cleo", first=first)
    starter = world.game(key).seat(0).person
    assert starter is not None
    assert starter.name == ("Ann", "Bob", "Cleo")[first]


def test_by_lot_everybody_can_be_the_one_who_starts(world: World) -> None:
    starters = set()
    for _ in range(40):
        person = world.game(world.start_game("bot:greedy", first=None)).seat(0).person
        starters.add(person.name if person else "the bot")
    assert starters == {"Ann", "the bot"}


def test_a_strangers_game_invites_nobody_before_the_address_is_proved(world: World) -> None:
    who = Stranger("Eve", "eve@example.org")
    game = hosting.create(world.service, who, NewGame("Mine", ["bob@example.org"], 24), world.now)
    assert game.status is GameStatus.UNCONFIRMED
    assert [mail.kind for mail in world.pending()] == [Kind.SIGN_IN]


def games_of(world: World, person_id: int) -> list[str]:
    """The games somebody is shown, from the top."""
    return [game.key for game, _ in chain(*my_games.games_of(world.service, person_id).values())]


def test_a_strangers_game_is_shown_to_no_guest_before_the_address_is_proved(world: World) -> None:
    wish = NewGame("Buy now", ["bob@example.org"], pace_hours=48)
    game = hosting.create(world.service, Stranger("Eve", "eve@example.org"), wish, world.now)
    assert games_of(world, world.person("Bob")) == []
    assert games_of(world, game.host_id) == [game.key]


def test_the_confirming_link_opens_the_game_and_signs_in(world: World) -> None:
    who = Stranger("Eve", "eve@example.org")
    game = hosting.create(world.service, who, NewGame("Mine", ["bob@example.org"], 24), world.now)
    sign_in_id = world.pending(Kind.SIGN_IN)[0].sign_in_id
    assert sign_in_id is not None
    person, opened = joining.use_sign_in(world.service, world.service.tokens.sign_in(sign_in_id), world.now)
    assert person.address == "eve@example.org"
    assert opened is not None
    assert world.game(game.key).status is GameStatus.OPEN
    assert len(world.pending(Kind.INVITATION)) == 1


def test_a_stranger_does_not_rename_somebody_we_know(world: World) -> None:
    world.person("Ann")
    who = Stranger("Mallory", "ann@example.org")
    hosting.create(world.service, who, NewGame("Mine", ["bob@example.org"], 24), world.now)
    assert people.person(world.service, world.person("Ann")).name == "Ann"


def test_an_open_seat_is_taken_by_whoever_comes_first(world: World) -> None:
    key = world.open_game("", "Bob")
    joining.join_open(world.service, key, world.person("Cleo"), world.now)
    with pytest.raises(Invalid):
        joining.join_open(world.service, key, world.person("Dan"), world.now)
    assert {seat.person.name for seat in world.seats(key) if seat.person} == {"Ann", "Bob", "Cleo"}


def test_a_stranger_takes_an_open_seat_by_the_mailed_link(world: World) -> None:
    key = world.open_game("")
    joining.ask_to_join(world.service, key, Stranger("Dan", "dan@example.org"), world.now)
    assert world.game(key).status is GameStatus.OPEN
    sign_in_id = world.pending(Kind.SIGN_IN)[0].sign_in_id
    assert sign_in_id is not None
    joining.use_sign_in(world.service, world.service.tokens.sign_in(sign_in_id), world.now)
    assert world.game(key).status is GameStatus.RUNNING


def test_declining_opens_the_seat_and_tells_the_host(world: World) -> None:
    key = world.open_game("Bob")
    token = invitation(world, key, 1)
    joining.decline(world.service, token, False, world.now)
    assert world.seats(key)[1].is_open
    assert [mail.kind for mail in world.pending(person="Ann")] == [Kind.DECLINED]
    assert world.pending(person="Bob") == []
    with pytest.raises(Exception, match="LinkUsedUp"):
        joining.join(world.service, token, "", "", world.now)


def test_a_newcomer_joins_in_another_language_and_zone_than_the_hosts(world: World) -> None:
    """Where the host lives is only a guess; somebody who has played here is asked no such thing."""
    for is_new in (True, False):
        seat = world.seats(world.open_game("Bob"))[1]
        assert seat.person_id is not None
        token = world.service.tokens.invitation(seat.id, seat.person_id)
        assert joining.look(world.service, token).is_new is is_new
        joining.join(world.service, token, "Bob", "America/New_York", world.now, "nl")
        joined = joining.look(world.service, token).seat.person
        assert joined is not None
        assert (joined.language, joined.zone) == ("nl", "America/New_York")


def test_never_mail_me_is_for_ever(world: World) -> None:
    key = world.open_game("Bob")
    joining.decline(world.service, invitation(world, key, 1), True, world.now)
    with pytest.raises(Invalid):
        world.open_game("Bob")
    assert world.pending(person="Bob") == []


def test_a_guest_leaves_before_the_start_and_the_seat_is_open_again(world: World) -> None:
    key = world.open_game("Bob", "Cleo")
    joining.join(world.service, invitation(world, key, 1), "", "", world.now)
    joining.leave(world.service, key, world.person("Bob"), world.now)
    assert world.seats(key)[1].is_open


def test_nobody_leaves_a_running_game(world: World) -> None:
    key = world.start_game("Bob")
    with pytest.raises(TooLate):
        joining.leave(world.service, key, world.person("Bob"), world.now)


def test_the_host_gives_a_free_seat_to_somebody_else_or_a_bot(world: World) -> None:
    key = world.open_game("Bob", "Cleo")
    bob, cleo = world.seats(key)[1:]
    ann = world.person("Ann")
    hosting.fill_seat(world.service, key, ann, bob.id, "dan@example.org", world.now)
    hosting.fill_seat(world.service, key, ann, cleo.id, "bot:greedy", world.now)
    assert len(world.pending(Kind.INVITATION)) == 1
    seats = world.seats(key)
    assert seats[1].person is not None
    assert seats[1].person.address == "dan@example.org"
    joining.join(world.service, invitation(world, key, 1), "", "", world.now)
    assert world.game(key).status is GameStatus.RUNNING


def test_only_the_host_fills_seats_and_cancels(world: World) -> None:
    key = world.open_game("Bob", "")
    bob = world.person("Bob")
    with pytest.raises(NotAllowed):
        hosting.fill_seat(world.service, key, bob, world.seats(key)[2].id, "bot:greedy", world.now)
    with pytest.raises(NotAllowed):
        hosting.cancel(world.service, key, bob, world.now)


def test_a_cancelled_game_invites_nobody(world: World) -> None:
    key = world.open_game("Bob")
    hosting.cancel(world.service, key, world.person("Ann"), world.now)
    assert world.game(key).status is GameStatus.CANCELLED
    assert {mail.delivery for mail in world.mails(Kind.INVITATION)} == {Delivery.VOID}


def test_who_has_joined_a_game_is_told_when_it_is_cancelled(world: World) -> None:
    key = world.open_game("Bob", "Cleo", "bot:greedy")
    joining.join(world.service, invitation(world, key, 1), "", "", world.now)
    hosting.cancel(world.service, key, world.person("Ann"), world.now)
    assert [(mail.kind, mail.person_id) for mail in world.pending()] == [
        (Kind.CANCELLED, world.person("Bob"))
    ]


def test_a_running_game_cannot_be_cancelled(world: World) -> None:
    key = world.start_game("Bob")
    with pytest.raises(TooLate):
        hosting.cancel(world.service, key, world.person("Ann"), world.now)


def test_a_rematch_invites_the_same_table_and_two_askers_get_one_game(world: World) -> None:
    key = world.start_game("Bob", "bot:random")
    world.play_on(key, until=2)
    with pytest.raises(NotAllowed):
        hosting.rematch(world.service, key, world.person("Bob"), world.now)
    finish(world, key)
    first = hosting.rematch(world.service, key, world.person("Bob"), world.now)
    second = hosting.rematch(world.service, key, world.person("Ann"), world.now)
    assert first.key == second.key != key
    seats = world.seats(first.key)
    assert [(seat.bot, seat.joined_at is not None) for seat in seats] == [
        (None, False),
        (None, True),
        ("random", True),
    ]


@pytest.mark.parametrize(
    ("title", "again", "and_again"),
    [
        ("Sunday cacao", "Sunday cacao (2)", "Sunday cacao (3)"),
        ("Since (2024)", "Since (2024) (2)", "Since (2024) (3)"),
        ("x" * 60, "x" * 56 + " (2)", "x" * 56 + " (3)"),
    ],
)
def test_a_rematch_is_told_apart_by_a_number(world: World, title: str, again: str, and_again: str) -> None:
    key = world.start_game("Bob", title=title)
    for wanted in (again, and_again):
        world.play_on(key)
        key = hosting.rematch(world.service, key, world.person("Ann"), world.now).key
        assert world.game(key).title == wanted
        joining.join(world.service, invitation(world, key, 1), "", "", world.now)


def finish(world: World, key: str) -> None:
    while world.game(key).status is GameStatus.RUNNING:
        while stand_ins.play_due(world.service, world.game(key).id, world.now):
            pass
        if owing := world.owing(key):
            world.move(key, owing[0], 3)


def test_after_a_rematch_was_cancelled_another_one_can_be_asked_for(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key)
    first = hosting.rematch(world.service, key, world.person("Ann"), world.now)
    hosting.cancel(world.service, first.key, world.person("Ann"), world.now)
    second = hosting.rematch(world.service, key, world.person("Bob"), world.now)
    assert second.key != first.key
    assert second.status is GameStatus.OPEN


def test_a_game_that_waits_is_shown_however_many_are_newer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = world.start_game("Bob", first=0)
    for _ in range(3):
        world.start_game("Bob", first=1)
    monkeypatch.setattr(my_games, "MOST_GAMES", 2)
    shown = games_of(world, world.person("Ann"))
    assert shown[0] == waits
    assert len(shown) == 2


def test_listed_games_with_open_seats_are_shown(world: World) -> None:
    world.open_game("", listed=True)
    world.open_game("", listed=False)
    world.open_game("Bob", listed=True)
    assert len(reading.listed_games(world.service)) == 1


@pytest.mark.parametrize(
    "wish",
    [
        {"guests": []},
        {"guests": ["", "", "", ""]},
        {"guests": ["ann@example.org"]},
        {"guests": ["bob@example.org", "BOB@example.org"]},
        {"guests": ["not an address"]},
        {"guests": ["bot:cheater"]},
        {"guests": ["bob@example.org"], "pace_hours": 5},
        {"guests": ["bob@example.org"], "first": 2},
        {"guests": ["bob@example.org"], "title": ""},
        {"guests": ["bob@example.org"], "title": "x" * 61},
        {"guests": ["bob@example.org"], "title": "two\nlines"},
        {"guests": ["bob@example.org"], "title": "see https://spam.example"},
        {"guests": ["bob@example.org"], "title": "win at www.spam.example"},
    ],
)
def test_a_wish_that_makes_no_game_is_refused_and_leaves_nothing(
    world: World, wish: dict[str, object]
) -> None:
    new = NewGame(**{"title": "Mine", "pace_hours": 24, **wish})  # type: ignore[arg-type]
    with pytest.raises(Invalid):
        hosting.create(world.service, world.person("Ann"), new, world.now)
    assert games_of(world, world.person("Ann")) == []
    assert world.mails() == []


def test_a_game_nobody_made_is_not_found(world: World) -> None:
    with pytest.raises(NotThere):
        reading.table(world.service, "nothing")
