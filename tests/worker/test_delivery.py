"""The outbox: what is owed is delivered, at least once, under one Message-ID."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count

import pytest
from sqlalchemy import select, update

from app import clock
from app.models import Delivery, Kind, Notification, Person, RelayPause
from app.service import Service
from app.usecases import people
from tests.delivering import deliver, make_due
from tests.servers.mailbox import Stage, answer, hang_up
from tests.servers.smtp import SmtpServer
from tests.world import World
from worker import delivery
from worker.delivery import LEASE, MOST_ATTEMPTS, Claim, wait
from worker.smtp import Relay


def only(world: World) -> Notification:
    (mail,) = world.mails()
    return mail


def test_an_owed_mail_arrives_and_is_marked_sent(world: World, relay: Relay, smtp_server: SmtpServer) -> None:
    world.open_game("Bob")
    assert deliver(world, relay) == 1
    (mail,) = smtp_server.wait_for(1)
    assert mail.recipients == ("bob@example.org",) or list(mail.recipients) == ["bob@example.org"]
    assert only(world).delivery is Delivery.SENT
    assert deliver(world, relay) == 0


@pytest.mark.parametrize("code", [421, 450, 451])
@pytest.mark.parametrize("stage", [Stage.RCPT, Stage.END])
def test_a_refusal_for_now_is_tried_again_later(
    world: World, relay: Relay, smtp_server: SmtpServer, code: int, stage: Stage
) -> None:
    world.open_game("Bob")
    smtp_server.plan(answer(code, stage))
    assert deliver(world, relay) == 0
    mail = only(world)
    assert mail.delivery is Delivery.PENDING
    assert mail.due_at > clock.now()
    assert str(code) in (mail.error or "") or "connection" in (mail.error or "")
    make_due(world)
    assert deliver(world, relay) == 1


@pytest.mark.parametrize("code", [550, 554])
def test_a_refusal_for_good_marks_the_address_and_a_later_success_clears_it(
    world: World, relay: Relay, smtp_server: SmtpServer, code: int
) -> None:
    world.open_game("Bob")
    smtp_server.plan(answer(code, Stage.RCPT))
    deliver(world, relay)
    assert only(world).delivery is Delivery.REFUSED
    assert bouncing(world, "Bob")
    world.open_game("Bob")
    assert deliver(world, relay) == 1
    assert not bouncing(world, "Bob")


def bouncing(world: World, name: str) -> bool:
    with world.service.database.reading() as session:
        query = select(Person.bouncing_since).where(Person.address == f"{name.lower()}@example.org")
        return session.scalar(query) is not None


def test_a_connection_that_breaks_off_in_the_middle_loses_no_mail(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob")
    smtp_server.plan(hang_up(Stage.DATA))
    assert deliver(world, relay) == 0
    make_due(world)
    assert deliver(world, relay) == 1


def test_a_mail_accepted_but_not_acknowledged_comes_again_under_the_same_message_id(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob")
    smtp_server.plan(hang_up(Stage.END))
    assert deliver(world, relay) == 0
    make_due(world)
    assert deliver(world, relay) == 1
    first, second = smtp_server.wait_for(2)
    assert first.message["Message-ID"] == second.message["Message-ID"]


def test_a_refused_login_pauses_all_delivery_and_counts_for_no_mail(
    world: World, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob", "Cleo")
    smtp_server.plan(answer(535, Stage.AUTH))
    with closing(Relay(f"smtp://us:wrong@{smtp_server.host}:{smtp_server.port}")) as relay:
        assert deliver(world, relay) == 0
        with world.service.database.reading() as session:
            assert session.scalar(select(RelayPause.until)) is not None
        assert {mail.attempts for mail in world.mails()} == {0}
        assert deliver(world, relay) == 0
        with world.service.database.writing() as session:
            session.execute(update(RelayPause).values(until=clock.now()))
        assert deliver(world, relay) == 2


@pytest.mark.parametrize("stage", [Stage.MAIL, Stage.RCPT, Stage.END])
def test_a_relay_that_wants_a_login_we_do_not_have_is_no_bounce(
    world: World, relay: Relay, smtp_server: SmtpServer, stage: Stage
) -> None:
    world.open_game("Bob", "Cleo")
    smtp_server.plan(answer(530, stage))
    assert deliver(world, relay) == 0
    assert {(mail.delivery, mail.attempts) for mail in world.mails()} == {(Delivery.PENDING, 0)}
    assert not bouncing(world, "Bob")
    with world.service.database.reading() as session:
        assert session.scalar(select(RelayPause.reason)) is not None


@pytest.mark.parametrize("code", [451, 550])
def test_a_relay_that_does_not_take_our_sender_costs_no_mail_an_attempt(
    world: World, relay: Relay, smtp_server: SmtpServer, code: int
) -> None:
    world.open_game("Bob", "Cleo")
    smtp_server.plan(answer(code, Stage.MAIL))
    assert deliver(world, relay) == 0
    assert {(mail.delivery, mail.attempts) for mail in world.mails()} == {(Delivery.PENDING, 0)}
    make_due(world)
    assert deliver(world, relay) == 2


def test_without_a_relay_mails_wait(world: World, smtp_server: SmtpServer, relay: Relay) -> None:
    world.open_game("Bob", "Cleo")
    nowhere = Relay("smtp://127.0.0.1:9")
    assert deliver(world, nowhere) == 0
    assert {mail.delivery for mail in world.mails()} == {Delivery.PENDING}
    make_due(world)
    assert deliver(world, relay) == 2


def test_a_mail_that_always_fails_is_quarantined_and_the_others_go_on(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob")
    smtp_server.default = answer(451, Stage.RCPT)
    for _ in range(MOST_ATTEMPTS):
        make_due(world)
        deliver(world, relay)
    assert only(world).delivery is Delivery.QUARANTINED
    smtp_server.clear()
    world.open_game("Cleo")
    assert deliver(world, relay) == 1


def test_a_row_that_cannot_become_a_mail_stops_no_other(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob", "Cleo")
    poison = world.mails()[0]
    with world.service.database.writing() as session:
        session.get_one(Notification, poison.id).kind = Kind.GAME_OVER
    assert deliver(world, relay) == 1
    assert [mail.delivery for mail in world.mails()] == [Delivery.PENDING, Delivery.SENT]


def test_a_worker_that_dies_with_several_mails_harms_none_but_the_one_that_killed_it(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    """Else those behind a mail that kills every worker would be given up with it, never tried."""
    world.open_game("Bob", "Cleo", "Dan")
    with world.app.app_context():
        assert len(delivery._claim(world.service, clock.now())) == 3
        make_due(world)
        for _ in range(3):
            assert len(delivery._claim(world.service, clock.now())) == 1
    make_due(world)
    assert deliver(world, relay) == 3


def test_mails_that_were_claimed_and_not_begun_are_given_back_as_they_were(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob", "Cleo", "Dan")
    assert deliver(world, Relay("smtp://127.0.0.1:9")) == 0
    tried, *others = world.mails()
    assert (tried.attempts, tried.lease) == (0, None)
    assert {(mail.attempts, mail.lease, mail.error) for mail in others} == {(0, None, None)}
    assert deliver(world, relay) == 2, "the others need not wait"


def test_a_run_that_takes_long_leaves_the_rest_to_others(
    world: World, relay: Relay, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_game("Bob", "Cleo", "Dan")
    seconds = count(step=delivery.LONGEST_RUN / 2)
    monkeypatch.setattr(delivery, "BEGUN_WITHIN", delivery.LONGEST_RUN)
    monkeypatch.setattr(delivery, "monotonic", lambda: next(seconds))
    assert deliver(world, relay) == 1
    monkeypatch.undo()
    assert deliver(world, relay) == 2


def test_a_mail_that_waits_for_a_slow_one_is_claimed_anew(
    world: World, relay: Relay, smtp_server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its lease would end while it is sent, and another worker would send it too."""
    world.open_game("Bob", "Cleo", "Dan")
    seconds = count(step=delivery.BEGUN_WITHIN * 0.6)
    claims = []
    claim = delivery._claim

    def counted(service: Service, now: datetime) -> deque[Claim]:
        claims.append(claim(service, now))
        return claims[-1]

    monkeypatch.setattr(delivery, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(delivery, "_claim", counted)
    assert deliver(world, relay) == 3
    assert len(claims) == 4, "three with one mail each, and the one that found nothing more"
    assert {mail.attempts for mail in world.mails()} == {1}


def test_a_pause_that_is_over_is_forgotten(world: World, relay: Relay, smtp_server: SmtpServer) -> None:
    """It would begin again if the clock were set back."""
    with world.service.database.writing() as session:
        session.add(RelayPause(until=clock.now(), reason="535 no"))
    deliver(world, relay)
    with world.service.database.reading() as session:
        assert session.scalar(select(RelayPause.id)) is None


def test_a_pause_lasts_though_another_one_is_over(world: World, relay: Relay) -> None:
    world.open_game("Bob")
    later = clock.now() + timedelta(minutes=3)
    with world.service.database.writing() as session:
        session.add_all(RelayPause(until=until, reason="535 no") for until in (clock.now(), later))
    assert deliver(world, relay) == 0
    assert only(world).attempts == 0
    with world.service.database.reading() as session:
        assert session.scalars(select(RelayPause.until)).all() == [later]


def test_many_workers_send_each_mail_once(world: World, smtp_server: SmtpServer) -> None:
    for _ in range(4):
        world.open_game("Bob", "Cleo", "Dan")

    def work(_: int) -> int:
        with closing(Relay(f"smtp://{smtp_server.host}:{smtp_server.port}")) as relay:
            return deliver(world, relay)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) == 12
    assert len(smtp_server.mails) == 12
    assert len({mail.message["Message-ID"] for mail in smtp_server.mails}) == 12


def test_a_mail_whose_worker_died_is_taken_over_after_the_lease(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.open_game("Bob")
    with world.service.database.writing() as session:
        mail = session.get_one(Notification, only(world).id)
        mail.lease, mail.due_at, mail.attempts = "a dead worker", clock.now() + LEASE, 1
    assert deliver(world, relay) == 0
    make_due(world)
    assert deliver(world, relay) == 1


def test_a_turn_that_has_passed_is_not_mailed(world: World, relay: Relay, smtp_server: SmtpServer) -> None:
    key = world.start_game("Bob")
    world.move(key, 0)
    deliver(world, relay)
    assert not [mail for mail in smtp_server.mails if "ann@example.org" in mail.recipients]


def owe_two_digests(world: World, later: timedelta) -> None:
    """As moves of two games do, if neither sees the other's or the first digest has to be tried again."""
    people.change_profile(world.service, world.person("Ann"), people.Profile("Ann", "en", "UTC", "digest"))
    world.start_game("Bob")
    (first,) = world.mails(Kind.DIGEST)
    with world.service.database.writing() as session:
        session.add(
            Notification(
                kind=Kind.DIGEST,
                person_id=first.person_id,
                created_at=first.created_at + later,
                due_at=first.due_at + later,
            )
        )


def test_two_digests_that_were_owed_at_the_same_moment_are_one_mail(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    owe_two_digests(world, later=timedelta(0))
    deliver(world, relay)
    assert [mail.delivery for mail in world.mails(Kind.DIGEST)] == [Delivery.VOID, Delivery.SENT]


def test_a_digest_does_not_wait_for_the_one_of_the_next_morning(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.now = clock.now() - timedelta(days=1)
    owe_two_digests(world, later=timedelta(days=1))
    deliver(world, relay)
    assert [mail.delivery for mail in world.mails(Kind.DIGEST)] == [Delivery.SENT, Delivery.PENDING]


def test_who_stays_on_the_page_gets_no_mail_about_the_next_step(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    world.now = clock.now()
    key = world.start_game("bot:random")
    world.move(key, 0)
    own = world.pending(Kind.DECIDE, Kind.YOUR_TURN, person="Ann")
    assert all(mail.due_at > clock.now() for mail in own if mail.move_number > 0)


def test_waiting_grows_and_is_bounded() -> None:
    waits = [wait(attempt) for attempt in range(1, MOST_ATTEMPTS + 1)]
    assert waits[0] < timedelta(seconds=13)
    assert max(waits) <= timedelta(hours=7.2)
    assert sum(waits, timedelta()) > timedelta(days=1)
