"""Structured logs: one JSON object a line, with the id of the request, never a link with a token."""

import logging
import re
import secrets
import sys
from time import perf_counter

import structlog
from flask import Flask, Response, g, request
from structlog.typing import Processor

from app import metrics

HEADER = "X-Request-ID"
_SAFE_ID = re.compile(r"[\w-]{8,64}", re.ASCII)
_log = logging.getLogger("cacao.web")


def configure(level: int = logging.INFO) -> None:
    """Write everything, also what libraries say, as JSON lines to standard error."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)


def register(app: Flask) -> None:
    """Log and measure every request under the name of its page."""

    @app.before_request
    def begin() -> None:
        given = request.headers.get(HEADER, "")
        g.request_id = given if _SAFE_ID.fullmatch(given) else secrets.token_hex(8)
        g.began = perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)

    @app.after_request
    def end(response: Response) -> Response:
        seconds = perf_counter() - g.get("began", perf_counter())
        endpoint = request.endpoint or "none"
        metrics.request_done(endpoint, response.status_code, seconds)
        response.headers[HEADER] = g.get("request_id", "")
        if endpoint not in ("static", "health.live", "health.ready", "health.figures"):
            told = {"method": request.method, "page": endpoint, "status": response.status_code}
            _log.info("request", extra={**told, "ms": round(seconds * 1000, 1)})
        return response
