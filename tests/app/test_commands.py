"""What the operator does from a shell: `flask game …`, `flask mail …`, `flask database …`."""

import json
import subprocess
import sys
from pathlib import Path

from click.testing import Result
from sqlalchemy import update

from app.models import Delivery, Game, Kind, Move, Notification, Person
from app.usecases import people, sign_in
from engine import score
from tests.world import World, make_world

ROOT = Path(__file__).parent.parent.parent
SEED = b"the same shuffle for every test"


def run(world: World, *arguments: str) -> Result:
    """One command, as typed after `flask`; it shares no context with the test."""
    return world.app.test_cli_runner().invoke(args=list(arguments))


def said(world: World, *arguments: str) -> str:
    done = run(world, *arguments)
    assert done.exit_code == 0, done.output
    return str(done.output)


def change(world: World, table: type[Game | Move | Notification], **values: object) -> None:
    with world.service.database.writing() as session:
        session.execute(update(table).values(**values))


def test_somebody_who_wants_mails_again_can_have_them(world: World) -> None:
    assert run(world, "mail", "allow", "bob@example.org").exit_code == 1
    world.person("Bob")
    with world.service.database.writing() as session:
        session.execute(update(Person).values(never_mail=True))
    assert "invited" in said(world, "mail", "allow", "bob@example.org")
    assert world.open_game("Bob")


def test_games_are_listed_the_newest_first(world: World) -> None:
    running, waiting = world.start_game("Bob"), world.open_game("Bob", "", title="Waits")
    lines = said(world, "game", "list").splitlines()
    assert [line.split()[0] for line in lines] == [waiting, running]
    assert "Waits" in lines[0]
    assert "Ann, Bob" in lines[1]
    (only,) = said(world, "game", "list", "--status", "running").splitlines()
    assert running in only


def test_a_game_is_shown_with_who_owes_what_and_its_mails(world: World) -> None:
    key = world.start_game("Bob", "bot:greedy")
    shown = said(world, "game", "show", key)
    assert "ann@example.org: owes 0, due" in shown
    assert "bob@example.org: owes nothing" in shown
    assert "greedy" in shown
    assert "your-turn" in shown
    assert world.game(key).commitment or "" in shown
    assert SEED.hex() not in shown


def test_an_exported_game_replays(world: World, tmp_path: Path) -> None:
    key = world.start_game("Bob")
    for until in (9, 1000):
        world.play_on(key, until=until)
        record = tmp_path / "game.json"
        record.write_text(said(world, "game", "export", key))
        assert len(json.loads(record.read_text())["turns"]) >= world.state(key).turn
        command = [sys.executable, "-m", "engine", "replay", str(record)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 0, done.stderr
    assert all(str(gold) in done.stdout for gold in score(world.state(key)).gold)


def test_what_was_exported_is_what_a_player_can_download(world: World) -> None:
    key = world.start_game("Bob", listed=True)
    world.play_on(key)
    answer = world.app.test_client().get(f"/g/{key}/record.json")
    assert answer.get_data(as_text=True) == said(world, "game", "export", key)


def test_stored_games_are_verified(world: World) -> None:
    key, other = world.start_game("Bob"), world.start_game("Cleo")
    world.play_on(key)
    world.play_on(other, until=5)
    assert "2 games replayed, 0 with faults" in said(world, "game", "verify")
    assert "1 games replayed, 0 with faults" in said(world, "game", "verify", key)


def test_a_spoilt_game_is_found_out(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=4)
    for table, values, fault in (
        (Game, {"state": {"spoilt": True}}, "cannot be replayed"),
        (Game, {"move_count": 99}, "not the one the moves lead to"),
        (Move, {"digest": "0" * 64}, "another position"),
        (Move, {"notation": "use"}, "cannot be replayed"),
        (Move, {"notation": "nonsense"}, "cannot be replayed"),
        (Game, {"commitment": "0" * 64}, "does not fit"),
        (Game, {"rules_version": 0}, "rules version 0"),
    ):
        change(world, table, **values)
        done = run(world, "game", "verify")
        assert done.exit_code == 1
        first, last = done.output.splitlines()
        assert first.startswith(f"{key}: ")
        assert fault in first
        assert last == "1 games replayed, 1 with faults"


def test_a_wrong_result_is_found_out(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key)
    change(world, Game, result={"gold": [0, 0], "winners": [0, 1]})
    done = run(world, "game", "verify")
    assert done.exit_code == 1
    assert done.output.startswith(f"{key}: the stored result")


def test_the_seed_is_told_and_checked_only_when_the_game_is_over(world: World) -> None:
    key = world.start_game("Bob")
    running = said(world, "game", "verify-shuffle", key)
    assert "when the game is over" in running
    assert SEED.hex() not in running
    world.play_on(key)
    over = said(world, "game", "verify-shuffle", key)
    assert f"seed {SEED.hex()}" in over
    assert "as promised" in over
    change(world, Game, commitment="0" * 64)
    done = run(world, "game", "verify-shuffle", key)
    assert done.exit_code == 1
    assert "DOES NOT FIT" in done.output


def test_mails_about_what_is_owed_are_sent_again(world: World) -> None:
    key = world.start_game("Bob")
    change(world, Notification, delivery=Delivery.SENT, sent_at=world.now)
    assert "1 mails will be sent again" in said(world, "game", "resend", key)
    (mail,) = world.pending()
    assert (mail.kind, mail.delivery) == (Kind.YOUR_TURN, Delivery.PENDING)


def test_who_reads_a_digest_gets_a_link_too_when_mails_are_sent_again(world: World) -> None:
    profile = people.Profile("Ann", "en", "UTC", "digest")
    people.change_profile(world.service, world.person("Ann"), profile)
    key = world.start_game("Bob")
    for _ in range(2):
        assert "1 mails" in said(world, "game", "resend", key)
        assert len(world.pending(Kind.YOUR_TURN, person="Ann")) == 1


def test_the_queue_shows_what_waits_and_what_failed(world: World) -> None:
    world.open_game("Bob")
    assert "invitation" in said(world, "mail", "queue")
    change(world, Notification, delivery=Delivery.QUARANTINED, error="450 try later", attempts=12)
    assert "(450 try later)  to bob@example.org" in said(world, "mail", "queue")
    change(world, Notification, delivery=Delivery.SENT)
    assert said(world, "mail", "queue") == ""


def test_given_up_mails_are_tried_again_all_or_one(world: World) -> None:
    world.open_game("Bob", "Cleo")
    first, second = (mail.id for mail in world.mails())
    change(world, Notification, delivery=Delivery.QUARANTINED, attempts=12)
    with world.service.database.writing() as session:
        session.execute(update(Person).values(bouncing_since=world.now))
    assert "1 mails will be tried again" in said(world, "mail", "retry", str(first))
    assert [(mail.id, mail.attempts) for mail in world.pending()] == [(first, 0)]
    assert "1 mails will be tried again" in said(world, "mail", "retry")
    assert [mail.id for mail in world.pending()] == [first, second]
    with world.service.database.reading() as session:
        assert session.get_one(Person, world.person("Bob")).bouncing_since is None


def test_the_queue_tells_no_token(world: World) -> None:
    sign_in.ask(world.service, "ann@example.org", "en", world.now)
    (mail,) = world.mails(Kind.SIGN_IN)
    assert mail.sign_in_id is not None
    assert world.service.tokens.sign_in(mail.sign_in_id) not in said(world, "mail", "queue")


def test_a_database_can_be_brought_to_the_newest_form_again(world: World) -> None:
    key = world.start_game("Bob")
    assert "newest form" in said(world, "database", "upgrade")
    assert world.game(key).key == key


def test_a_database_that_does_not_answer_is_one_line(tmp_path: Path) -> None:
    for url in (f"sqlite:///{tmp_path}/nowhere/cacao.sqlite", "postgresql://us:secret@127.0.0.1:9/cacao"):
        done = run(make_world(url), "database", "upgrade")
        assert done.exit_code == 1
        assert done.output.count("\n") == 1
        assert done.output.startswith("Error: ")
        assert "secret" not in done.output


def test_a_wrong_key_is_one_line(world: World) -> None:
    waiting = world.open_game("Bob")
    for command in (
        ("game", "show", "nothing"),
        ("game", "export", "nothing"),
        ("game", "verify", "nothing"),
        ("game", "verify-shuffle", "nothing"),
        ("game", "resend", "nothing"),
        ("game", "show", "é' OR 1=1 --"),
        ("game", "export", waiting),
        ("game", "verify", waiting),
        ("game", "verify-shuffle", waiting),
        ("mail", "retry", "4711"),
        ("mail", "retry", "99999999999999999999"),
    ):
        done = run(world, *command)
        assert done.exit_code == 1, command
        assert done.output.count("\n") == 1
        assert done.output.startswith("Error: ")
        assert "gone on" not in done.output


def test_a_status_that_does_not_exist_is_said_with_those_that_do(world: World) -> None:
    done = run(world, "game", "list", "--status", "nonsense")
    assert done.exit_code == 2
    assert "running" in done.output
