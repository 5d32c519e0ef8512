"""Pages that are looked at more than once, rendered once for each edition of what they show.

An edition ends when anything of its game changes, and after a minute, for the times on it are relative. A
page with a form that only one visitor may send is never kept. They are kept packed, as browsers take them:
who can ask for a page with a secret in it knows the secret, so its size tells nobody anything.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from flask import Flask, Response, request
from werkzeug.http import parse_accept_header

from app.porch import PAGE
from app.service import Service
from app.usecases import reading
from app.usecases.reading import Edition
from app.views import visitor

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SECONDS = 60
MOST_BYTES = 4 * 1024 * 1024
MOST_TOLD = 20_000
_FOR_ONE_VISITOR = b"csrf_token"

V = TypeVar("V")


class Shelf(Generic[V]):
    """Keeps what was put there last, up to some weight in all."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> V | None:
        """What is kept under this key."""
        found = self._kept.get(key)
        return None if found is None else found[0]

    def put(self, key: Hashable, value: V, weight: int = 1) -> None:
        """Keep it; what is oldest goes."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value, weight
                self._weight += weight
            while self._weight > self._most:
                self._weight -= self._kept.popitem(last=False)[1][1]


class Printed(NamedTuple):
    """A page and the tag it is told by."""

    packed: bytes
    tag: str


_pages: Shelf[Printed] = Shelf(MOST_BYTES)
_told: Shelf[tuple[Edition, str]] = Shelf(MOST_TOLD)
"""Which page of which edition was the answer to what was asked."""


def page(edition: Edition, version: Hashable, render: Callable[[], str]) -> Response:
    """The page of this edition, in this version."""
    return _sent(_printed(edition, version, render))


def page_for_all(edition: Edition, version: Hashable, render: Callable[[], str]) -> Response:
    """The same for a page with nothing private; only "not modified" to whoever has it already."""
    found = _printed(edition, version, render)
    _told.put(_asked(request.environ, found.tag), (edition, request.endpoint or ""))
    unchanged = request.if_none_match.contains_weak(found.tag)
    response = Response(status=304) if unchanged else _sent(found)
    response.headers.extend(_headers(found.tag))
    return response


def _sent(found: Printed) -> Response:
    if not _takes_gzip(request.headers.get("Accept-Encoding", "")):
        return Response(gzip.decompress(found.packed), mimetype="text/html")
    return Response(found.packed, mimetype="text/html", headers={"Content-Encoding": "gzip"})


@lru_cache(1000)
def _takes_gzip(accepted: str) -> bool:
    return parse_accept_header(accepted)["gzip"] > 0


def _printed(edition: Edition, version: Hashable, render: Callable[[], str]) -> Printed:
    # The editions of another database are other games; only tests have two in one process.
    key = (visitor.service().settings.database_url, edition, version, _minute())
    found = _pages.get(key)
    if found is None:
        text = render().encode()
        found = Printed(gzip.compress(text, 6, mtime=0), sha256(text).hexdigest()[:24])
        if _FOR_ONE_VISITOR not in text:
            _pages.put(key, found, len(found.packed))
    return found


def _minute() -> int:
    return int(time()) // SECONDS


def _headers(tag: str) -> list[tuple[str, str]]:
    return [
        ("ETag", f'W/"{tag}"'),
        ("Cache-Control", "private, no-cache"),
        ("Vary", "Accept-Encoding, Accept-Language, Cookie"),
    ]


def _asked(environ: "WSGIEnvironment", tag: str) -> Hashable:
    """Everything a page of everybody depends on, but its edition."""
    names = ("HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT_LANGUAGE")
    return (*(environ.get(name) for name in names), tag, _minute())


class Doorstep:
    """Whoever asks again for what they have, and it is the last edition, is told so without waking Flask."""

    def __init__(self, inner: "WSGIApplication", service: Service) -> None:
        self._inner = inner
        self._service = service

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer "not modified", or let the request in."""
        tag = environ.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/").strip('"')
        if not tag or "HTTP_COOKIE" in environ or environ["REQUEST_METHOD"] != "GET":
            return self._inner(environ, start_response)
        told = _told.get(_asked(environ, tag))
        if told is None or not reading.is_last(self._service, told[0]):
            return self._inner(environ, start_response)
        environ[PAGE] = told[1]
        start_response("304 NOT MODIFIED", _headers(tag))
        return []


def register(app: Flask) -> None:
    """Lay the doorstep before the app."""
    app.wsgi_app = Doorstep(app.wsgi_app, app.extensions["cacao"])  # type: ignore[method-assign]
