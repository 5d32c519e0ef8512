"""The database's quick ways: a question, and the transaction of a move."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import bindparam, event, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from app.database import Database, pipeline
from app.database.line import Answer, Said
from app.models import Game, Message, Seat
from app.usecases import reading
from app.usecases.games import moving
from engine import legal_moves
from tests.servers.postgres import Postgres
from tests.servers.wire import wire_to
from tests.world import World, make_world


def open_several_connections(database: Database, look: Callable[[int], object], several: int = 4) -> None:
    """Let threads meet with a connection in hand each."""
    at_the_same_time = Barrier(several)

    def wait_for_the_others(*_: object) -> None:
        at_the_same_time.wait(10)

    event.listen(database._direct.pool, "checkout", wait_for_the_others)
    with ThreadPoolExecutor(several) as pool:
        list(pool.map(look, range(several)))
    event.remove(database._direct.pool, "checkout", wait_for_the_others)


def end_all_connections(database: Database) -> int:
    """As if the server were restarted; how many there were."""
    with database.reading() as session:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        ended = session.execute(
            text(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
        )
        return len(ended.all())


@pytest.fixture
def on_postgres(postgres: Postgres, postgres_template: str) -> World:
    return make_world(postgres.fresh_database(template=postgres_template))


def test_connections_that_the_server_has_ended_cost_nobody_an_answer(on_postgres: World) -> None:
    database, key = on_postgres.service.database, on_postgres.open_game("Bob")

    def look(_: int) -> reading.Edition:
        return reading.edition(on_postgres.service, key)

    open_several_connections(database, look)
    assert end_all_connections(database) >= 4
    assert {look(n) for n in range(4)} == {reading.Edition(key, on_postgres.game(key).revision)}
    database.close()


def test_connections_that_the_server_has_ended_cost_nobody_a_move(on_postgres: World) -> None:
    world, database = on_postgres, on_postgres.service.database
    with world.app.test_request_context():
        key = world.start_game("Bob")
        open_several_connections(database, lambda _: reading.edition(world.service, key))
        world.move(key, world.owing(key)[0])
        assert end_all_connections(database) >= 4
        for _ in range(4):
            world.move(key, world.owing(key)[0])
        assert world.game(key).move_count >= 5
    database.close()


def test_a_server_that_vanished_without_a_word_costs_one_answer_and_not_one_for_each_connection(
    postgres: Postgres, postgres_template: str
) -> None:
    url = postgres.fresh_database(template=postgres_template)
    with wire_to(postgres.port) as wire:
        world = make_world(url.replace(f":{postgres.port}/", f":{wire.port}/"))
        key, database = world.open_game("Bob"), world.service.database
        open_several_connections(database, lambda _: reading.edition(world.service, key))
        wire.cut()
        with pytest.raises(OperationalError):
            reading.edition(world.service, key)
        for _ in range(4):
            assert reading.edition(world.service, key).key == key
        assert world.person("Bob")  # found by a session, on a connection of the other pool
        database.close()


def test_a_column_that_was_changed_costs_one_answer_and_not_one_for_each_connection(
    on_postgres: World,
) -> None:
    key, database = on_postgres.open_game("Bob"), on_postgres.service.database
    open_several_connections(database, lambda _: reading.table(on_postgres.service, key), 2)
    with database.writing() as session:
        session.execute(text("ALTER TABLE games ALTER COLUMN title TYPE varchar(70)"))
    with pytest.raises(DBAPIError, match="cached plan"):
        reading.table(on_postgres.service, key)
    for _ in range(4):
        assert reading.table(on_postgres.service, key).game.key == key
    database.close()


def test_moments_are_told_in_utc_whatever_the_zone_of_the_server_is(on_postgres: World) -> None:
    world = on_postgres
    world.open_game("Bob")
    with world.service.database.writing() as session:
        name = session.scalar(text("SELECT current_database()"))
        session.execute(text(f"ALTER DATABASE \"{name}\" SET timezone TO 'Asia/Tokyo'"))
    world.service.database.close()
    (mail,) = world.mails()
    assert (mail.created_at.isoformat(), mail.created_at) == (world.now.isoformat(), world.now)
    world.service.database.close()


def test_a_move_goes_to_postgresql_in_two_messages(
    on_postgres: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with on_postgres.app.test_request_context():
        key = on_postgres.start_game("Bob")
        link, move = on_postgres.link(key, 0), legal_moves(on_postgres.state(key), 0)[0]
        messages: list[object] = []
        send = pipeline.Pipeline.send

        def counted(pipe: pipeline.Pipeline, message: Sequence[Said]) -> Sequence[Answer]:
            messages.append(message)
            return send(pipe, message)

        monkeypatch.setattr(pipeline.Pipeline, "send", counted)
        on_postgres.submit(link, move)
        assert len(messages) == 2
    on_postgres.service.database.close()


class Interrupted(BaseException):
    """As by a signal."""


def test_who_is_interrupted_while_waiting_for_an_answer_leaves_no_half_read_connection(
    on_postgres: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = on_postgres
    with world.app.test_request_context():
        key = world.start_game("Bob")

        def interrupt(_server: object) -> list[object]:
            raise Interrupted

        for act in (lambda: world.move(key, 0), lambda: reading.table(world.service, key)):
            with monkeypatch.context() as patch:
                patch.setattr(pipeline, "_results", interrupt)
                with pytest.raises(Interrupted):
                    act()
        assert world.game(key).move_count == 0
        world.move(key, 0)
        assert reading.table(world.service, key).log
    world.service.database.close()


def say_and_rename(world: World, key: str, seat_id: int, words: str, then: Callable[[], object]) -> None:
    """A message and another title, and something that may go wrong before they are written."""
    with moving(world.service, key) as (transaction, game):
        game.title = words
        transaction.add(
            Message(game_id=game.id, seat_id=seat_id, text=words, move_number=0, made_at=world.now)
        )
        then()


def messages(world: World) -> list[str]:
    with world.service.database.reading() as session:
        return list(session.scalars(select(Message.text)))


def nothing() -> None:
    pass


def fail() -> None:
    raise ZeroDivisionError


def test_what_is_refused_leaves_nothing_behind_and_stops_nobody(world: World) -> None:
    key = world.start_game("Bob")
    title, seat_id = world.game(key).title, world.seats(key)[0].id
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            say_and_rename(world, key, seat_id, "Hello", fail)
    assert (world.game(key).title, messages(world)) == (title, [])
    world.move(key, 0)


def test_a_refusal_by_the_database_leaves_nothing_behind_and_tells_no_secret(world: World) -> None:
    key = world.start_game("Bob")
    title, no_seat = world.game(key).title, -1
    for _ in range(3):
        with pytest.raises(IntegrityError) as refused:
            say_and_rename(world, key, no_seat, "between us", nothing)
        assert "between us" not in str(refused.value)
    assert (world.game(key).title, messages(world)) == (title, [])
    world.move(key, 0)


def test_a_percent_sign_is_one_in_every_database(world: World) -> None:
    key = world.start_game("Bob")
    odd = select(Game.key).where(Game.id % 2 == world.game(key).id % 2, Game.key == bindparam("key"))
    assert world.service.database.ask((odd, {"key": key})) == [[(key,)]]


def test_values_are_never_taken_for_statements(world: World) -> None:
    key = world.start_game("Bob")
    words = "'; DROP TABLE moves; -- %s %(text)s :text $1 \\ \" {} é 🎲"
    say_and_rename(world, key, world.seats(key)[0].id, words, nothing)
    assert (world.game(key).title, messages(world)) == (words, [words])
    world.move(key, 0)


def test_a_record_is_what_a_session_reads(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=9)
    with moving(world.service, key) as (_, found), world.service.database.reading() as session:
        same = session.scalar(select(Game).where(Game.key == key))
        assert same is not None
        for column in inspect(Game).columns:
            if column.key != "revision":
                assert getattr(found, column.key) == getattr(same, column.key), column
        for seat, twin in zip(found.seats, same.seats, strict=True):
            for column in inspect(Seat).columns:
                assert getattr(seat, column.key) == getattr(twin, column.key), column
            assert seat.person is not None
            assert twin.person is not None
            assert (seat.person.address, seat.person.mailing) == (twin.person.address, twin.person.mailing)
