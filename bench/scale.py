"""The same pages, moves and sweeps with few and with very many games stored."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from app import clock
from app.usecases import clocks, reading, turns
from app.usecases.choosing import Chosen
from bench.figures import Figure, compared
from bench.stack import installation, middle_of_a_game
from engine import legal_moves
from tests.servers.postgres import run_postgres
from tests.world import World
from worker.delivery import deliver_due
from worker.smtp import Relay

GAMES, MOVES = 200_000, 20
REPEATED = 60


def run() -> list[Figure]:
    """Milliseconds with few and with many games, and the first and the last turn of one game."""
    with run_postgres() as postgres:
        world = installation(postgres.fresh_database())
        with world.app.test_request_context():
            few = _measure(world)
            _fill(world)
            many = _measure(world)
            turns_taken = _turns(world)
        world.service.database.close()
    figures = [
        compared("scale", f"{name}, {GAMES:,} games beside few", many[name], "ms", few[name], at_most=1.15)
        for name in ("game page", "move page", "move")
    ]
    figures.append(Figure("scale", "sweep, more than with few", many["sweep"] - few["sweep"], "ms"))
    figures.append(
        compared(
            "scale", "last turn beside first, 4 players", turns_taken[-1], "ms", turns_taken[0], at_most=1.5
        )
    )
    return figures


def _measure(world: World) -> dict[str, float]:
    key = middle_of_a_game(world)
    link = world.link(key, world.owing(key)[0])
    keys = [middle_of_a_game(world, 8) for _ in range(REPEATED // 4)]
    relay = Relay(world.service.settings.smtp_url)
    world.service.database.engine.dispose()
    with world.service.database.writing() as session:  # nothing is to be sent while measuring
        session.connection().exec_driver_sql("UPDATE notifications SET delivery = 'sent'")
        session.connection().exec_driver_sql("UPDATE seats SET due_at = NULL, remind_at = NULL")

    def sweep() -> None:
        clocks.games_due(world.service, clock.now())
        clocks.remind_due(world.service, clock.now())
        deliver_due(world.service, relay)

    return {
        "game page": _timed(lambda: reading.table(world.service, key)),
        "move page": _timed(lambda: turns.look(world.service, link, Chosen())),
        "sweep": _timed(sweep),
        "move": median(_timed_moves(world, each) for each in keys),
    }


def _timed(act: Callable[[], object]) -> float:
    took = []
    for _ in range(REPEATED):
        started = perf_counter()
        act()
        took.append((perf_counter() - started) * 1000)
    return median(took)


def _timed_moves(world: World, key: str) -> float:
    """The median of a few moves of one game."""
    took = []
    for _ in range(4):
        seat = world.owing(key)[0]
        link, move = world.link(key, seat), legal_moves(world.state(key), seat)[0]
        started = perf_counter()
        world.submit(link, move)
        took.append((perf_counter() - started) * 1000)
    return median(took)


def _turns(world: World) -> list[float]:
    """The time of moves in the first and in the last quarter of games of four."""
    first, last = [], []
    for _ in range(6):
        key = world.start_game("Bob", "Cleo", "Dan")
        took = []
        while world.owing(key):
            seat = world.owing(key)[0]
            options = legal_moves(world.state(key), seat)
            link = world.link(key, seat)
            started = perf_counter()
            world.submit(link, options[7 % len(options)])
            took.append((perf_counter() - started) * 1000)
        quarter = len(took) // 4
        first += took[:quarter]
        last += took[-quarter:]
    return [median(first), median(last)]


def _fill(world: World) -> None:
    """Very many idle games, copied inside the database from one real game."""
    model = world.game(middle_of_a_game(world))
    columns = (
        "title, status, host_id, listed, pace_hours, created_at, started_at, commitment, rules_version,"
        " move_count, seed, state"
    )
    with world.service.database.writing() as session:
        connection = session.connection()
        connection.exec_driver_sql(
            f"INSERT INTO games (key, {columns}) SELECT 'idle' || n, {columns} FROM games,"
            " generate_series(1, %s) n WHERE id = %s",
            (GAMES, model.id),
        )
        connection.exec_driver_sql(
            "INSERT INTO seats (game_id, number, color, person_id, joined_at, muted, more_time, missed, away)"
            " SELECT g.id, s.number, s.color, s.person_id, s.joined_at, s.muted, 0, 0, s.away"
            " FROM games g, seats s WHERE g.key LIKE 'idle%%' AND s.game_id = %s",
            (model.id,),
        )
        connection.exec_driver_sql(
            "INSERT INTO moves (game_id, number, seat, version, notation, by, events, digest, made_at)"
            " SELECT g.id, m.number, m.seat, m.version, m.notation, m.by, m.events, m.digest, m.made_at"
            " FROM games g, moves m WHERE g.key LIKE 'idle%%' AND m.game_id = %s AND m.number < %s",
            (model.id, MOVES),
        )
    with world.service.database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("ANALYZE")
