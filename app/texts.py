"""What people type in: bounded, one line, plain."""

import re
import unicodedata

from flask_babel import lazy_gettext as _

from app.refused import Invalid

LONGEST_NAME = 40
LONGEST_TITLE = 60
LONGEST_ADDRESS = 254

_NOT_PLAIN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_JOINERS = "\u200c\u200d"
"""Persian names and joined emoji need them."""

# As browsers check <input type="email">, so that the page and the server agree.
_ADDRESS = re.compile(
    r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    r"@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*"
)
_LOOKS_LIKE_A_LINK = re.compile(
    r"://|www\.|\w\.[a-z]{2,}/|\b[\w-]+\.(?:com|net|org|info|biz|ru|io|xyz)\b", re.I
)


def name(text: str) -> str:
    """A person's name."""
    return _line(text, LONGEST_NAME) or _refuse(_("Please type a name."))


def title(text: str) -> str:
    """A game's title."""
    return _line(text, LONGEST_TITLE) or _refuse(_("Please give the game a title."))


def address(text: str) -> str:
    """A mail address, in the one form we keep it."""
    found = text.strip().lower()
    if len(found) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(found):
        raise Invalid(_("“%(address)s” is not a mail address.", address=found[:60]))
    return found


def _line(text: str, longest: int) -> str:
    """A short line without control characters; names and titles travel in mails, so they hold no links."""
    if any(unicodedata.category(c) in _NOT_PLAIN and c not in _JOINERS for c in text.strip()):
        raise Invalid(_("Please use one line of plain text for names and titles."))
    line = " ".join(text.split())
    if len(line) > longest:
        raise Invalid(_("This is too long: at most %(longest)d characters.", longest=longest))
    if _LOOKS_LIKE_A_LINK.search(line):
        raise Invalid(_("Names and titles cannot hold links."))
    return line


def _refuse(reason: object) -> str:
    raise Invalid(str(reason))
