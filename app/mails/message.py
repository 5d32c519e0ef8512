"""The message: headers, text and HTML with its pictures (DESIGN §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr

import css_inline

from app.models import Game, Person
from app.settings import Settings


@dataclass(frozen=True)
class Mail:
    """Everything that makes a mail."""

    row_id: int
    to: Person
    game: Game | None
    subject: str
    text: str
    html: str
    pictures: Mapping[str, bytes]
    leave: str | None
    """Where mails of this kind can be ended, if they can."""
    made_at: datetime


def build(settings: Settings, mail: Mail) -> EmailMessage:
    """The message. A repetition of the same row has the same Message-ID."""
    message = EmailMessage()
    message["Message-ID"] = message_id(settings, mail.row_id)
    message["Date"] = mail.made_at
    message["From"] = _sender(settings)
    message["To"] = _receiver(mail.to)
    message["Subject"] = mail.subject
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = mail.to.language
    if mail.game is not None:
        thread = f"<game.{mail.game.key}@{settings.domain}>"
        message["References"] = thread
        message["In-Reply-To"] = thread
    if mail.leave is not None:
        message["List-Unsubscribe"] = f"<{mail.leave}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text, cte="quoted-printable")
    message.add_alternative(css_inline.inline(mail.html, keep_style_tags=True), subtype="html")
    _add_pictures(message, mail.pictures)
    return message


def message_id(settings: Settings, row_id: int) -> str:
    """Derived from the row: sent twice, it is the same mail to the receiver's program."""
    return f"<mail.{row_id}@{settings.domain}>"


def _sender(settings: Settings) -> Address:
    name, address = parseaddr(settings.mail_from)
    return Address(name, addr_spec=address)


def _receiver(person: Person) -> Address:
    return Address(person.name, addr_spec=person.address)


def _add_pictures(message: EmailMessage, pictures: Mapping[str, bytes]) -> None:
    html = message.get_body(("html",))
    assert html is not None
    for name, data in pictures.items():
        html.add_related(data, "image", "png", cid=f"<{name}>", filename=f"{name}.png", disposition="inline")
