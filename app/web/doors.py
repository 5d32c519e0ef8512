"""Before any page: by which name we are called, through how many proxies, with which fields."""

from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, request
from flask_babel import lazy_gettext as _
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from app.refused import Refused
from app.settings import Settings

FIELDS: dict[str, int | None] = {
    "List-Unsubscribe": 40,  # what a mail program sends (RFC 8058)
    "address": 320,
    "address1": 320,
    "address2": 320,
    "address3": 320,
    "again": 10,
    "csrf_token": 300,
    "first": 10,
    "game": 20,
    "guest": 320,
    "guest1": 40,
    "guest2": 40,
    "guest3": 40,
    "keep": 10,
    "language": 10,
    "least_price": 10,
    "listed": 10,
    "mailing": 20,
    "message": None,
    "move": 300,
    "name": None,
    "never": 10,
    "notes": None,
    "order": 10,
    "pace": 10,
    "sure": 10,
    "text": None,
    "title": None,
    "until": 20,
    "use": 300,
    "zone": 64,
}
"""Every field of every form and how long it may be; without a number, the use case says it better."""

LONGEST_HOST = 300
"""What is beyond is no name, and not remembered."""

_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


class UnknownHost(Refused):
    """Somebody reached us under a name that is not ours."""

    status = 400
    reason = _("This server is not known by that name.")
    advice = _("Use the address in the mails you got from us.")


class UnknownField(Refused):
    """A form that is not ours."""

    status = 400
    reason = _("This form has a field that is not known here.")
    advice = _("Open the page again and send the form once more.")


def register(app: Flask) -> None:
    """Check every request before anything else looks at it."""
    settings: Settings = app.extensions["cacao"].settings
    names = _own_names(settings)
    if settings.proxy_hops:
        # Only who asks, and whether by https: what we are called comes from the settings alone.
        fixed = ProxyFix(app.wsgi_app, settings.proxy_hops, settings.proxy_hops, x_host=0)
        app.wsgi_app = fixed  # type: ignore[method-assign]

    @app.before_request
    def check_host() -> None:
        # Health checks come from inside, by whatever name the network gives this machine.
        if request.blueprint != "health" and _name_in(request.host[:LONGEST_HOST]) not in names:
            raise UnknownHost

    @app.before_request
    def check_fields() -> None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if request.files or any(name not in FIELDS for name in request.form):
            raise UnknownField
        for name, values in request.form.lists():
            longest = FIELDS[name]
            if longest is not None and max(map(len, values)) > longest:
                raise RequestEntityTooLarge


def _own_names(settings: Settings) -> frozenset[str]:
    name = _name_in(urlsplit(settings.base_url).netloc)
    return _THIS_MACHINE if name in _THIS_MACHINE else frozenset({name})


@lru_cache(1000)
def _name_in(host: str) -> str:
    """A host name without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
