"""What a mail server received, and what it is told to do wrong; safe to use from several threads."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from enum import Enum, auto


class Stage(Enum):
    """The point of a delivery where a server misbehaves."""

    CONNECT = auto()
    AUTH = auto()
    MAIL = auto()
    """At the sender's address."""
    RCPT = auto()
    DATA = auto()
    """In the middle of the text: part of the mail has come."""
    END = auto()
    """The whole mail has come and waits for the answer."""


MESSAGE_STAGES = (Stage.MAIL, Stage.RCPT, Stage.DATA, Stage.END)


@dataclass(frozen=True)
class Behaviour:
    """What to do at one stage of one delivery; by itself nothing special."""

    stage: Stage = Stage.END
    delay: float = 0
    """Seconds to wait first."""
    code: int | None = None
    """The refusal to answer."""
    hang_up: bool = False
    """Whether to break the connection off instead of answering."""


ACCEPT = Behaviour()


def answer(code: int, at: Stage = Stage.END) -> Behaviour:
    """Refuse with an SMTP code; at DATA it comes instead of "go on"."""
    return Behaviour(at, code=code)


def delay(seconds: float, at: Stage = Stage.END) -> Behaviour:
    """Do the right thing, late; at END the mail is kept before the wait, only the answer is late."""
    return Behaviour(at, delay=seconds)


def hang_up(at: Stage = Stage.DATA) -> Behaviour:
    """Break the connection off; at END the mail is kept and the sender does not learn it."""
    return Behaviour(at, hang_up=True)


@dataclass(frozen=True)
class Mail:
    """A mail as it came."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        """The mail, parsed."""
        return message_from_bytes(self.raw, _class=EmailMessage, policy=default_policy)

    @property
    def text(self) -> str:
        """The text part."""
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content())


class Mailbox:
    """The mails kept so far, and the behaviours planned for the next deliveries.

    A delivery uses up the first of the plan: at the connection if it is about that, at the login
    likewise, else at the sender's address. Without a plan `default` applies.
    """

    def __init__(self) -> None:
        self.default = ACCEPT
        self.unknown: dict[str, int] = {}
        """Receivers that are always refused, and the code that says so."""
        self._plan: deque[Behaviour] = deque()
        self._mails: list[Mail] = []
        self._changed = threading.Condition()

    @property
    def mails(self) -> list[Mail]:
        """All mails kept, oldest first."""
        with self._changed:
            return list(self._mails)

    @property
    def planned(self) -> list[Behaviour]:
        """What of the plan is still to come."""
        with self._changed:
            return list(self._plan)

    def plan(self, *behaviours: Behaviour) -> None:
        """Let the next deliveries go like this, one after the other."""
        with self._changed:
            self._plan.extend(behaviours)

    def take(self, *stages: Stage) -> Behaviour:
        """The behaviour for a delivery that has come to these stages; used up if it was planned."""
        with self._changed:
            behaviour = self._plan[0] if self._plan else self.default
            if behaviour.stage not in stages:
                return ACCEPT
            return self._plan.popleft() if self._plan else behaviour

    def keep(self, mail: Mail) -> None:
        """Put a mail in."""
        with self._changed:
            self._mails.append(mail)
            self._changed.notify_all()

    def clear(self) -> None:
        """Forget mails, plan, default and unknown receivers."""
        with self._changed:
            self.unknown.clear()
            self._mails.clear()
            self._plan.clear()
            self.default = ACCEPT

    def wait_for(self, wanted: int | Callable[[Mail], bool] = 1, seconds: float = 5) -> list[Mail]:
        """Wait until so many mails are here, or one that is wanted; returns all (that are wanted)."""
        count, is_wanted = (wanted, _any) if isinstance(wanted, int) else (1, wanted)
        with self._changed:
            self._changed.wait_for(lambda: sum(map(is_wanted, self._mails)) >= count, seconds)
            found = [mail for mail in self._mails if is_wanted(mail)]
        if len(found) < count:
            here = [(mail.recipients, mail.message["Subject"]) for mail in self.mails]
            raise TimeoutError(f"{len(found)} of {count} mails after {seconds} s; here are {here}")
        return found


def _any(_: Mail) -> bool:
    return True
