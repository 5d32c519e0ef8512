"""The rooms of the house: imports go downwards only, proved from the syntax tree."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"engine", "app", "worker"}
ALLOWED = {"engine": set(), "app": {"engine"}, "worker": {"engine", "app"}}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", sorted(OURS))
def test_a_room_imports_only_rooms_below_it(room: str) -> None:
    for path in sources(room):
        rooms = {name.partition(".")[0] for name in imported(path)} & OURS
        assert rooms <= ALLOWED[room] | {room}, path


def test_the_engine_needs_only_the_standard_library() -> None:
    for path in sources("engine"):
        tops = {name.partition(".")[0] for name in imported(path)}
        assert tops <= sys.stdlib_module_names | {"engine"}, path


@pytest.mark.parametrize("module", ["time", "datetime", "random", "secrets", "os", "sys", "pathlib"])
def test_the_rules_have_no_clock_no_chance_and_no_files(module: str) -> None:
    for path in sources("engine"):
        if path.name != "__main__.py":
            assert module not in set(imported(path)), path


def test_the_rules_have_no_words() -> None:
    for path in sources("engine"):
        if path.name != "__main__.py":
            assert "engine.wording" not in set(imported(path)), path


@pytest.mark.parametrize("room", ["app", "worker"])
def test_the_service_uses_the_engine_through_its_public_names(room: str) -> None:
    for path in sources(room):
        inner = {name for name in imported(path) if name.startswith("engine.")}
        assert inner <= {"engine.bots", "engine.wording"}, path


def test_no_room_is_called_after_what_it_is_not() -> None:
    vague = {"utils", "helpers", "manager", "common", "base"}
    for room in OURS:
        assert not vague & {path.stem for path in sources(room)}


def inside(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def importers(module: str) -> set[str]:
    """The files of the service that import a module or something in it."""
    return {
        str(path.relative_to(ROOT))
        for room in ("app", "worker")
        for path in sources(room)
        if any(name == module or name.startswith(f"{module}.") for name in imported(path))
    }


def test_only_use_cases_and_renderers_import_the_engine() -> None:
    rooms = ("app/usecases/", "app/drawing/", "app/mails/")
    files = {"app/telling.py", "app/wording.py", "app/web/rendering.py"}
    assert {path for path in importers("engine") if not path.startswith(rooms)} <= files


def test_views_call_use_cases_and_touch_neither_engine_nor_outbox_nor_writes() -> None:
    for path in inside("app/views"):
        names = set(imported(path))
        assert not {name for name in names if name.partition(".")[0] in ("engine", "sqlalchemy")}, path
        assert not {name for name in names if name.startswith(("app.usecases.outbox", "app.database"))}, path
        assert ".writing(" not in path.read_text(encoding="utf-8"), path


def test_use_cases_know_nothing_of_requests_and_pages() -> None:
    for path in inside("app/usecases"):
        pages = ("app.views", "app.web")
        assert not {name for name in imported(path) if name == "flask" or name.startswith(pages)}, path


def test_use_cases_find_the_database_by_its_public_names() -> None:
    for path in inside("app/usecases"):
        assert not {name for name in imported(path) if name.startswith("app.database.")}, path


def test_one_module_sends_mail_and_one_signs() -> None:
    assert importers("smtplib") == {"worker/smtp.py"}
    assert importers("itsdangerous") == {"app/tokens.py"}
