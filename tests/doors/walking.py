"""Every page there is: addresses for all routes, with links that open and games to look at."""

from dataclasses import dataclass

from app import clock
from app.models import Kind
from app.usecases import sign_in
from tests.doors.visiting import visitor
from tests.world import World

SILENT = ("OPTIONS", "HEAD")


@dataclass(frozen=True)
class Place:
    """A route, and an address that leads there."""

    endpoint: str
    methods: frozenset[str]
    address: str


def furnished(world: World) -> dict[str, str]:
    """Games in every state, and for each part of an address something that fits."""
    running = world.start_game("Bob", listed=True)
    finished = world.start_game("bot:random", title="Over")
    world.play_on(finished)
    world.open_game("Bob", "", listed=True)
    sign_in.ask(world.service, "ann@example.org", "en", clock.now())
    return {"running": running, "finished": finished}


def tokens(world: World, key: str) -> dict[str, str]:
    """A token that opens, for each blueprint that takes one."""
    made, seat = world.service.tokens, world.seats(key)[0]
    assert seat.person_id is not None
    sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
    assert sign_in_id is not None
    return {
        "turn": made.turn(world.link(key, 0)),
        "invitation": made.invitation(seat.id, seat.person_id),
        "open_seat": made.open_seat(key),
        "account": made.sign_in(sign_in_id),
        "account_link": made.mute(seat.person_id, seat.id),
    }


def places(world: World, key: str) -> list[Place]:
    """Every route of the app, for one game."""
    fitting = tokens(world, world.game(key).key) if world.owing(key) else {}
    found = []
    with world.app.test_request_context():
        adapter = world.app.url_map.bind("cacao.example.org", url_scheme="https")
        for rule in world.app.url_map.iter_rules():
            token = fitting.get(rule.endpoint.partition(".")[0], "x")
            values = {
                "key": key,
                "step": 0,
                "seat_id": world.seats(key)[0].id,
                "token": token,
                "filename": "style.css",
                "name": "0" * 32 + ".eml",
                "language": "de",
                "number": 1,
                "seat": 0,
            }
            unknown = rule.arguments - values.keys()
            assert not unknown, f"tell this test what to put for {unknown} of {rule}"
            needed = {name: values[name] for name in rule.arguments}
            methods = frozenset(rule.methods or ())
            method = next(iter(methods.difference(SILENT)))
            address = adapter.build(rule.endpoint, needed, method=method)
            found.append(Place(rule.endpoint, methods, address))
    return found


def readers(world: World) -> list[object]:
    """A stranger, and a player."""
    return [visitor(world), visitor(world, "Ann")]
