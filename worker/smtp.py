"""The one module that sends mail. Its errors say themselves what is to be done."""

import smtplib
from time import monotonic
from urllib.parse import unquote, urlsplit

from app.mails import Message

SECONDS_TO_ANSWER = 30
_LOGIN_WANTED = (530, 534, 535, 538)
"""What a relay answers to a login it does not take, or misses, at whatever command (RFC 4954)."""
_FRESH_FOR = 2.0
"""A connection that was silent for longer is asked whether it still lives."""


class DeliveryError(Exception):
    """A mail was not accepted; try again later."""


class RefusedForGood(DeliveryError):
    """The receiver's server said no, and will say no again."""


class RelayUnreachable(DeliveryError):
    """The relay cannot be talked to, or takes nothing from us: no other mail would fare better now."""


class LoginRefused(DeliveryError):
    """The relay does not take our login; the person who hosts it must mend it."""


class Relay:
    """A connection to the relay, kept open from one mail to the next. Not shared between threads."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._connection: smtplib.SMTP | None = None
        self._used_at = 0.0

    def send(self, message: Message) -> None:
        """Hand a mail to the relay; returns only if the relay has taken it."""
        connection = self._connected()
        try:
            connection.sendmail(message.sender, [message.receiver], message.content)
        except smtplib.SMTPRecipientsRefused as error:
            code, text = next(iter(error.recipients.values()))
            self._reset(connection)
            raise _by_code(code, text) from None
        except smtplib.SMTPDataError as error:
            self._reset(connection)
            raise _by_code(error.smtp_code, error.smtp_error) from None
        except smtplib.SMTPResponseException as error:
            # At the sender's address or before: it would be the same with every mail.
            self.close()
            kind = LoginRefused if error.smtp_code in _LOGIN_WANTED else RelayUnreachable
            raise kind(_line(error.smtp_code, error.smtp_error)) from None
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise DeliveryError(f"the connection broke: {type(error).__name__}") from None
        self._used_at = monotonic()

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connected(self) -> smtplib.SMTP:
        if self._connection is not None and monotonic() - self._used_at > _FRESH_FOR:
            self._check(self._connection)
        if self._connection is None:
            self._connection = self._connect()
        self._used_at = monotonic()
        return self._connection

    def _check(self, connection: smtplib.SMTP) -> None:
        try:
            alive = connection.noop()[0] == 250
        except (smtplib.SMTPException, OSError):
            alive = False
        if not alive:
            self.close()

    def _connect(self) -> smtplib.SMTP:
        url = self._url
        kind = smtplib.SMTP_SSL if url.scheme == "smtps" else smtplib.SMTP
        try:
            connection = kind(url.hostname or "127.0.0.1", url.port or 0, timeout=SECONDS_TO_ANSWER)
        except (smtplib.SMTPException, OSError) as error:
            raise RelayUnreachable(f"no connection to the relay: {type(error).__name__}") from None
        try:
            self._introduce(connection)
        except smtplib.SMTPAuthenticationError as error:
            connection.close()
            raise LoginRefused(_line(error.smtp_code, error.smtp_error)) from None
        except (smtplib.SMTPException, OSError) as error:
            connection.close()
            raise RelayUnreachable(f"the relay does not let us in: {type(error).__name__}") from None
        return connection

    def _introduce(self, connection: smtplib.SMTP) -> None:
        if self._url.scheme == "smtp+starttls":
            connection.starttls()
        if self._url.username is not None:
            connection.login(unquote(self._url.username), unquote(self._url.password or ""))

    def _reset(self, connection: smtplib.SMTP) -> None:
        """After a refusal the connection goes on with the next mail, if it still can."""
        try:
            connection.rset()
        except (smtplib.SMTPException, OSError):
            self.close()


def _by_code(code: int, text: bytes | str) -> DeliveryError:
    if code in _LOGIN_WANTED:
        return LoginRefused(_line(code, text))
    kind = RefusedForGood if 500 <= code < 600 else DeliveryError
    return kind(_line(code, text))


def _line(code: int, text: bytes | str) -> str:
    words = text.decode("ascii", "replace") if isinstance(text, bytes) else text
    return " ".join(f"{code} {words}".split())[:300]
