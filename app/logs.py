"""Structured logs: one JSON object a line, with the id of the request, never a link with a token."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

import msgspec

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is answered, or that asked the worker for what it does."""

_json = msgspec.json.Encoder(enc_hook=str)
_TOLD = "told"


def besides(**facts: object) -> dict[str, object]:
    """What a line tells besides its words: the `extra` of a call of the logger."""
    return {_TOLD: facts}


class JsonLines(logging.Formatter):
    """What was said, by whom, when, for which request, and what is told `besides`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told: dict[str, object] = {
            "event": record.getMessage(),
            "request_id": REQUEST_ID.get(),
            "logger": record.name,
            "level": record.levelname.lower(),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(),
            **getattr(record, _TOLD, {}),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        try:
            return _json.encode(told).decode()
        except UnicodeEncodeError:  # half a character, out of an error's text
            return json.dumps(told, default=str)


def configure(level: int = logging.INFO) -> None:
    """Write everything, also what libraries say, as JSON lines to standard error."""
    # What our lines do not tell need not be found out for each of them: see the library's "Optimization".
    logging._srcfile = None
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
