"""The doorstep: who asks, without a cookie, for what is printed already gets it without waking Flask."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from app.service import Service
from app.usecases import reading
from app.web import editions
from app.web.porch import PAGE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Doorstep:
    """Hands out what Flask has answered to the same request, as long as its edition is the last."""

    def __init__(self, inner: "WSGIApplication", service: Service, shelves: editions.Shelves) -> None:
        self._inner = inner
        self._service = service
        self._shelves = shelves

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer, or let the request in."""
        if environ["REQUEST_METHOD"] != "GET" or "HTTP_COOKIE" in environ:
            return self._inner(environ, start_response)
        found = self._shelves.printed_before(environ)
        if found is None or not reading.is_last(self._service, found.edition):
            return self._inner(environ, start_response)
        environ[PAGE] = found.name
        status, headers, body = editions.answer_with(found, environ)
        start_response(status, headers)
        return [body]


def register(app: Flask) -> None:
    """Lay the doorstep before the app."""
    shelves = editions.register(app)
    app.wsgi_app = Doorstep(app.wsgi_app, app.extensions["cacao"], shelves)  # type: ignore[method-assign]
