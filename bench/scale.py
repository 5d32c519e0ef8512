"""Pages, moves and sweeps with few and with very many games stored; a game's first and last turn."""

from collections.abc import Callable
from functools import partial

from app.models import Model
from app.wake import SWEEP
from bench.duel import Duel, timed
from bench.figures import Figure, compared
from bench.stack import first_move, installation
from bench.village import Village, Visitor, village
from tests.crowd import multiply
from tests.servers.postgres import run_postgres
from tests.world import World
from worker.tasks import make_worker

FEW, MANY, MOVES = 10, 200_000, 20
ROUNDS = 12
SWEEPS = 200
WHOLE_GAMES = 12
PLAYERS, TURNS = 4, 36


def run() -> list[Figure]:
    """Milliseconds beside milliseconds, and the bytes of a game on the disk."""
    with run_postgres() as postgres:
        few, many = (village(postgres.fresh_database(), MOVES) for _ in range(2))
        empty = installation(postgres.fresh_database())
        multiply(many.world, MANY)
        figures = [*_sizes(many.world), _sweep(empty, many.world), *_pages(few, many), *_turns(many.world)]
        for world in (few.world, many.world, empty):
            world.service.database.close()
    return figures


def _sizes(world: World) -> list[Figure]:
    """What a game takes with its indexes, and the parts of it that count."""
    tables = [table.name for table in Model.metadata.sorted_tables]
    with world.service.database.engine.connect() as connection:
        taken = {
            name: connection.exec_driver_sql(f"SELECT pg_total_relation_size('{name}')").scalar_one() / MANY
            for name in tables
        }
    parts = {f"its {name}": size for name, size in taken.items() if size > 1}
    return [
        Figure("scale", f"a game of {MOVES} moves on disk, {name}", size / 1024, "KB")
        for name, size in {"all of it": sum(taken.values()), **parts}.items()
    ]


def _sweep(empty: World, many: World) -> Figure:
    """The worker's own task, with nothing to do."""
    duel = Duel()
    sweeps = [partial(timed, make_worker(world.app).tasks[SWEEP]) for world in (empty, many)]
    for _ in range(SWEEPS):
        duel.measure(*sweeps)
    nothing, full = duel.medians
    name = f"sweep, {MANY:,} idle games, ms more than with none"
    return Figure("scale", name, full, "ms", nothing, full - nothing, at_most=2)


ACTS: dict[str, Callable[[Village, str], float]] = {
    "game page, rendered": lambda village, key: village.player.get(f"/g/{key}"),
    "game page, again": lambda village, key: village.guest.get_again(f"/g/{key}"),
    "move page, rendered": lambda village, key: village.player.get(village.turn(key)),
    "move page, again": lambda village, key: village.guest.get_again(village.turn(key)),
    "my games": lambda village, _key: village.player.get("/my-games"),
    "start page": lambda village, _key: village.guest.get("/"),
    "move": lambda village, key: village.guest.post(village.turn(key), village.form),
}


def _pages(few: Village, many: Village) -> list[Figure]:
    """Everything, each time with games that nobody has looked at so far."""
    duels = {name: Duel() for name in ACTS}
    for n in range(ROUNDS + 1):
        if n == 1:
            duels = {name: Duel() for name in ACTS}  # until now it was to warm up
        multiply(few.world, FEW)
        for small, large in zip(few.keys(FEW), many.keys(FEW), strict=True):
            for name, act in ACTS.items():
                duels[name].measure(partial(act, few, small), partial(act, many, large))
    return [_beside(f"{name}, {MANY:,} games beside {FEW}", duel, 1.15) for name, duel in duels.items()]


def _turns(world: World) -> list[Figure]:
    """Laying a tile in everybody's first and in everybody's last turn, page and move."""
    page, move, visitor = Duel(), Duel(), Visitor(world)
    with world.app.test_request_context():
        for _ in range(WHOLE_GAMES):
            games = [world.start_game("Bob", "Cleo", "Dan") for _ in range(2)]
            _play_until(world, games[1], TURNS - PLAYERS)
            for n in range(PLAYERS):
                turns = [first_move(world, key, choice=7) for key in games]
                page.measure(*(partial(visitor.get, address) for address, _ in turns))
                move.measure(*(partial(visitor.post, *turn) for turn in turns))
                _play_until(world, games[0], n + 1)
                _play_until(world, games[1], TURNS - PLAYERS + n + 1)
    return [
        _beside(f"{name}, everybody's last turn beside their first", duel, 1.5)
        for name, duel in (("move page", page), ("move", move))
    ]


def _play_until(world: World, key: str, turn: int) -> None:
    """Play until that turn begins, or the game is over."""
    while (owing := world.owing(key)) and world.state(key).turn < turn:
        world.move(key, owing[0], 7)


def _beside(name: str, duel: Duel, at_most: float) -> Figure:
    limit, value = duel.medians
    return compared("scale", name, value, "ms", limit, at_most=at_most)
