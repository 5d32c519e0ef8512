"""The database's quick way to look: a glance."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from sqlalchemy import event, text

from app.usecases import reading
from tests.servers.postgres import Postgres
from tests.world import make_world


def test_connections_that_the_server_has_ended_cost_nobody_a_glance(
    postgres: Postgres, postgres_template: str
) -> None:
    world = make_world(postgres.fresh_database(template=postgres_template))
    database, key = world.service.database, world.open_game("Bob")
    several, at_the_same_time = 4, Barrier(4)

    def look(_: int) -> reading.Edition:
        return reading.edition(world.service, key)

    def wait_for_the_others(*_: object) -> None:
        at_the_same_time.wait(10)

    event.listen(database._glancer.pool, "checkout", wait_for_the_others)
    with ThreadPoolExecutor(several) as pool:
        list(pool.map(look, range(several)))
    event.remove(database._glancer.pool, "checkout", wait_for_the_others)
    with database.reading() as session:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        ended = session.execute(
            text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        )
        assert len(ended.all()) >= several
    assert {look(n) for n in range(several)} == {reading.Edition(key, world.game(key).revision)}
    database.close()
