"""Pages that are looked at more than once, rendered once for each edition of what they show.

An edition ends when anything of its game changes, and after a minute, for the times on it are relative. A
page with a form that only one visitor may send is never kept. They are kept packed, as browsers take them:
who can ask for a page with a secret in it knows the secret, so its size tells nobody anything.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from flask import Flask, Response, current_app, request
from isal import igzip
from werkzeug.http import parse_accept_header

from app.usecases.reading import Edition
from app.views import visitor

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

SECONDS = 60
MOST_BYTES = 4 * 1024 * 1024
MOST_ASKED = 20_000
LONGEST_ASKED = 1000
"""Whatever is asked for at greater length than our own links and browsers need is answered, and not kept."""
_FOR_ONE_VISITOR = b"csrf_token"
_ASKED_BY = ("HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT_LANGUAGE")

_OURS = "editions"

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
            _, before = self._kept.pop(key, (None, 0))
            self._kept[key] = value, weight
            self._weight += weight - before
            while self._weight > self._most:
                self._weight -= self._kept.popitem(last=False)[1][1]


class Printed(NamedTuple):
    """A page of an edition: packed, the tag it is told by if everybody may keep it, and its page's name."""

    packed: bytes
    tag: str | None
    name: str
    edition: Edition


class Shelves:
    """What one app keeps."""

    def __init__(self) -> None:
        self.pages: Shelf[Printed] = Shelf(MOST_BYTES)
        self.answers: Shelf[Hashable] = Shelf(MOST_ASKED)
        """Under which key of `pages` the answer lies to what was asked by somebody without a cookie."""

    def printed_before(self, environ: "WSGIEnvironment") -> Printed | None:
        """The page that was the answer to the same request, if it is still kept; its edition may be over."""
        key = self.answers.get(_asked(environ))
        return None if key is None else self.pages.get(key)


def register(app: Flask) -> Shelves:
    """Give an app its shelves."""
    shelves = app.extensions[_OURS] = Shelves()
    return shelves


def page(edition: Edition, version: Hashable, render: Callable[[], str]) -> Response:
    """The page of this edition, in this version."""
    return _response(_printed(edition, version, render, for_all=False))


def page_for_all(edition: Edition, version: Hashable, render: Callable[[], str]) -> Response:
    """The same for a page with nothing private; only "not modified" to whoever has it already."""
    return _response(_printed(edition, version, render, for_all=True))


def answer_with(found: Printed, environ: "WSGIEnvironment") -> tuple[str, list[tuple[str, str]], bytes]:
    """Status, headers and body of the answer with this page."""
    headers = []
    if found.tag is not None:
        headers = [("ETag", f'W/"{found.tag}"'), ("Cache-Control", "private, no-cache")]
        headers.append(("Vary", "Accept-Encoding, Accept-Language, Cookie"))
        if found.tag in environ.get("HTTP_IF_NONE_MATCH", ""):
            return "304 NOT MODIFIED", headers, b""
    body = found.packed
    if _takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")[: visitor.LONGEST_HEADER]):
        headers.append(("Content-Encoding", "gzip"))
    else:
        body = gzip.decompress(body)
    headers += [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body)))]
    return "200 OK", headers, body


def _response(found: Printed) -> Response:
    status, headers, body = answer_with(found, request.environ)
    return Response(body, status, headers)


def _printed(edition: Edition, version: Hashable, render: Callable[[], str], *, for_all: bool) -> Printed:
    shelves: Shelves = current_app.extensions[_OURS]
    key = (edition, version, _minute())
    asked = _asked(request.environ)
    is_short = len(str(asked)) <= LONGEST_ASKED
    found = shelves.pages.get(key)
    if found is None:
        text = render().encode()
        tag = sha256(text).hexdigest()[:24] if for_all else None
        found = Printed(igzip.compress(text, mtime=0), tag, request.endpoint or "", edition)
        if _FOR_ONE_VISITOR not in text and is_short:
            shelves.pages.put(key, found, len(found.packed))
    if is_short and not request.cookies:
        shelves.answers.put(asked, key)
    return found


def _asked(environ: "WSGIEnvironment") -> Hashable:
    """Everything the answer to somebody without a cookie depends on, but the edition."""
    return (*(environ.get(name) for name in _ASKED_BY), _minute())


def _minute() -> int:
    return int(time()) // SECONDS


@lru_cache(1000)
def _takes_gzip(accepted: str) -> bool:
    return parse_accept_header(accepted)["gzip"] > 0
