"""Settings: from the environment only, documented, and refused in one line."""

import re
from pathlib import Path

import pytest

from app.settings import SettingError, from_environment

ROOT = Path(__file__).parent.parent
GOOD = {
    "CACAO_BASE_URL": "https://cacao.example.org/",
    "CACAO_DATABASE_URL": "sqlite:///x",
    "CACAO_SECRET_KEYS": "a key that is long enough, another one as long",
    "CACAO_BROKER_URL": "memory://",
    "CACAO_SMTP_URL": "smtp://localhost:25",
    "CACAO_MAIL_FROM": "Cacao <cacao@example.org>",
}


def test_good_settings_are_taken() -> None:
    settings = from_environment(GOOD)
    assert settings.base_url == "https://cacao.example.org"
    assert settings.secret_keys == ("a key that is long enough", "another one as long")
    assert settings.secure
    assert settings.domain == "cacao.example.org"


@pytest.mark.parametrize("name", sorted(GOOD))
def test_a_missing_setting_is_named_in_one_line(name: str) -> None:
    with pytest.raises(SettingError) as error:
        from_environment({key: value for key, value in GOOD.items() if key != name})
    assert name in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CACAO_BASE_URL", "cacao.example.org"),
        ("CACAO_BASE_URL", "ftp://cacao.example.org"),
        ("CACAO_BASE_URL", "https://example.org/cacao"),
        ("CACAO_BASE_URL", "https://example.org?x=1"),
        ("CACAO_BASE_URL", "https://"),
        ("CACAO_BASE_URL", "https://example.org:port"),
        ("CACAO_BASE_URL", "https://[::1"),
        ("CACAO_DATABASE_URL", "no database"),
        ("CACAO_DATABASE_URL", "mysql://host/name"),
        ("CACAO_DATABASE_URL", "postgresql+asyncpg://host/name"),
        ("CACAO_BROKER_URL", "redis"),
        ("CACAO_BROKER_URL", "amqp://localhost"),
        ("CACAO_MAIL_FROM", "Cacao by mail"),
        ("CACAO_MAIL_FROM", "Cacao <käse@example.org>"),
        ("CACAO_MAIL_FROM", "Cacao <cacao@example.org>\nBcc: x@example.org"),
        ("CACAO_MAILBOX", "/tmp/mailbox"),
        ("CACAO_PROXY_HOPS", "-1"),
        ("CACAO_PROXY_HOPS", "many"),
        ("CACAO_PROXY_HOPS", "10"),
        ("CACAO_SECRET_KEYS", "short"),
        ("CACAO_SECRET_KEYS", " , "),
        ("CACAO_SMTP_URL", "localhost"),
        ("CACAO_SMTP_URL", "smtp://host:port"),
        ("CACAO_SECRET_KEYS_FILE", "/no/such/file"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(name: str, value: str) -> None:
    environ = {**GOOD, name: value}
    if name.endswith("_FILE"):
        del environ[name.removesuffix("_FILE")]
    with pytest.raises(SettingError) as error:
        from_environment(environ)
    assert name.removesuffix("_FILE") in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CACAO_SECRET_KEYS", "hush"),
        ("CACAO_DATABASE_URL", "mysql://user:hush@host/name"),
        ("CACAO_BROKER_URL", "amqp://user:hush@host"),
        ("CACAO_SMTP_URL", "smtp+starttls://user:hush@host:port"),
    ],
)
def test_a_wrong_secret_is_not_told(name: str, value: str) -> None:
    with pytest.raises(SettingError) as error:
        from_environment({**GOOD, name: value})
    assert "hush" not in str(error.value)


def test_the_mailbox_is_for_this_machine_only() -> None:
    at_home = {**GOOD, "CACAO_BASE_URL": "http://127.0.0.1:8000", "CACAO_MAILBOX": "/tmp/mailbox"}
    assert from_environment(at_home).mailbox == Path("/tmp/mailbox")


def test_proxies_are_believed_only_if_they_are_counted() -> None:
    assert from_environment(GOOD).proxy_hops == 0
    assert from_environment({**GOOD, "CACAO_PROXY_HOPS": "2"}).proxy_hops == 2


def test_a_secret_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("a key that is long enough\n")
    environ = {key: value for key, value in GOOD.items() if key != "CACAO_SECRET_KEYS"}
    settings = from_environment({**environ, "CACAO_SECRET_KEYS_FILE": str(file)})
    assert settings.secret_keys == ("a key that is long enough",)


def test_secrets_are_not_in_the_settings_text() -> None:
    assert "long enough" not in repr(from_environment(GOOD))


def test_every_setting_is_documented_and_every_documented_setting_is_read() -> None:
    documented = set(re.findall(r"^\| `(CACAO_\w+)`", (ROOT / "docs/settings.md").read_text(), re.MULTILINE))
    sources = [*(ROOT / "app").rglob("*.py"), *(ROOT / "worker").rglob("*.py")]
    text = "\n".join(path.read_text() for path in sources)
    read = {f"CACAO_{name}" for name in re.findall(r'_value\(environ, "(\w+)"', text)}
    read |= set(re.findall(r'environ\.get\([^)]*?"(CACAO_\w+)"', text)) | set(
        re.findall(r"environ\.get\('(CACAO_\w+)'", text)
    )
    assert documented == read
