"""What people type in: bounded, one line, plain."""

import re
import unicodedata

from flask_babel import lazy_gettext as _

from app.refused import Invalid

LONGEST_NAME = 40
LONGEST_TITLE = 60
LONGEST_ADDRESS = 254
LONGEST_MESSAGE = 500

_NOT_PLAIN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_JOINERS = "\u200c\u200d"
"""Persian names and joined emoji need them."""

# As browsers check <input type="email">, so that the page and the server agree.
_ADDRESS = re.compile(
    r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    r"@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*"
)
# Mail programs make links of bare names and numbers too: of anything with a dot inside and letters after it,
# and of four numbers with dots between them. In a host name the ideographic full stop is a dot as well.
_LOOKS_LIKE_A_LINK = re.compile(
    r"://|\b(?:https?|ftp|mailto|tel|javascript|data):|[\w-][.。][^\W\d_]{2,}|\b\d{1,3}(?:[.。]\d{1,3}){3}\b",
    re.I,
)
_GOOGLE = ("gmail.com", "googlemail.com")


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


def inbox(address: str) -> str:
    """Where a mail to this address ends up: one name for all the spellings of one inbox."""
    user, _at, domain = address.strip().lower().rpartition("@")
    user = user.partition("+")[0] or user
    if domain in _GOOGLE:
        user, domain = user.replace(".", ""), _GOOGLE[0]
    return f"{user}@{domain}"


def domains_of_inbox(address: str) -> tuple[str, ...]:
    """The domains under which the same inbox may be written to."""
    domain = address.rpartition("@")[2]
    return _GOOGLE if domain in _GOOGLE else (domain,)


def name_in(address: str) -> str:
    """What somebody is called of whom only the address is known: no link, whatever the address is."""
    return " ".join(address.partition("@")[0].replace(".", " ").split())[:LONGEST_NAME].strip() or "?"


def message(text: str) -> str:
    """What a player says to the others: a few lines of plain text."""
    words = paragraphs(text)
    if len(words) > LONGEST_MESSAGE:
        raise Invalid(_("This is too long: at most %(longest)d characters.", longest=LONGEST_MESSAGE))
    return words


def paragraphs(text: str) -> str:
    """Lines of plain text, without what does not show or turns the writing around."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join("".join(filter(_is_plain, line)).rstrip() for line in lines).strip()


def _is_plain(character: str) -> bool:
    return unicodedata.category(character) not in _NOT_PLAIN or character in _JOINERS


def _line(text: str, longest: int) -> str:
    """A short line without control characters; names and titles travel in mails, so they hold no links."""
    if not all(map(_is_plain, text.strip())):
        raise Invalid(_("Please use one line of plain text for names and titles."))
    line = " ".join(text.split())
    if len(line) > longest:
        raise Invalid(_("This is too long: at most %(longest)d characters.", longest=longest))
    if _LOOKS_LIKE_A_LINK.search(unicodedata.normalize("NFKC", line)):
        raise Invalid(_("Names and titles cannot hold links."))
    return line


def _refuse(reason: object) -> str:
    raise Invalid(str(reason))
