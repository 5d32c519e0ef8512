"""Kills at chosen moments: at each command of the move's transaction, and around the acceptance of a mail."""

from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app import clock
from app.mails import Message
from app.models import Delivery, Kind, Move
from app.usecases.records import verify
from engine import legal_moves
from tests.delivering import deliver, make_due
from tests.faults.crashing import DIED, die, die_at, in_child, leave_connections
from tests.servers.smtp import SmtpServer
from tests.world import World
from worker import delivery
from worker.delivery import MOST_ATTEMPTS
from worker.smtp import Relay

MOST_COMMANDS = 60


def everything(world: World, key: str) -> object:
    """All that a move changes."""
    game = world.game(key)
    seats = [(seat.owes_version, seat.due_at, seat.remind_at) for seat in game.seats]
    mails = [(mail.id, mail.kind, mail.person_id, mail.delivery) for mail in world.mails()]
    with world.service.database.reading() as session:
        moves = session.scalar(select(func.count()).select_from(Move))
    return game.move_count, game.status, game.state, seats, mails, moves


def test_a_kill_at_any_command_of_a_move_leaves_all_of_it_or_nothing(world: World) -> None:
    key = world.start_game("Bob")
    link, move = world.link(key, 0), legal_moves(world.state(key), 0)[3]
    before = everything(world, key)
    for point in range(1, MOST_COMMANDS):

        def crash(point: int = point) -> None:
            die_at(world.service.database, point)
            world.submit(link, move)

        status = in_child(crash)
        if status == 0:
            break
        assert status == DIED
        assert everything(world, key) == before, f"half a move after a kill at command {point}"
    assert point > 8, "the kills did not come in the middle of the transaction"
    assert world.game(key).move_count > 0, "the last child made the whole move"
    assert world.submit(link, move).repeated, "a retry is answered as done"
    assert list(verify(world.service, key)) == [(key, None)]


def test_a_kill_after_the_commit_and_before_the_answer_keeps_the_move(world: World) -> None:
    key = world.start_game("Bob")
    link, move = world.link(key, 0), legal_moves(world.state(key), 0)[3]

    def crash() -> None:
        leave_connections(world.service.database)
        world.service.wake.deliver = die  # type: ignore[method-assign]
        world.submit(link, move)

    assert in_child(crash) == DIED
    made = world.game(key).move_count
    assert made > 0
    assert world.pending(Kind.YOUR_TURN, person="Bob"), "the mail is owed, though nobody was woken"
    assert world.submit(link, move).repeated
    assert world.game(key).move_count == made


def deliver_in_child(world: World, smtp: SmtpServer) -> int:
    def work() -> None:
        leave_connections(world.service.database)
        deliver(world, Relay(f"smtp://{smtp.host}:{smtp.port}"))

    return in_child(work)


def test_a_kill_between_acceptance_and_commit_brings_the_mail_again_under_the_same_id(
    world: World, relay: Relay, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_game("Bob")
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_finish", die)
        assert deliver_in_child(world, smtp_server) == DIED
    assert len(smtp_server.wait_for(1)) == 1
    assert [mail.delivery for mail in world.mails()] == [Delivery.PENDING]
    assert deliver(world, relay) == 0, "the lease of the dead worker still holds"
    make_due(world)
    assert deliver(world, relay) == 1
    first, second = smtp_server.wait_for(2)
    assert first.message["Message-ID"] == second.message["Message-ID"]


def test_a_row_that_kills_every_worker_is_quarantined_and_the_others_go_on(
    world: World, relay: Relay, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_game("Bob")
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "compose", die)
        for _ in range(MOST_ATTEMPTS):
            make_due(world)
            assert deliver_in_child(world, smtp_server) == DIED
        make_due(world)
        assert deliver(world, relay) == 0, "it is not even looked at any more"
    world.open_game("Cleo")
    assert deliver(world, relay) == 1
    assert [mail.delivery for mail in world.mails()] == [Delivery.QUARANTINED, Delivery.SENT]


def test_a_lease_shorter_than_a_send_sends_copies_of_one_mail(
    world: World, relay: Relay, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "LEASE", timedelta(0))
    world.open_game("Bob")

    send = relay.send

    def send_slowly(message: Message) -> None:
        """Meanwhile another worker takes the mail over."""
        monkeypatch.setattr(relay, "send", send)
        with closing(Relay(f"smtp://{smtp_server.host}:{smtp_server.port}")) as other:
            assert deliver(world, other) == 1
        send(message)

    monkeypatch.setattr(relay, "send", send_slowly)
    deliver(world, relay)
    assert [mail.delivery for mail in world.mails()] == [Delivery.SENT]
    mails = smtp_server.wait_for(2)
    assert len({str(mail.message["Message-ID"]) for mail in mails}) == 1


def test_a_relay_that_is_away_for_days_costs_no_mail_an_attempt(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob")
    nowhere = Relay("smtp://127.0.0.1:9")
    for _ in range(MOST_ATTEMPTS * 2):
        make_due(world)
        assert deliver(world, nowhere) == 0
    (mail,) = world.mails()
    assert (mail.delivery, mail.attempts) == (Delivery.PENDING, 0)
    assert mail.due_at < clock.now() + timedelta(seconds=15), "it goes out soon after the relay is back"
    make_due(world)
    assert deliver(world, relay) == 1
