"""Every page renders, is sound HTML for everybody, obeys the policy, and says what to do next."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import clock, create_app
from app.models import Game, Person, Seat, SignIn
from app.service import Service
from app.settings import Settings
from app.tokens import TurnLink
from app.usecases import absence, hosting, joining, moves, orders, people, sign_in, starting
from app.usecases.games import locked, position, seated
from engine import LayTile, legal_moves, stream, view_for, write_move
from engine.bots import BOTS
from tests.app.sound import Sound

SEED = bytes(range(32))
MAIL = "0" * 32 + ".eml"


@dataclass
class World:
    """Anna and Bert, and an app they use."""

    app: Flask
    service: Service
    anna: int
    bert: int
    now: datetime

    def game(self, key: str) -> Game:
        return seated(self.service, key)

    def owed(self, key: str) -> tuple[Seat, int] | None:
        owing = [seat for seat in self.game(key).seats if seat.owes_version is not None]
        return (owing[0], owing[0].owes_version or 0) if owing else None

    def link(self, key: str, seat: int, version: int) -> str:
        return "/t/" + self.service.tokens.turn(TurnLink(key, seat, version))

    def play(self, key: str) -> None:
        """A move by whoever owes one."""
        owed = self.owed(key)
        assert owed
        seat, version = owed
        assert seat.number is not None
        seen = view_for(position(self.game(key)), seat.number)
        move = BOTS["greedy"](seen, stream(SEED, f"{version}"))
        moves.submit(self.service, TurnLink(key, seat.number, version), [write_move(move)], self.now)

    def start(self, pace: int | None = 48, title: str = "Rain <i>&") -> str:
        """A game of Anna (who starts) and Bert."""
        wish = hosting.NewGame(title, ["bert@example.org"], pace, listed=True, first=0)
        game = hosting.create(self.service, self.anna, wish, self.now)
        joining.join(self.service, self.invitation(game.key), "Bert", "Europe/Berlin", self.now)
        return game.key

    def invitation(self, key: str) -> str:
        seat = next(seat for seat in self.game(key).seats if seat.person_id == self.bert)
        return self.service.tokens.invitation(seat.id, self.bert)

    def client(self, person: int | None = None) -> FlaskClient:
        client = self.app.test_client()
        if person is not None:
            with client.session_transaction() as session:
                session["person"] = person
        return client


@pytest.fixture
def world(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    chance = SimpleNamespace(token_bytes=lambda _count: SEED, randbelow=lambda _below: 0)
    monkeypatch.setattr(starting, "secrets", chance)
    app = create_app(
        Settings(
            database_url=sqlite_url,
            secret_keys=("a key for the tests only",),
            base_url="http://cacao.test",
            mailbox=tmp_path,
        )
    )
    service: Service = app.extensions["cacao"]
    now = clock.now()
    with service.database.writing() as session:
        anna = people.found_or_made(session, "anna@example.org", now, name="Anna").id
        bert = people.found_or_made(session, "bert@example.org", now, name="Bert").id
    yield World(app, service, anna, bert, now)
    service.database.close()


def shown(client: FlaskClient, address: str, status: int = 200) -> str:
    """The page there, proved sound."""
    answer = client.get(address)
    assert answer.status_code == status, address
    assert Sound(answer.text).faults == [], address
    return answer.text


def test_the_page_of_a_game_that_waits_for_players(world: World) -> None:
    wish = hosting.NewGame("Sundays", ["bert@example.org", "", "bot:greedy"], 48, listed=True, first=2)
    key = hosting.create(world.service, world.anna, wish, world.now).key
    token = world.service.tokens.open_seat(key)
    for_host = shown(world.client(world.anna), f"/g/{key}")
    assert f"http://cacao.test/open/{token}" in for_host
    assert "Cancel the game" in for_host
    for reader in (None, world.bert):
        page = shown(world.client(reader), f"/g/{key}")
        assert token not in page
        assert "Cancel the game" not in page
    assert "Take a seat" in shown(world.client(), f"/g/{key}")
    assert "Sundays" in shown(world.client(), "/")
    shown(world.client(world.anna), "/")
    assert "Take the seat" in shown(world.client(), f"/open/{token}")
    shown(world.client(world.anna), f"/open/{token}")
    assert "Answer the invitation" in shown(world.client(world.bert), "/my-games")
    shown(world.client(world.anna), "/my-games")
    hosting.cancel(world.service, key, world.anna, world.now)
    for address in (f"/g/{key}", f"/open/{token}"):
        page = shown(world.client(world.anna), address)
        assert "was cancelled" in page
        assert "waits for somebody" not in page
        assert "taken" not in page


def test_an_invitation_that_came_back_is_shown(world: World) -> None:
    wish = hosting.NewGame("Sundays", ["bert@example.org", ""], 48)
    key = hosting.create(world.service, world.anna, wish, world.now).key
    assert "came back" not in shown(world.client(world.anna), f"/g/{key}")
    with world.service.database.writing() as session:
        session.get_one(Person, world.bert).bouncing_since = world.now
    assert "came back" in shown(world.client(world.anna), f"/g/{key}")


def test_an_invitation_and_its_answers(world: World) -> None:
    wish = hosting.NewGame("Sundays", ["bert@example.org", ""], None)
    key = hosting.create(world.service, world.anna, wish, world.now).key
    address = "/i/" + world.invitation(key)
    client = world.client()
    assert "Anna invites you" in shown(client, address)
    client.post(f"{address}/join", data={"name": "Bert"})
    assert "You are in" in shown(client, address)
    assert "Leave the game" in shown(world.client(world.bert), f"/g/{key}")
    declined = hosting.create(world.service, world.anna, wish, world.now).key
    for never in ("", "yes"):
        token = world.invitation(declined)
        answer = client.post(f"/i/{token}/decline", data={"never": never})
        assert Sound(answer.text).faults == []
        seat = next(seat for seat in world.game(declined).seats if seat.is_open)
        if not never:
            hosting.fill_seat(world.service, declined, world.anna, seat.id, "bert@example.org", world.now)


def test_turn_pages_through_a_whole_game(world: World) -> None:
    key, client, seen = world.start(), world.client(), set()
    while owed := world.owed(key):
        seat, version = owed
        assert seat.number is not None
        link = world.link(key, seat.number, version)
        page = shown(client, link)
        seen.add("lay" if version % 2 == 0 else "use")
        if version % 2 == 0:
            layings = [
                m for m in legal_moves(position(world.game(key)), seat.number) if isinstance(m, LayTile)
            ]
            for move in layings[version % 5 :: max(1, len(layings) // 3)]:
                page = shown(client, link + "?" + urlencode(query(move)))
                assert f'name="move" value="{write_move(move)}"' in page
                seen |= {
                    word for word in ("drawn from the pile", "sell cacao", "will be asked") if word in page
                }
                seen |= {"overbuild"} if move.overbuild else set()
        else:
            assert page.count('name="move"') > 1
            assert len(re.findall(r" checked", page)) == 1
        world.play(key)
        if version == 10:
            assert "Done" in shown(client, link)
    assert {"lay", "use", "sell cacao", "will be asked", "overbuild"} <= seen
    assert "final scoring" in shown(client, world.link(key, 0, 0))


def query(move: LayTile) -> dict[str, str | int]:
    fills = " ".join(f"{fill.tile}@{fill.at[0]},{fill.at[1]}" for fill in move.jungle)
    return {
        "worker": move.worker,
        "at": f"{move.at[0]},{move.at[1]}",
        "rotation": move.rotation,
        "fills": fills,
    }


@pytest.mark.parametrize(
    "asked", ["worker=9999", "at=7,7", "worker=1111&at=a&rotation=9", "fills=%00", "use=99"]
)
def test_a_turn_page_takes_no_harm_from_a_bad_address(world: World, asked: str) -> None:
    assert "Confirm" not in shown(world.client(), world.link(world.start(), 0, 0) + "?" + asked)


def test_more_time_is_offered_as_often_as_it_is_granted(world: World) -> None:
    key = world.start()
    link = world.link(key, 0, 0)
    for _ in range(absence.MOST_MORE_TIME):
        assert "I need more time" in shown(world.client(), link)
        absence.ask_more_time(world.service, TurnLink(key, 0, 0), world.now)
    assert "I need more time" not in shown(world.client(), link)
    assert "asks for more time" in shown(world.client(), f"/g/{key}")


def test_who_was_away_can_come_back_from_every_page(world: World) -> None:
    key = world.start()
    with world.service.database.writing() as session:
        for seat in session.scalars(select(Seat)):
            seat.away = True
    for address in (world.link(key, 0, 0), world.link(key, 1, 0), f"/g/{key}"):
        assert "I am back" in shown(world.client(world.anna), address)


def test_an_old_link_offers_a_fresh_one(world: World) -> None:
    key = world.start()
    while (owed := world.owed(key)) and not (owed[0].number == 0 and owed[1] > 0 and owed[1] % 2 == 0):
        world.play(key)
    page = shown(world.client(), world.link(key, 0, 0))
    assert "Mail a fresh link" in page
    assert world.link(key, 0, owed[1] if owed else 0) not in page


def test_a_running_and_a_finished_game(world: World) -> None:
    key = world.start(pace=None, title="<b>Rain</b>")
    for _ in range(12):
        world.play(key)
    for reader in (None, world.anna, world.bert):
        running = shown(world.client(reader), f"/g/{key}")
        assert "&lt;b&gt;Rain&lt;/b&gt;" in running
        assert ("Resign" in running) == (reader is not None)
        shown(world.client(reader), f"/g/{key}/at/0")
        shown(world.client(reader), f"/g/{key}/at/12")
        assert SEED.hex() not in shown(world.client(reader), f"/g/{key}/shuffle")
        shown(world.client(reader), f"/g/{key}/at/999", 404)
    shown(world.client(world.anna), "/my-games")
    while world.owed(key):
        world.play(key)
    assert "Play a rematch" in shown(world.client(world.anna), f"/g/{key}")
    assert "Play a rematch" not in shown(world.client(), f"/g/{key}")
    assert "Sign in to play a rematch" in shown(world.client(), f"/g/{key}")
    assert SEED.hex() in shown(world.client(), f"/g/{key}/shuffle")
    shown(world.client(world.anna), "/my-games")


def test_everybody_sees_who_has_resigned(world: World) -> None:
    key = world.start()
    absence.resign(world.service, key, world.bert, world.now)
    assert "has resigned" in shown(world.client(world.bert), f"/g/{key}")


def test_the_pages_of_an_account(world: World) -> None:
    for address in ("/", "/sign-in", "/mail-is-out"):
        shown(world.client(), address)
    assert "Mail me a link" in shown(world.client(), "/my-games", 403)
    client = world.client(world.anna)
    assert "no games yet" in shown(client, "/my-games")
    shown(client, "/settings")
    orders.give_order(world.service, world.anna, None, orders.Order(False, 3, 1))
    with world.service.database.writing() as session:
        anna = session.get_one(Person, world.anna)
        anna.holiday_until, anna.bouncing_since = world.now.date(), world.now
        anna.zone = "US/Eastern"
    settings = shown(client, "/settings")
    assert "I am back already" in settings
    assert "<option selected>US/Eastern</option>" in settings
    for seat in (None, 1):
        address = "/u/" + world.service.tokens.mute(world.anna, seat)
        assert "No more mails?" in shown(client, address)
    done = client.post("/u/" + world.service.tokens.mute(world.anna, None))
    assert Sound(done.text).faults == []


def test_a_sign_in_link_says_what_it_does(world: World) -> None:
    stranger = hosting.Stranger("Carla", "carla@example.org")
    wish = hosting.NewGame("Sundays", [""], 24)
    key = hosting.create(world.service, stranger, wish, world.now).key
    assert "has used the link" in shown(world.client(), f"/g/{key}")
    open_key = hosting.create(world.service, world.anna, wish, world.now).key
    joining.ask_to_join(world.service, open_key, stranger, world.now)
    sign_in.ask(world.service, "carla@example.org", "en", world.now)
    with world.service.database.reading() as session:
        links = session.scalars(select(SignIn.id).order_by(SignIn.id)).all()
    for link, words in zip(links, ("Open the game", "Take the seat", "Sign in"), strict=True):
        assert words in shown(world.client(), "/s/" + world.service.tokens.sign_in(link))


def test_a_form_with_a_mistake_comes_back_as_it_was(world: World) -> None:
    world.app.config["WTF_CSRF_ENABLED"] = False
    typed = {"title": "Sundays", "guest1": "nobody", "guest2": "bot:greedy", "guest3": "nobody", "first": "3"}
    client = world.client(world.anna)
    answer = client.post("/games", data=typed)
    assert answer.status_code == 422
    assert Sound(answer.text).faults == []
    assert 'value="Sundays"' in answer.text
    assert '<option value="bot:greedy" selected>' in answer.text
    started = client.post("/games", data={**typed, "first": "2"})
    game = world.game(started.headers["Location"].rpartition("/")[2])
    assert game.seat(0).bot == "greedy"


def test_the_mailbox(world: World, tmp_path: Path) -> None:
    assert "No mails yet" in shown(world.client(), "/mailbox/")
    mail = EmailMessage()
    mail["Subject"], mail["To"], mail["Date"] = "Your <turn>", "anna@example.org", world.now
    mail.set_content("http://cacao.test/t/abc\n")
    mail.add_alternative('<html><head></head><body><a href="/">link</a></body></html>', subtype="html")
    (tmp_path / MAIL).write_bytes(mail.as_bytes())
    assert "Your &lt;turn&gt;" in shown(world.client(), "/mailbox/")
    assert "<iframe" in shown(world.client(), f"/mailbox/{MAIL}")
    policy = world.client().get(f"/mailbox/{MAIL}").headers["Content-Security-Policy"]
    assert "frame-src 'self'" in policy
    assert '<base target="_top">' in world.client().get(f"/mailbox/{MAIL}/body").text


@pytest.mark.parametrize(
    ("address", "status"), [("/nothing", 404), ("/g/nothing", 404), ("/t/forged", 404), ("/sign-out", 405)]
)
def test_errors_say_what_to_do_next(world: World, address: str, status: int) -> None:
    assert "To the start page" in shown(world.client(), address, status)


def test_times_are_told_in_the_readers_zone(world: World) -> None:
    key = world.start()
    with world.service.database.writing() as session:
        session.get_one(Person, world.anna).zone = "America/New_York"
        seat = locked(session, key).seat(0)
        seat.due_at = datetime(2035, 6, 1, 12, 34, tzinfo=UTC)
    assert "08:34" in shown(world.client(), world.link(key, 0, 0))


def test_what_comes_too_early_or_too_late_is_told_what_to_do_instead(world: World) -> None:
    wish = hosting.NewGame("Sundays", ["bert@example.org"], 48)
    waiting = hosting.create(world.service, world.anna, wish, world.now)
    running = world.start()
    bert = world.client(world.bert)
    for address, advice in (
        (f"/g/{running}/record.json", "It is on the game page then."),
        (f"/g/{waiting.key}/shuffle", "It starts by itself as soon as all seats are taken."),
    ):
        page = shown(bert, address, 409)
        assert advice in page
        assert "choose again" not in page
