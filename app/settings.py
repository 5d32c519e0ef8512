"""Settings: only from the environment, each also as a file (`NAME_FILE`); `docs/settings.md` lists them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

PREFIX = "CACAO_"
LEAST_KEY_LENGTH = 16


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
    base_url = _value(environ, "BASE_URL").rstrip("/")
    if urlsplit(base_url).scheme not in ("http", "https") or not urlsplit(base_url).hostname:
        raise SettingError(f"{PREFIX}BASE_URL must be a web address such as https://cacao.example.org.")
    keys = tuple(key.strip() for key in _value(environ, "SECRET_KEYS").split(",") if key.strip())
    if not keys or min(map(len, keys)) < LEAST_KEY_LENGTH:
        raise SettingError(
            f"{PREFIX}SECRET_KEYS must hold keys of at least {LEAST_KEY_LENGTH} characters, the newest first."
        )
    smtp_url = _value(environ, "SMTP_URL")
    if urlsplit(smtp_url).scheme not in ("smtp", "smtps", "smtp+starttls") or not urlsplit(smtp_url).hostname:
        raise SettingError(
            f"{PREFIX}SMTP_URL must look like smtp://host:25, smtps://… or smtp+starttls://user:password@host:587."
        )
    mailbox = _value(environ, "MAILBOX", "")
    return Settings(
        database_url=_value(environ, "DATABASE_URL"),
        secret_keys=keys,
        base_url=base_url,
        broker_url=_value(environ, "BROKER_URL"),
        smtp_url=smtp_url,
        mail_from=_value(environ, "MAIL_FROM"),
        mailbox=Path(mailbox) if mailbox else None,
    )


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
