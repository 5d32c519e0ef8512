"""Reads the catalogs, and what the sources ask of them."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent.parent
TRANSLATED = ("de", "nl")

Key = tuple[str, ...]


def written(language: str) -> Catalog:
    """The catalog people edit."""
    with _file(language, "po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(language: str) -> bytes:
    """The catalog the service reads."""
    return _file(language, "mo").read_bytes()


def compiling(catalog: Catalog) -> bytes:
    """What the service should read."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def extracted(to: Path) -> Catalog:
    """What the sources say now, found as `make translations` finds it. Needs the root as working folder."""
    CommandLineInterface().run(["pybabel", "-q", "extract", "-F", "babel.cfg", "-o", str(to), "."])  # type: ignore[no-untyped-call]
    with to.open("rb") as file:
        return read_po(file)


def messages(catalog: Catalog) -> list[Message]:
    """All but the header."""
    return [message for message in catalog if message.id]


def key(message: Message) -> Key:
    """What a message is found by: its context and its words."""
    return (message.context or "", *forms(message.id))


def forms(words: str | Sequence[str] | None) -> tuple[str, ...]:
    """The singular and the plurals, or the only form."""
    assert words is not None
    return (words,) if isinstance(words, str) else tuple(words)


def _file(language: str, ending: str) -> Path:
    return ROOT / "app/translations" / language / "LC_MESSAGES" / f"messages.{ending}"
