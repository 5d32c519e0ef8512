"""The documentation cannot rot: what it shows is run."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_in_the_readme_does_what_it_says() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_every_make_command_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake (\w+)\b(?=`|  )", README))
    assert {"run", "test"} <= named <= targets


def test_every_document_the_readme_names_is_there() -> None:
    named = re.findall(r"`(docs/[\w.]+)`", README)
    assert named
    assert all((ROOT / name).is_file() for name in named)
