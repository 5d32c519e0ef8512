"""A little of everything that grows: a running, a finished and an open game, talk, notices, mails, links."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from app import clock
from app.models import Kind, Person
from app.usecases import absence, erasing, muting, orders, people, sign_in, talking
from tests.browsing import Browser
from tests.crowd import rest
from tests.doors.visiting import visitor
from tests.world import World, make_world


@dataclass
class Scene:
    """The games of a world that is to be looked at, and who looks."""

    world: World
    running: str
    finished: str
    open: str
    guest: Browser = field(init=False)
    ann: Browser = field(init=False)

    def __post_init__(self) -> None:
        self.guest, self.ann = visitor(self.world), visitor(self.world, "Ann")

    def turn(self, version: int | None = None) -> str:
        """Where the running game's next move is made, or an earlier one was."""
        link = self.world.link(self.running, self.world.owing(self.running)[0])
        if version is not None:
            link = link._replace(version=version)
        return f"/t/{self.world.service.tokens.turn(link)}"

    def invitation(self) -> str:
        """Where Bob says whether he joins."""
        bob = self.world.person("Bob")
        seat = next(seat for seat in self.world.seats(self.open) if seat.person_id == bob)
        return f"/i/{self.world.service.tokens.invitation(seat.id, bob)}"

    def sign_in(self) -> str:
        """Where Ann signs in."""
        sign_in.ask(self.world.service, "ann@example.org", "en", self.world.now)
        newest = max(mail.sign_in_id or 0 for mail in self.world.mails(Kind.SIGN_IN))
        return f"/s/{self.world.service.tokens.sign_in(newest)}"


def leave_for_ever(world: World, person_id: int) -> None:
    """Somebody says "never mail me" and erases the account."""
    with world.service.database.writing() as session:
        muting.stop_all_mail(session, session.get_one(Person, person_id))
    erasing.erase(world.service, person_id, world.now)


def set_scene(database_url: str) -> dict[str, str]:
    """Play the games, and let everything rest for a year; their keys."""
    world = make_world(database_url)
    world.now = clock.now()
    with world.app.test_request_context():
        ann = world.person("Ann")
        profile = people.Profile("Cleo", "en", "UTC", "digest")
        people.change_profile(world.service, world.person("Cleo"), profile)
        keys = {
            "finished": world.start_game("Bob", listed=True),
            "running": world.start_game("Bob", "Cleo", "Dan"),
            "open": world.open_game("Bob", "", listed=True),
        }
        world.play_on(keys["finished"])
        absence.ask_more_time(world.service, world.link(keys["running"], 0), world.now)
        world.play_on(keys["running"], until=20)
        orders.give_order(world.service, ann, keys["running"], orders.Order(always_ask=True))
        talking.say(world.service, keys["running"], ann, "Well played!", world.now)
        sign_in.ask(world.service, "ann@example.org", "en", world.now)
        leave_for_ever(world, world.person("Eve"))
        rest(world)
    world.service.database.close()
    return keys


@contextmanager
def opened(database_url: str, keys: dict[str, str], smtp_url: str) -> Iterator[Scene]:
    """The scene in a database, or in a copy of it."""
    world = make_world(database_url, smtp_url=smtp_url)
    world.now = clock.now()
    with world.app.test_request_context():
        yield Scene(world, **keys)
    world.service.database.close()
