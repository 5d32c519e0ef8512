"""The local mailbox: one file a mail, in a folder that survives a restart."""

import base64
import re
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from app.refused import NotThere

MOST_SHOWN = 200
_NAME = re.compile(r"[0-9a-f]{32}\.eml")
_CID = re.compile(r'src="cid:([^"]+)"')


@dataclass(frozen=True)
class ReceivedMail:
    """A mail as a person sees it; in a list only its headers are there."""

    name: str
    message: EmailMessage

    @property
    def to(self) -> str:
        """Whom it is for."""
        return str(self.message.get("To", ""))

    @property
    def subject(self) -> str:
        """What it is about."""
        return str(self.message.get("Subject", ""))

    @property
    def date(self) -> datetime | None:
        """When it was written."""
        date = self.message.get("Date")
        return parsedate_to_datetime(str(date)) if date else None

    @property
    def text(self) -> str:
        """The text part."""
        return _part(self.message, "plain")

    @property
    def html(self) -> str:
        """The HTML part, with its pictures in it."""
        return _with_pictures(self.message, _part(self.message, "html"))


class Mailbox:
    """The mails in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def newest(self) -> list[ReceivedMail]:
        """The newest mails first, as many as anybody would look at."""
        files = sorted(self.folder.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
        return [_read(file, BytesHeaderParser) for file in files[:MOST_SHOWN]]

    def mail(self, name: str) -> ReceivedMail:
        """One mail."""
        file = self.folder / name
        if not _NAME.fullmatch(name) or not file.is_file():
            raise NotThere
        return _read(file, BytesParser)


def _read(file: Path, parser: type[BytesParser]) -> ReceivedMail:
    message = parser(policy=policy.default).parsebytes(file.read_bytes())
    assert isinstance(message, EmailMessage)
    return ReceivedMail(file.name, message)


def _part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    return str(body.get_content()) if body is not None else ""


def _with_pictures(message: EmailMessage, html: str) -> str:
    """Pictures that come with a mail, put where they are named: as a mail program does it."""
    pictures = {
        str(part.get("Content-ID", "")).strip("<>"): part
        for part in message.walk()
        if part.get_content_maintype() == "image"
    }

    def inlined(match: re.Match[str]) -> str:
        part = pictures.get(match[1])
        if part is None:
            return match[0]
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        return f'src="data:{part.get_content_type()};base64,{base64.b64encode(data).decode()}"'

    return _CID.sub(inlined, html)
