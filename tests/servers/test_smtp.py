"""The mail server of the tests: it keeps what comes, and misbehaves as told."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.servers.mailbox import Behaviour, Stage, answer, delay, hang_up
from tests.servers.smtp import SmtpServer, run_smtp

TEXT = b"Subject: Your turn\r\n\r\n.\r\nIt is your turn.\r\n"


@contextmanager
def client(server: SmtpServer, seconds: float = 5) -> Iterator[smtplib.SMTP]:
    connection = smtplib.SMTP(server.host, server.port, timeout=seconds)
    try:
        yield connection
    finally:
        connection.close()


def send(server: SmtpServer, text: bytes = TEXT, seconds: float = 5) -> None:
    with client(server, seconds) as connection:
        connection.sendmail("game@example.org", ["anna@example.org"], text)


def test_a_mail_is_kept_as_it_came(smtp_server: SmtpServer) -> None:
    with client(smtp_server) as connection:
        connection.login("game", "secret")
        for to in ("anna", "bert"):
            connection.sendmail("game@example.org", [f"{to}@example.org"], TEXT)
    first, second = smtp_server.wait_for(2)
    assert (first.sender, first.recipients) == ("game@example.org", ("anna@example.org",))
    assert first.raw == TEXT
    assert first.message["Subject"] == "Your turn"
    assert smtp_server.wait_for(lambda mail: "bert@example.org" in mail.recipients) == [second]


def test_the_mailbox_is_empty_for_the_next_test(smtp_server: SmtpServer) -> None:
    assert smtp_server.mails == []
    with pytest.raises(TimeoutError, match=r"0 of 1 mails after 0\.01 s"):
        smtp_server.wait_for(1, seconds=0.01)


@pytest.mark.parametrize(
    ("behaviour", "error", "kept"),
    [
        (answer(421, Stage.CONNECT), smtplib.SMTPConnectError, 0),
        (answer(554, Stage.CONNECT), smtplib.SMTPConnectError, 0),
        (hang_up(Stage.CONNECT), (smtplib.SMTPServerDisconnected, ConnectionError), 0),
        (delay(1, Stage.CONNECT), smtplib.SMTPServerDisconnected, 0),
        (answer(450, Stage.RCPT), smtplib.SMTPRecipientsRefused, 0),
        (answer(550, Stage.RCPT), smtplib.SMTPRecipientsRefused, 0),
        (hang_up(Stage.RCPT), smtplib.SMTPServerDisconnected, 0),
        (answer(451, Stage.DATA), smtplib.SMTPDataError, 0),
        (hang_up(Stage.DATA), (smtplib.SMTPServerDisconnected, ConnectionError), 0),
        (answer(421), smtplib.SMTPDataError, 0),
        (answer(451), smtplib.SMTPDataError, 0),
        (answer(554), smtplib.SMTPDataError, 0),
        (hang_up(Stage.END), smtplib.SMTPServerDisconnected, 1),
        (delay(1), smtplib.SMTPServerDisconnected, 1),
    ],
)
def test_a_misbehaviour_is_seen_once(
    smtp_server: SmtpServer,
    behaviour: Behaviour,
    error: type[Exception] | tuple[type[Exception], ...],
    kept: int,
) -> None:
    smtp_server.plan(behaviour)
    with pytest.raises(error) as raised:
        send(smtp_server, TEXT + b"x" * 70 + b"\r\n", seconds=0.2)
    assert str(behaviour.code or "") in str(raised.value)
    assert smtp_server.planned == []
    assert len(smtp_server.mails) == kept
    send(smtp_server)
    assert len(smtp_server.mails) == kept + 1


def test_a_big_mail_is_broken_off_in_the_middle(smtp_server: SmtpServer) -> None:
    smtp_server.plan(hang_up())
    with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionError)):
        send(smtp_server, TEXT + (b"x" * 70 + b"\r\n") * 100_000)
    assert smtp_server.mails == []


def test_a_login_can_be_refused(smtp_server: SmtpServer) -> None:
    smtp_server.plan(answer(535, Stage.AUTH))
    with client(smtp_server) as connection:
        with pytest.raises(smtplib.SMTPAuthenticationError, match="535"):
            connection.login("game", "secret")
        connection.login("game", "secret")


def test_a_plan_goes_mail_by_mail_and_then_the_default_holds(smtp_server: SmtpServer) -> None:
    smtp_server.plan(Behaviour(), answer(450), delay(0.05))
    smtp_server.default = answer(550, Stage.RCPT)
    outcomes: list[type[Exception] | None] = []
    with client(smtp_server) as connection:
        for _ in range(5):
            try:
                connection.sendmail("game@example.org", ["anna@example.org"], TEXT)
                outcomes.append(None)
            except smtplib.SMTPException as error:
                outcomes.append(type(error))
    refused = smtplib.SMTPRecipientsRefused
    assert outcomes == [None, smtplib.SMTPDataError, None, refused, refused]
    assert len(smtp_server.mails) == 2


def test_the_mail_server_can_be_gone_and_come_back() -> None:
    with run_smtp() as server:
        send(server)
        with client(server) as connection:
            server.stop()
            with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionError)):
                connection.docmd("NOOP")
        with pytest.raises(ConnectionRefusedError):
            send(server)
        server.start()
        send(server)
        assert len(server.mails) == 2


def test_starting_the_mail_server_does_not_use_up_the_plan() -> None:
    with run_smtp() as server:
        server.stop()
        server.plan(answer(421, Stage.CONNECT))
        server.start()
        with pytest.raises(smtplib.SMTPConnectError):
            send(server)
