"""A world with one game and many copies of it, and visitors who look at the clock."""

from dataclasses import dataclass
from statistics import median

from werkzeug.test import TestResponse

from app.tokens import TurnLink
from bench.duel import timed
from bench.stack import first_move, installation, middle_of_a_game
from tests.browsing import Browser
from tests.crowd import STRIDE, rest
from tests.world import World

LOOKS = 5
_FORM = "application/x-www-form-urlencoded"


class Visitor:
    """Goes through the same doors as everybody, and tells how many milliseconds it takes."""

    def __init__(self, world: World, name: str | None = None) -> None:
        client, base = world.app.test_client(), world.service.settings.base_url
        if name is not None:
            with client.session_transaction(base_url=base) as session:
                session["person"] = world.person(name)
        self._browser = Browser(client, base)

    def get(self, address: str) -> float:
        """Look at a page."""
        return self._answered(200, "GET", address)

    def get_again(self, address: str) -> float:
        """Look several times at a page that has just been looked at."""
        self.get(address)
        return median(self.get(address) for _ in range(LOOKS))

    def post(self, address: str, form: str) -> float:
        """Send a form."""
        return self._answered(302, "POST", address, data=form, content_type=_FORM)

    def _answered(self, status: int, method: str, address: str, **options: str) -> float:
        answers: list[TestResponse] = []
        took = timed(lambda: answers.append(self._browser.request(method, address, **options)))
        assert answers[0].status_code == status, (address, answers[0].status)
        return took


@dataclass(frozen=True)
class Village:
    """One game, in which nothing happens, and its copies; so the same move is legal in all of them."""

    world: World
    player: Visitor
    """Signed in, so that no page is ready that was rendered for another."""
    guest: Visitor
    link: TurnLink
    form: str

    def keys(self, count: int) -> list[str]:
        """Some of the copies, from all over the database."""
        query = f"SELECT key FROM games WHERE id > {STRIDE} ORDER BY random() LIMIT {count}"
        with self.world.service.database.engine.connect() as connection:
            return list(connection.exec_driver_sql(query).scalars())

    def turn(self, key: str) -> str:
        """Where to make the move that a game waits for."""
        return "/t/" + self.world.service.tokens.turn(self.link._replace(game=key))


def village(database_url: str, moves: int, **changes: object) -> Village:
    """A game of four, so many moves on; all mails are sent, and the clocks have a year to go."""
    world = installation(database_url, **changes)
    with world.app.test_request_context():
        key = middle_of_a_game(world, moves)
        link, form = world.link(key, world.owing(key)[0]), first_move(world, key)[1]
    rest(world)
    return Village(world, Visitor(world, "Ann"), Visitor(world), link, form)
