"""The message: headers, text and HTML with its pictures, as the bytes that go over the wire."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import format_datetime, parseaddr
from typing import Final

from css_inline import CSSInliner

from app.mails import mime
from app.mails.headers import line, person, sender, words
from app.models import Game, Notification, Person
from app.settings import Settings

_INLINER: Final = CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)


@dataclass(frozen=True)
class Mail:
    """Everything that makes a mail."""

    row: Notification
    to: Person
    game: Game | None
    subject: str
    text: str
    html: str
    pictures: Mapping[str, bytes]
    leave: str | None
    """Where mails of this kind can be ended, if they can."""


@dataclass(frozen=True)
class Message:
    """A mail as the relay takes it: the envelope and what is in it."""

    sender: str
    receiver: str
    content: bytes
    bounced: bool
    """Whether the receiver's server refused the mail before."""


def build(settings: Settings, mail: Mail) -> Message:
    """The message. A repetition of the same row has the same Message-ID."""
    body = mime.multipart("alternative", (mime.text("plain", mail.text), _page(mail)))
    content = "".join(_headers(settings, mail)).encode("ascii") + body
    bounced = mail.to.bouncing_since is not None
    return Message(parseaddr(settings.mail_from)[1], mail.to.address, content, bounced)


def message_id(settings: Settings, row: Notification) -> str:
    """Derived from the row: sent twice, it is the same mail to the receiver's program.

    The time is in it too, for a second installation under the same name counts its rows from 1 again.
    """
    return f"<mail.{row.id}.{row.created_at.timestamp():.0f}@{settings.domain}>"


def _page(mail: Mail) -> bytes:
    """The HTML part, with its pictures if it has some."""
    html = mime.text("html", _INLINER.inline(mail.html))
    pictures = [mime.picture(name, data) for name, data in mail.pictures.items()]
    return mime.multipart("related", (html, *pictures)) if pictures else html


def _headers(settings: Settings, mail: Mail) -> Iterator[str]:
    yield line("Message-ID", message_id(settings, mail.row))
    yield line("Date", format_datetime(mail.row.created_at))
    yield sender(settings.mail_from)
    yield person("To", mail.to.name, mail.to.address)
    yield words("Subject", mail.subject)
    yield line("Auto-Submitted", "auto-generated")
    if mail.game is not None:
        thread = f"<game.{mail.game.key}@{settings.domain}>"
        yield line("References", thread)
        yield line("In-Reply-To", thread)
    if mail.leave is not None:
        yield line("List-Unsubscribe", f"<{mail.leave}>")
        yield line("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
    yield line("Content-Language", mail.to.language)
    yield line("MIME-Version", "1.0")
