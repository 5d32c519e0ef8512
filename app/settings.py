"""Settings: only from the environment, each also as a file (`NAME_FILE`); `docs/settings.md` lists them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "CACAO_"
LEAST_KEY_LENGTH = 16
MOST_PROXY_HOPS = 9
DRIVERS = ("postgresql", "postgresql+psycopg", "sqlite", "sqlite+pysqlite")


class SettingError(Exception):
    """A setting is missing or wrong; the text is the one line the person who hosts it reads."""


@dataclass(frozen=True)
class Settings:
    """Everything that differs from one installation to another."""

    database_url: str
    secret_keys: tuple[str, ...] = field(repr=False)
    """The newest first: it signs; the others still verify."""
    base_url: str
    broker_url: str = "memory://localhost"
    smtp_url: str = field(default="smtp://127.0.0.1:25", repr=False)
    mail_from: str = "Cacao by mail <cacao@localhost>"
    mailbox: Path | None = None
    """The folder of the local mailbox, in the embedded default only."""
    proxy_hops: int = 0
    """How many proxies stand in front of us and say truly who is asking."""

    @property
    def domain(self) -> str:
        """The host name that mails are sent under."""
        return urlsplit(self.base_url).hostname or "localhost"

    @property
    def secure(self) -> bool:
        """Whether people reach the service by https only."""
        return self.base_url.startswith("https://")


def from_environment(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process, or `SettingError`."""
    base_url = _base_url(environ)
    return Settings(
        database_url=_database_url(environ),
        secret_keys=_secret_keys(environ),
        base_url=base_url,
        broker_url=_broker_url(environ),
        smtp_url=_smtp_url(environ),
        mail_from=_mail_from(environ),
        mailbox=_mailbox(environ, base_url),
        proxy_hops=_proxy_hops(environ),
    )


def _base_url(environ: Mapping[str, str]) -> str:
    base_url = _value(environ, "BASE_URL").rstrip("/")
    url = _split(base_url)
    if url is None or url.scheme not in ("http", "https") or url.geturl() != f"{url.scheme}://{url.netloc}":
        raise SettingError(
            f"{PREFIX}BASE_URL must be a web address without a path, such as https://cacao.example.org."
        )
    return base_url


def _database_url(environ: Mapping[str, str]) -> str:
    database_url = _value(environ, "DATABASE_URL")
    try:
        known = make_url(database_url).drivername in DRIVERS
    except ArgumentError:
        known = False
    if not known:
        raise SettingError(
            f"{PREFIX}DATABASE_URL must look like postgresql+psycopg://user:password@host/name or sqlite:///file."
        )
    return database_url


def _secret_keys(environ: Mapping[str, str]) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in _value(environ, "SECRET_KEYS").split(",") if key.strip())
    if not keys or min(map(len, keys)) < LEAST_KEY_LENGTH:
        raise SettingError(
            f"{PREFIX}SECRET_KEYS must hold keys of at least {LEAST_KEY_LENGTH} characters, the newest first."
        )
    return keys


def _broker_url(environ: Mapping[str, str]) -> str:
    broker_url = _value(environ, "BROKER_URL")
    url = _split(broker_url)
    # In memory only the embedded default can use it: web and worker are one process there.
    if broker_url.startswith("memory://") or (url is not None and url.scheme in ("redis", "rediss")):
        return broker_url
    raise SettingError(f"{PREFIX}BROKER_URL must look like redis://host:6379/0.")


def _smtp_url(environ: Mapping[str, str]) -> str:
    smtp_url = _value(environ, "SMTP_URL")
    url = _split(smtp_url)
    if url is None or url.scheme not in ("smtp", "smtps", "smtp+starttls"):
        raise SettingError(
            f"{PREFIX}SMTP_URL must look like smtp://host:25, smtps://… or smtp+starttls://user:password@host:587."
        )
    return smtp_url


def _mail_from(environ: Mapping[str, str]) -> str:
    mail_from = _value(environ, "MAIL_FROM")
    address = parseaddr(mail_from)[1]
    user, _, domain = address.rpartition("@")
    if not user or not domain or not address.isascii() or not mail_from.isprintable():
        raise SettingError(f"{PREFIX}MAIL_FROM must be a sender such as Cacao by mail <cacao@example.org>.")
    return mail_from


def _mailbox(environ: Mapping[str, str], base_url: str) -> Path | None:
    mailbox = _value(environ, "MAILBOX", "")
    if mailbox and base_url.startswith("https://"):
        raise SettingError(
            f"{PREFIX}MAILBOX shows everybody's mails to everybody, so it cannot go with an https address;"
            f" set {PREFIX}SMTP_URL to your relay instead."
        )
    return Path(mailbox) if mailbox else None


def _proxy_hops(environ: Mapping[str, str]) -> int:
    hops = _value(environ, "PROXY_HOPS", "0")
    if hops not in map(str, range(MOST_PROXY_HOPS + 1)):
        raise SettingError(
            f"{PREFIX}PROXY_HOPS must be the number of proxies in front, 0 to {MOST_PROXY_HOPS}."
        )
    return int(hops)


def _split(url: str) -> SplitResult | None:
    """The parts of an address that names a host; None if it is none."""
    try:
        parts = urlsplit(url)
        usable = parts.hostname is not None and parts.port != 0
    except ValueError:
        return None
    return parts if usable else None


def _value(environ: Mapping[str, str], name: str, default: str | None = None) -> str:
    full = PREFIX + name
    if full in environ:
        return environ[full]
    file = environ.get(f"{full}_FILE")
    if file is not None:
        try:
            return Path(file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise SettingError(f"{full}_FILE cannot be read: {error.strerror}.") from None
    if default is None:
        raise SettingError(f"{full} is missing (or {full}_FILE). docs/settings.md lists all settings.")
    return default
