"""The embedded default: web, worker, beat and mailbox in one process, with no other server and no settings.

`python -m worker.embedded`, or `make run`; the operator's commands work on what it keeps by
`flask --app worker.embedded:household …`. What the environment sets goes before the defaults here.
"""

import argparse
import logging
import os
import secrets
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from celery import Celery
from celery.beat import EmbeddedService
from celery.worker import WorkController, state
from flask import Flask
from waitress import create_server

from app import create_app
from app.database.migrating import MigrationError, upgrade
from app.service import Service
from app.settings import SettingError, Settings, from_environment
from worker import demo, sink
from worker.delivery import end_all_leases
from worker.tasks import make_worker

HOST = "127.0.0.1"
PORT = "8000"
DATA = "data"


class CannotStart(Exception):
    """Why it does not start, in one line."""


def main(arguments: list[str] | None = None) -> int:
    """Run until Ctrl-C; one clear line if it cannot start."""
    parser = argparse.ArgumentParser(
        prog="python -m worker.embedded", description="Cacao by mail, all in one."
    )
    parser.add_argument("--demo", action="store_true", help="begin with a game against two bots")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with _defaults_and_mail() as defaults:
            _serve(_settings(defaults), options.demo)
    except (CannotStart, MigrationError, SettingError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def household() -> Flask:
    """The app with the settings of `make run`, for commands; what they owe is mailed by the one that runs."""
    try:
        return create_app(_settings({**_defaults(_data()), "CACAO_SMTP_URL": f"smtp://{HOST}:25"}))
    except (CannotStart, SettingError) as error:
        sys.exit(str(error))


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _settings(defaults: Mapping[str, str]) -> Settings:
    """What is given, also as a file, goes before the defaults."""
    missing = {name: value for name, value in defaults.items() if f"{name}_FILE" not in os.environ}
    return from_environment({**missing, **os.environ})


@contextmanager
def _defaults_and_mail() -> Iterator[dict[str, str]]:
    """The settings nobody has to make; with the own mail server running unless a relay is given."""
    data = _data()
    defaults = _defaults(data)
    if "CACAO_SMTP_URL" in os.environ or "CACAO_SMTP_URL_FILE" in os.environ:
        yield defaults
        return
    mailbox = data / "mailbox"
    with _keeping_in(data):
        mailbox.mkdir(exist_ok=True)
    controller = sink.start_sink(mailbox)
    try:
        yield {**defaults, "CACAO_SMTP_URL": sink.address(controller), "CACAO_MAILBOX": str(mailbox)}
    finally:
        controller.stop()


def _data() -> Path:
    return Path(os.environ.get("CACAO_DATA", DATA)).absolute()


def _defaults(data: Path) -> dict[str, str]:
    with _keeping_in(data):
        secret = _secret(data)
    return {
        "CACAO_DATABASE_URL": f"sqlite:///{data / 'cacao.sqlite'}",
        "CACAO_SECRET_KEYS": secret,
        "CACAO_BASE_URL": f"http://{HOST}:{_port()}",
        "CACAO_BROKER_URL": "memory://localhost",
        "CACAO_MAIL_FROM": "Cacao by mail <cacao@localhost>",
    }


def _secret(data: Path) -> str:
    """The key that signs links: made at the first start, kept beside the games."""
    file = data / "secret"
    data.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        draft = data / "secret.part"  # whatever happens here, no half a key is left behind
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(32), encoding="ascii")
        draft.replace(file)
    return file.read_text(encoding="ascii").strip()


@contextmanager
def _keeping_in(data: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotStart(f"The folder {data} cannot be used: {error.strerror}.") from None


def _port() -> int:
    port = os.environ.get("CACAO_PORT", PORT)
    if not port.isdecimal() or int(port) not in range(1, 2**16):
        raise CannotStart("CACAO_PORT must be a number from 1 to 65535.")
    return int(port)


def _serve(settings: Settings, with_demo: bool) -> None:
    flask = create_app(settings)
    service: Service = flask.extensions["cacao"]
    port = _port()
    try:
        # What proxies say is for us to believe or not (CACAO_PROXY_HOPS): the server hands it on.
        server = create_server(flask, host=HOST, port=port, threads=8, clear_untrusted_proxy_headers=False)
    except OSError as error:
        raise CannotStart(
            f"Port {port} cannot be used: {error.strerror}. CACAO_PORT=8001 takes another."
        ) from None
    try:
        upgrade(service.database)
        end_all_leases(service)
        with _worker(flask):
            if with_demo:
                demo.create(flask)
            _say_where(settings)
            server.run()
    finally:
        server.close()
        service.database.close()


@contextmanager
def _worker(flask: Flask) -> Iterator[None]:
    """A Celery worker and a beat as threads of this process."""
    celery: Celery = make_worker(flask)
    celery.set_default()
    worker = WorkController(
        app=celery,
        pool_cls="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    thread = Thread(target=worker.start, name="worker", daemon=True)
    beat = EmbeddedService(celery, thread=True, scheduler_cls="celery.beat.Scheduler")
    thread.start()
    beat.start()
    try:
        yield
    finally:
        beat.stop()
        state.should_stop = True
        thread.join(timeout=10)


def _say_where(settings: Settings) -> None:
    lines = [f"Cacao by mail: {settings.base_url}/ (Ctrl-C ends it)"]
    if settings.mailbox is not None:
        lines.append(f"The mails it sends: {settings.base_url}/mailbox/")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
