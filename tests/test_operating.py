"""`docs/operating.md` stays true: the tests it names are there, and so are the commands."""

import re
from pathlib import Path

from app import create_app
from tests.world import settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "operating.md").read_text()


def test_every_test_that_a_claim_names_is_there() -> None:
    named = set(re.findall(r"[\w/]*test_\w+\.py", TEXT))
    assert len(named) > 5
    assert [name for name in named if not (ROOT / "tests" / name).is_file()] == []


def test_every_command_is_there(tmp_path: Path) -> None:
    app = create_app(settings(f"sqlite:///{tmp_path / 'x.sqlite'}"))
    for group, command in set(re.findall(r"flask (database|mail|game) (\w+)", TEXT)):
        assert command in app.cli.commands[group].commands  # type: ignore[attr-defined]


def test_every_make_target_is_there() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake (\w+)", TEXT.replace("can make", ""))) - {"two"} <= targets
