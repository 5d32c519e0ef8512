"""The log: whatever is told, a line is JSON."""

import json
import logging

import pytest

from app.logs import JsonLines, besides


@pytest.mark.parametrize("said", ["plain", "Zoë 🎲", "two\nlines", "half a character: \udc80"])
def test_a_line_is_json_whatever_it_tells(said: str) -> None:
    record = logging.LogRecord("cacao", logging.INFO, "", 0, said, None, None)
    record.__dict__.update(besides(page=said))
    line = JsonLines().format(record)
    told = json.loads(line)
    assert (told["event"], told["page"], len(line.splitlines())) == (said, said, 1)
