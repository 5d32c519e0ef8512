"""Taking one's data along, and the end of an account: the others' games go on and replay."""

import json

from sqlalchemy import inspect

from app.models import GameStatus, Notification, Person, SignIn, StandingOrder
from app.usecases import erasing, hosting, orders, own_data, people, reading, sign_in, talking
from app.usecases.records import verify
from tests.world import World


def test_a_person_gets_everything_kept_about_them(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=4)
    ann = world.person("Ann")
    talking.say(world.service, key, ann, "Hello", world.now)
    talking.write_notes(world.service, key, ann, "A secret")
    orders.give_order(world.service, ann, None, orders.Order(False, 3, 1))
    data = json.loads(json.dumps(own_data.own_data(world.service, ann)))
    assert data["person"]["address"] == "ann@example.org"
    (game,) = data["games"]
    assert game["notes"] == "A secret"
    assert [said["text"] for said in game["messages"]] == ["Hello"]
    assert game["moves"]
    (order,) = data["standing_orders"]
    assert order == {"game": None, "always_ask": False, "least_price": 3, "keep": 1}


def test_it_tells_of_mails_links_and_which_game_an_order_is_for(world: World) -> None:
    first, second = world.start_game("Bob"), world.start_game("Cleo")
    ann = world.person("Ann")
    orders.give_order(world.service, ann, second, orders.Order(always_ask=True))
    sign_in.ask(world.service, "ann@example.org", "en", world.now)
    with world.service.database.writing() as session:
        session.get_one(Person, ann).bouncing_since = world.now
    data = json.loads(json.dumps(own_data.own_data(world.service, ann)))
    assert data["person"]["bouncing_since"] == world.now.isoformat()
    assert [order["game"] for order in data["standing_orders"]] == [second]
    (link,) = data["sign_ins"]
    assert (link["asked_at"], link["used_at"]) == (world.now.isoformat(), None)
    mails = [(mail["kind"], mail["game"], mail["delivery"]) for mail in data["mails"]]
    assert mails == [
        ("your-turn", first, "pending"),
        ("your-turn", second, "pending"),
        ("sign-in", None, "pending"),
    ]
    assert [game["key"] for game in data["games"]] == [first, second]


def test_every_column_about_a_person_is_in_it_or_says_nothing_about_them(world: World) -> None:
    """A new column is to be told, or to be named here."""
    world.start_game("Bob")
    ann = world.person("Ann")
    orders.give_order(world.service, ann, None, orders.Order(always_ask=True))
    sign_in.ask(world.service, "ann@example.org", "en", world.now)
    data = own_data.own_data(world.service, ann)
    ours = {
        Person: {"id", "reviewed_at", "erased_at"},
        StandingOrder: {"id", "person_id", "game_id"},
        SignIn: {"id", "person_id", "game_id", "purpose", "created_at"},
        Notification: {
            "id",
            "person_id",
            "game_id",
            "seat_id",
            "sign_in_id",
            "about_id",
            "move_number",
            "version",
            "nth",
            "lease",
        },
    }
    told = (data["person"], data["standing_orders"][0], data["sign_ins"][0], data["mails"][0])
    for (table, internal), values in zip(ours.items(), told, strict=True):
        assert {column.key for column in inspect(table).columns} - internal <= set(values), table


def test_nobody_elses_notes_and_messages_are_in_it(world: World) -> None:
    key = world.start_game("Bob")
    talking.say(world.service, key, world.person("Bob"), "From Bob", world.now)
    talking.write_notes(world.service, key, world.person("Bob"), "Bob's secret")
    text = json.dumps(own_data.own_data(world.service, world.person("Ann")))
    assert "Bob" not in text.replace("Bobby", "")


def test_an_erased_person_leaves_no_trace_but_the_moves(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=6)
    waiting = world.open_game("Cleo", host="Bob")
    own = world.open_game("Cleo", host="Bob")
    bob = world.person("Bob")
    talking.say(world.service, key, bob, "Farewell", world.now)
    erasing.erase(world.service, bob, world.now)
    with world.service.database.reading() as session:
        person = session.get_one(Person, bob)
    assert (person.name, person.never_mail) == ("", True)
    assert "bob" not in person.address
    table = reading.table(world.service, key)
    assert table.names == ["Ann", "Former player"]
    assert "Farewell" not in str(table.log)
    assert world.seats(key)[1].resigned_at is not None
    assert {world.game(each).status for each in (waiting, own)} == {GameStatus.CANCELLED}
    assert list(verify(world.service, key)) == [(key, None)]
    assert world.pending(person="Bob") == []


def test_an_erased_address_can_begin_anew(world: World) -> None:
    bob = world.person("Bob")
    erasing.erase(world.service, bob, world.now)
    assert world.person("Bob") != bob


def test_a_game_that_a_stranger_has_not_confirmed_keeps_nobody_here(world: World) -> None:
    bob = world.person("Bob")
    wish = hosting.NewGame("A trap", ["bob@example.org"], pace_hours=48)
    key = hosting.create(world.service, hosting.Stranger("Eve", "eve@example.org"), wish, world.now).key
    erasing.erase(world.service, bob, world.now)
    assert [seat.person_id == bob for seat in world.seats(key)] == [False, False]
    assert not people.is_here(world.service, bob)
