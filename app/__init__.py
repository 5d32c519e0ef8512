"""The service: a Flask app made by `create_app`."""

from datetime import timedelta, tzinfo
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask_babel import Babel
from flask_wtf import CSRFProtect

from app import clock, commands, language
from app.service import Service, make_service
from app.settings import Settings, from_environment
from app.views import account, game, health, invitation, mailbox, rules, start, turn, visitor
from app.web import doors, doorstep, errors, limits, porch, rendering
from app.web.cookies import Cookies

_ROOT = Path(__file__).parent.parent
LARGEST_FORM = 64 * 1024
SIGNED_IN_FOR = timedelta(days=180)


def create_app(settings: Settings | None = None) -> Flask:
    """The app with these settings, or those of the environment."""
    service = make_service(settings or from_environment())
    app = Flask(__name__, template_folder=str(_ROOT / "templates"))
    app.extensions["cacao"] = service
    _configure(app, service)
    Babel(app, locale_selector=visitor.language, timezone_selector=_zone)  # type: ignore[no-untyped-call]
    language.register(app)
    doorstep.register(app)
    porch.register(app)
    doors.register(app)
    limits.register(app)
    csrf = CSRFProtect(app)
    for linked in (invitation.pages, turn.pages, account.link_pages):
        # The signed link in the address is what authorises these; no cookie does.
        csrf.exempt(linked)
    for pages in (
        start.pages,
        invitation.pages,
        invitation.open_pages,
        turn.pages,
        game.pages,
        account.pages,
        account.link_pages,
        rules.pages,
        health.pages,
    ):
        app.register_blueprint(pages)
    if service.settings.mailbox is not None:
        app.register_blueprint(mailbox.pages)
    errors.register(app)
    rendering.register(app)
    commands.register(app)
    return app


def _zone() -> tzinfo:
    return clock.zone(visitor.zone())


def _configure(app: Flask, service: Service) -> None:
    newest, *older = service.settings.secret_keys
    secure = service.settings.secure
    app.config.update(
        SERVER_NAME=urlsplit(service.settings.base_url).netloc,  # so no address is made from a request's Host
        PREFERRED_URL_SCHEME=urlsplit(service.settings.base_url).scheme,
        SECRET_KEY=newest,
        SECRET_KEY_FALLBACKS=older,
        SESSION_COOKIE_NAME="__Host-cacao" if secure else "cacao",
        SESSION_COOKIE_SECURE=secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=SIGNED_IN_FOR,
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        MAX_FORM_PARTS=100,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,  # Referrer-Policy is no-referrer; the token and SameSite do the work
        BABEL_TRANSLATION_DIRECTORIES=str(_ROOT / "app" / "translations"),
    )
    app.session_interface = Cookies()
