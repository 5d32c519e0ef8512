"""Header lines: what people wrote stays words, whatever it is, and never becomes another header."""

from email.header import Header
from email.headerregistry import Address
from email.utils import parseaddr
from functools import cache
from typing import Final

_LONGEST_LINE: Final = 76


def line(name: str, value: str) -> str:
    """A header of our own making, never folded: the library would encode a long link or id beyond use."""
    return f"{name}: {value}\r\n"


def words(name: str, value: str) -> str:
    """A header of words."""
    return line(name, _encoded(name, harmless(value)))


def person(name: str, called: str, address: str) -> str:
    """A header that names somebody, with their address."""
    called = harmless(called)
    # In two parts: as one, the library refuses some addresses that exist, such as those with two dots.
    user, _, domain = address.rpartition("@")
    plain = str(Address(called, user, domain))
    if plain.isascii():
        return line(name, plain)
    return line(name, f"{_encoded(name, called)} <{Address('', user, domain)}>")


@cache
def sender(configured: str) -> str:
    """The header that says who we are."""
    return person("From", *parseaddr(configured))


def harmless(value: str) -> str:
    """Nothing that a mail program would take for an encoded word: decoded, it could hold a line break."""
    return value.replace("=?", "= ?")


def _encoded(name: str, value: str) -> str:
    if len(value) + len(name) + 2 <= _LONGEST_LINE and value.isascii() and value.isprintable():
        return value  # as the library would write it, which needs long for it
    charset = "us-ascii" if value.isascii() else "utf-8"
    return Header(value, charset, _LONGEST_LINE, name).encode(linesep="\r\n")
