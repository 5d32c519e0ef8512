"""A little world for the tests of the service: an installation on a real database, and four people."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask
from sqlalchemy import select

from app import create_app
from app.models import Delivery, Game, Kind, Notification, Person, Seat
from app.service import Service
from app.settings import Settings
from app.tokens import TurnLink
from app.usecases import hosting, joining, moves, people
from app.usecases.games import locked, position, seated
from engine import (
    GameState,
    Move,
    apply,
    commitment,
    dump_state,
    forced,
    legal_moves,
    new_game,
    write_move,
)

ROOT = Path(__file__).parent.parent
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
BASE_URL = "https://cacao.example.org"
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")


def settings(database_url: str, **changes: object) -> Settings:
    """An installation's settings; nothing listens at its relay."""
    values: dict[str, object] = {
        "database_url": database_url,
        "secret_keys": ("the newest key of this test", "an older key of this test"),
        "base_url": BASE_URL,
        "smtp_url": "smtp://127.0.0.1:9",
    }
    return Settings(**{**values, **changes})  # type: ignore[arg-type]


@dataclass
class World:
    """One installation, driven through its use cases. Time stands still until told otherwise."""

    app: Flask
    now: datetime = NOON

    @property
    def service(self) -> Service:
        service: Service = self.app.extensions["cacao"]
        return service

    def later(self, **span: float) -> datetime:
        self.now += timedelta(**span)
        return self.now

    def person(self, name: str, zone: str = "UTC") -> int:
        """The id of Ann, Bob, Cleo or Dan."""
        with self.service.database.writing() as session:
            address = f"{name.lower()}@example.org"
            return people.found_or_made(session, address, self.now, name=name, zone=zone).id

    def open_game(self, *guests: str, host: str = "Ann", **wish: object) -> str:
        """A game hosted by Ann; guests by name are invited, `bot:…` and "" are what they are."""
        ids = [self.person(guest) for guest in guests if guest in PEOPLE]
        assert len(set(ids)) == len(ids)
        wanted = [f"{guest.lower()}@example.org" if guest in PEOPLE else guest for guest in guests]
        values: dict[str, object] = {"title": "Sunday game", "pace_hours": 48, "first": 0, **wish}
        new = hosting.NewGame(guests=wanted, **values)  # type: ignore[arg-type]
        return hosting.create(self.service, self.person(host), new, self.now).key

    def start_game(self, *guests: str, host: str = "Ann", **wish: object) -> str:
        """A game that everybody has joined."""
        key = self.open_game(*guests, host=host, **wish)
        for seat in self.seats(key):
            if seat.person_id is not None and seat.joined_at is None:
                token = self.service.tokens.invitation(seat.id, seat.person_id)
                joining.join(self.service, token, "", "", self.now)
        self.shuffle(key, b"the same shuffle for every test")
        return key

    def shuffle(self, key: str, seed: bytes) -> None:
        """Deal a game that has just started anew, so that a test plays the same game each time."""
        with self.service.database.writing() as session:
            game = locked(session, key)
            if game.move_count == 0:
                game.seed, game.commitment = seed, commitment(seed)
                game.state = dump_state(new_game(len(game.seats), seed))

    def game(self, key: str) -> Game:
        return seated(self.service, key)

    def seats(self, key: str) -> list[Seat]:
        return self.game(key).seats

    def state(self, key: str) -> GameState:
        return position(self.game(key))

    def link(self, key: str, seat: int) -> TurnLink:
        """The link to what a seat owes now."""
        version = self.game(key).seat(seat).owes_version
        assert version is not None
        return TurnLink(key, seat, version)

    def owing(self, key: str) -> list[int]:
        return [n for n, seat in enumerate(self.seats(key)) if seat.owes_version is not None]

    def submit(self, link: TurnLink, *written: Move) -> moves.Submitted:
        return moves.submit(self.service, link, [write_move(move) for move in written], self.now)

    def move(self, key: str, seat: int, choice: int = 0) -> moves.Submitted:
        """Let a seat make one of its legal moves."""
        options = legal_moves(self.state(key), seat)
        return self.submit(self.link(key, seat), options[choice % len(options)])

    def play_on(self, key: str, until: int = 1000, choice: int = 7) -> None:
        """Everybody makes legal moves until the game is over or so many moves have been made."""
        while self.game(key).move_count < until and (owing := self.owing(key)):
            self.move(key, owing[0], choice)

    def mails(self, *kinds: Kind, person: str | None = None) -> list[Notification]:
        """The outbox, oldest first."""
        with self.service.database.reading() as session:
            query = select(Notification).order_by(Notification.id)
            if kinds:
                query = query.where(Notification.kind.in_(kinds))
            if person is not None:
                address = f"{person.lower()}@example.org"
                query = query.join(Person, Person.id == Notification.person_id).where(
                    Person.address == address
                )
            return list(session.scalars(query))

    def pending(self, *kinds: Kind, person: str | None = None) -> list[Notification]:
        return [mail for mail in self.mails(*kinds, person=person) if mail.delivery is Delivery.PENDING]


def make_world(database_url: str, **changes: object) -> World:
    """An installation whose tables are there already."""
    app = create_app(settings(database_url, **changes))
    app.testing = True
    return World(app)


def environment(world: World, **more: str) -> dict[str, str]:
    """The settings of an installation, as its processes get them."""
    settings = world.service.settings
    values = {
        "BASE_URL": settings.base_url,
        "DATABASE_URL": settings.database_url,
        "BROKER_URL": settings.broker_url,
        "SMTP_URL": settings.smtp_url,
        "SECRET_KEYS": ",".join(settings.secret_keys),
        "MAIL_FROM": settings.mail_from,
    }
    own = {f"CACAO_{name}": value for name, value in values.items()}
    return {**os.environ, "PYTHONPATH": str(ROOT), **own, **more}


def asking_move(state: GameState, seat: int, whom: int) -> Move:
    """A move of a seat after which another one has something to decide."""
    return next(
        move
        for move in legal_moves(state, seat)
        if (after := apply(state, seat, move).state).owed[whom] and forced(after, whom) is None
    )
