"""`docs/house.md` stays true: every room and file of the service stands in it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOLD = set(re.findall(r"`([\w/]+(?:\.py|/))`", (ROOT / "docs" / "house.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("room", ["app", "app/web", "app/database", "worker"])
def test_it_names_everything_in_a_room(room: str) -> None:
    files = {path.name for path in (ROOT / room).glob("*.py")} - {"__init__.py"}
    rooms = {f"{path.parent.name}/" for path in (ROOT / room).glob("*/__init__.py")}
    assert files | rooms <= TOLD


def test_it_names_nothing_that_is_not_there() -> None:
    there = {path.name for room in ("app", "worker") for path in (ROOT / room).rglob("*.py")}
    assert {name for name in TOLD if name.endswith(".py")} - {"tests/test_imports.py"} <= there
