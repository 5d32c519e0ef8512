"""Backup and restore: taken while people play, and after a restore nothing happens until resumed."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import Context
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from app import clock
from app.database import backup
from app.models import Delivery, GameStatus, Kind
from app.usecases import clocks, stand_ins
from app.usecases.records import verify
from tests.delivering import deliver
from tests.servers.smtp import SmtpServer
from tests.world import World, make_world
from worker.smtp import Relay


def command(world: World, *arguments: str) -> str:
    """Run `flask …`; what it says."""
    # In a context of its own: the fixture's would make every command one of the fixture's app.
    done = Context().run(lambda: world.app.test_cli_runner().invoke(args=arguments))
    assert done.exit_code == 0, done.output
    return done.output


def test_a_backup_under_load_is_whole(world: World, tmp_path: Path) -> None:
    keys = [world.start_game("Bob") for _ in range(4)]
    file, stop = tmp_path / "backup", Event()

    def play(key: str) -> None:
        while not stop.is_set() and world.owing(key):
            world.move(key, world.owing(key)[0])

    with ThreadPoolExecutor(4) as pool:
        work = [pool.submit(play, key) for key in keys]
        backup.backup(world.service.database, file)
        at_backup = {key: world.game(key).move_count for key in keys}
        stop.set()
        for done in work:
            done.result()
    for key in keys:
        world.play_on(key)
    backup.restore(world.service.database, file)
    for key in keys:
        assert world.game(key).move_count <= at_backup[key]
        assert world.game(key).status is GameStatus.RUNNING
    assert [fault for _, fault in verify(world.service, None)] == [None] * 4
    assert file.stat().st_mode & 0o077 == 0, "only its owner may read hidden hands"
    assert list(tmp_path.glob("*.part")) == []


def test_after_a_restore_nothing_is_mailed_and_no_clock_runs_out_until_resumed(
    world: World, relay: Relay, smtp_server: SmtpServer, tmp_path: Path
) -> None:
    world.now = clock.now() - timedelta(days=30)
    key = world.start_game("Bob", pace_hours=48)
    with_bot = world.start_game("bot:random", first=1)
    file = tmp_path / "backup"
    assert "holds everything" in command(world, "database", "backup", str(file))
    world.move(key, 0)
    assert "flask mail resume" in command(world, "database", "restore", str(file), "--yes")

    assert world.game(key).move_count == 0
    assert world.pending(Kind.YOUR_TURN, person="Ann")
    assert deliver(world, relay) == 0
    assert clocks.games_due(world.service, clock.now()) == []
    assert clocks.remind_due(world.service, clock.now()) == 0
    assert not stand_ins.play_due(world.service, world.game(key).id, clock.now())
    assert not stand_ins.play_due(world.service, world.game(with_bot).id, clock.now())
    assert smtp_server.mails == []

    assert "1 players have the full time" in command(world, "mail", "resume")
    due = world.seats(key)[0].due_at
    assert due is not None
    assert due > clock.now() + timedelta(hours=47)
    assert clocks.games_due(world.service, clock.now()) == [world.game(with_bot).id]
    assert deliver(world, relay) > 0
    assert any("ann@example.org" in mail.recipients for mail in smtp_server.mails)
    assert command(world, "mail", "resume").count(" 0 ") == 1, "twice does no harm"
    assert list(verify(world.service, key)) == [(key, None)]


def test_people_can_move_while_it_is_held_and_the_mails_wait(
    world: World, relay: Relay, smtp_server: SmtpServer, tmp_path: Path
) -> None:
    key = world.start_game("Bob")
    backup.backup(world.service.database, tmp_path / "backup")
    backup.restore(world.service.database, tmp_path / "backup")
    world.move(key, 0)
    assert deliver(world, relay) == 0
    command(world, "mail", "resume")
    assert deliver(world, relay) > 0
    owed = world.mails(Kind.YOUR_TURN, person="Bob")
    assert [mail.delivery for mail in owed] == [Delivery.SENT]


def test_ids_that_are_in_links_are_not_given_again(world: World, tmp_path: Path) -> None:
    """Else a sign-in link or an invitation of the time after the backup would be somebody else's."""
    world.start_game("Bob")
    file = tmp_path / "backup"
    backup.backup(world.service.database, file)
    cleo = world.person("Cleo")
    world.open_game("Cleo")
    seats = {seat.id for game in operating_games(world) for seat in world.seats(game)}
    backup.restore(world.service.database, file)
    assert world.person("Dan") > cleo
    assert world.seats(world.open_game("Dan"))[-1].id > max(seats)
    assert world.mails()[-1].id > backup.ID_GAP


def operating_games(world: World) -> list[str]:
    return [key for key, _ in verify(world.service, None)]


def test_a_restored_database_can_be_backed_up_and_restored_again(world: World, tmp_path: Path) -> None:
    key = world.start_game("Bob")
    for name in ("first", "second"):
        backup.backup(world.service.database, tmp_path / name)
        backup.restore(world.service.database, tmp_path / name)
        world.move(key, world.owing(key)[0])
    assert list(verify(world.service, key)) == [(key, None)]


def test_a_restore_into_an_empty_database_of_the_same_kind(
    world: World, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    key = world.start_game("Bob")
    backup.backup(world.service.database, tmp_path / "backup")
    if world.service.database.engine.dialect.name == "sqlite":
        url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    else:
        url = request.getfixturevalue("postgres").fresh_database()
    other = make_world(url)
    command(other, "database", "restore", str(tmp_path / "backup"), "--yes")
    assert list(verify(other.service, None)) == [(key, None)]
    other.service.database.close()


def test_what_is_no_backup_is_refused_in_one_line_and_changes_nothing(world: World, tmp_path: Path) -> None:
    key = world.start_game("Bob")
    nonsense, foreign = tmp_path / "nonsense", tmp_path / "foreign.sqlite"
    nonsense.write_bytes(b"this is no backup" * 100)
    with closing(sqlite3.connect(foreign)) as made:
        made.execute("CREATE TABLE recipes (id INTEGER)")
    for file in (nonsense, foreign, tmp_path / "missing"):
        done = world.app.test_cli_runner().invoke(args=["database", "restore", str(file), "--yes"])
        assert done.exit_code == 1
        assert done.output.startswith("Error: ")
        assert done.output.count("\n") == 1
    assert list(verify(world.service, key)) == [(key, None)]
    assert sorted(path.name for path in tmp_path.iterdir() if "restoring" in path.name) == []


def test_a_backup_that_cannot_be_written_is_one_line(world: World, tmp_path: Path) -> None:
    done = world.app.test_cli_runner().invoke(args=["database", "backup", str(tmp_path / "no" / "folder")])
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
