"""The message: headers, text and HTML with its pictures (DESIGN §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from email.utils import parseaddr
from typing import Final

from css_inline import CSSInliner

from app.models import Game, Notification, Person
from app.settings import Settings


class _Whole(UnstructuredHeader, BaseHeader):
    """A header whose links and ids are never folded: the library would encode a long one beyond use."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


def _registry() -> HeaderRegistry:
    registry = HeaderRegistry()
    for name in ("references", "in-reply-to", "list-unsubscribe"):
        registry.map_to_type(name, _Whole)
    return registry


_POLICY: Final = EmailPolicy(header_factory=_registry())
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


def build(settings: Settings, mail: Mail) -> EmailMessage:
    """The message. A repetition of the same row has the same Message-ID."""
    message = EmailMessage(_POLICY)
    message["Message-ID"] = message_id(settings, mail.row)
    message["Date"] = mail.row.created_at
    message["From"] = _sender(settings)
    message["To"] = _receiver(mail.to)
    message["Subject"] = _harmless(mail.subject)
    message["Auto-Submitted"] = "auto-generated"
    if mail.game is not None:
        thread = f"<game.{mail.game.key}@{settings.domain}>"
        message["References"] = thread
        message["In-Reply-To"] = thread
    if mail.leave is not None:
        message["List-Unsubscribe"] = f"<{mail.leave}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text, cte="quoted-printable")
    message.add_alternative(_INLINER.inline(mail.html), subtype="html", cte="quoted-printable")
    _add_pictures(message, mail.pictures)
    # At the end: whoever sets a content drops what was said about the one before.
    message["Content-Language"] = mail.to.language
    return message


def message_id(settings: Settings, row: Notification) -> str:
    """Derived from the row: sent twice, it is the same mail to the receiver's program.

    The time is in it too, for a second installation under the same name counts its rows from 1 again.
    """
    return f"<mail.{row.id}.{row.created_at.timestamp():.0f}@{settings.domain}>"


def _sender(settings: Settings) -> Address:
    name, address = parseaddr(settings.mail_from)
    return Address(name, addr_spec=address)


def _receiver(person: Person) -> Address:
    # In two parts: as one, the library refuses some addresses that exist, such as those with two dots.
    user, _, domain = person.address.rpartition("@")
    return Address(_harmless(person.name), user, domain)


def _harmless(words: str) -> str:
    """Nothing that the library would take for an encoded word: decoded, it could hold a line break."""
    return words.replace("=?", "= ?")


def _add_pictures(message: EmailMessage, pictures: Mapping[str, bytes]) -> None:
    html = message.get_body(("html",))
    assert html is not None
    for name, data in pictures.items():
        html.add_related(data, "image", "png", cid=f"<{name}>", filename=f"{name}.png", disposition="inline")
