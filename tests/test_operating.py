"""`docs/operating.md` stays true: the tests it names are there, and so are the commands."""

import re
from pathlib import Path

from app import create_app
from tests.world import settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "operating.md").read_text()
OURS = ("database", "game", "mail")


def test_every_test_that_a_claim_names_is_there() -> None:
    named = set(re.findall(r"[\w/]*test_\w+\.py", TEXT))
    assert len(named) > 5
    assert [name for name in named if not (ROOT / "tests" / name).is_file()] == []


def test_it_tells_of_all_commands_and_of_no_others(tmp_path: Path) -> None:
    groups = create_app(settings(f"sqlite:///{tmp_path / 'x.sqlite'}")).cli.commands
    told = set(re.findall(r"flask (database|mail|game) ([\w-]+)", TEXT))
    assert told == {(group, name) for group in OURS for name in groups[group].commands}  # type: ignore[attr-defined]


def test_every_make_target_is_there() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake (\w+)", TEXT.replace("can make", ""))) - {"two"} <= targets
