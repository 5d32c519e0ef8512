"""The porch: every request and every answer passes it, whatever happens inside.

A request gets its id here, and is measured and logged under the name of its page; an answer gets the headers
that close it off. It lies before Flask, so that nothing is answered without.
"""

import logging
import re
import secrets
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from app import metrics
from app.logs import REQUEST_ID, besides

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PAGE = "cacao.page"
"""Where a request says which page answers it."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src 'self' data:",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS = (
    ("Content-Security-Policy", POLICY),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cache-Control", "no-store"),
)
"""On every answer that does not say otherwise itself."""
_HTTPS_FOR_A_YEAR = ("Strict-Transport-Security", f"max-age={365 * 24 * 3600}")
_NOT_LOGGED = frozenset({"static", "health.live", "health.ready", "health.figures"})
_SAFE_ID = re.compile(r"[\w-]{8,64}", re.ASCII)
_log = logging.getLogger("cacao.web")


def register(app: Flask) -> None:
    """Build the porch before the app."""
    porch = Porch(app.wsgi_app, secure=app.extensions["cacao"].settings.secure)
    app.wsgi_app = porch  # type: ignore[method-assign]

    @app.before_request
    def name_page() -> None:
        request.environ[PAGE] = request.endpoint


class Porch:
    """What lies before an app."""

    def __init__(self, inner: "WSGIApplication", *, secure: bool) -> None:
        self._inner = inner
        self._headers = (*_HEADERS, _HTTPS_FOR_A_YEAR) if secure else _HEADERS

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Let a request in and its answer out."""
        began = perf_counter()
        request_id = _id_of(environ)
        REQUEST_ID.set(request_id)

        def answer(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            _tell(environ, int(status[:3]), perf_counter() - began)
            given = {name for name, _ in headers}
            missing = [header for header in self._headers if header[0] not in given]
            return start_response(status, [*headers, *missing, ("X-Request-ID", request_id)], *error)

        return self._inner(environ, answer)


def _id_of(environ: "WSGIEnvironment") -> str:
    given = environ.get("HTTP_X_REQUEST_ID", "")
    return given if _SAFE_ID.fullmatch(given) else secrets.token_hex(8)


def _tell(environ: "WSGIEnvironment", status: int, seconds: float) -> None:
    """Name the page, never its address: addresses hold secrets."""
    page = environ.get(PAGE) or "none"
    metrics.request_done(page, status, seconds)
    if page not in _NOT_LOGGED:
        method, ms = environ["REQUEST_METHOD"], round(seconds * 1000, 1)
        _log.info("request", extra=besides(method=method, page=page, status=status, ms=ms))
