"""Pages that are looked at more than once, rendered once for each edition of what they show.

An edition ends when anything of its game changes, and after a minute, for the times on it are relative. A
page with a form that only one visitor may send is never kept.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock
from time import time

from flask import Response, make_response, request

from app.views import visitor

SECONDS = 60
MOST_BYTES = 16 * 1024 * 1024
_FOR_ONE_VISITOR = b"csrf_token"

_pages: OrderedDict[Hashable, bytes] = OrderedDict()
_bytes_kept = 0
_lock = Lock()


def page(edition: Hashable, render: Callable[[], str]) -> bytes:
    """The page of this edition."""
    # The editions of another database are other games; only tests have two in one process.
    database = visitor.service().settings.database_url
    key = (database, edition, int(time()) // SECONDS)
    found = _pages.get(key)
    if found is None:
        found = render().encode()
        if _FOR_ONE_VISITOR not in found:
            _keep(key, found)
    return found


def answer(edition: Hashable, render: Callable[[], str]) -> Response:
    """The same as an answer; only "not modified" to whoever has this page already."""
    found = page(edition, render)
    tag = sha256(found).hexdigest()[:24]
    unchanged = request.if_none_match.contains_weak(tag)
    response = make_response(b"" if unchanged else found, 304 if unchanged else 200)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def _keep(key: Hashable, found: bytes) -> None:
    global _bytes_kept  # one cache for the process
    with _lock:
        if key not in _pages:
            _pages[key] = found
            _bytes_kept += len(found)
        while _bytes_kept > MOST_BYTES:
            _bytes_kept -= len(_pages.popitem(last=False)[1])
