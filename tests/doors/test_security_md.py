"""SECURITY.md is true: the tests and limits it names are there."""

import re
from pathlib import Path

import pytest
from limits import RateLimitItem

from app import LARGEST_FORM, SIGNED_IN_FOR, counting
from app.usecases.forgetting import KEEP_GAMES, KEEP_PEOPLE
from app.usecases.sign_in import GOOD_FOR

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
SAID = " ".join(TEXT.split())
LIMITS = {
    "FORMS": "{} forms an hour",
    "FRESH_LINKS": "{} fresh links an hour",
    "INVITATIONS_BY_PERSON": "{} invitations a day by a person",
    "INVITATIONS_TO_INBOX": "{} a day to an inbox",
    "LINKS_TO_INBOX": "{} mails an hour to an inbox",
    "MESSAGES": "{} messages an hour",
    "MOVES_OF_SEAT": "for a seat {} submissions an hour",
    "NEW_GAMES": "{} new games an hour",
    "SEATS_TAKEN": "{} open seats an hour",
    "SIGN_INS": "{} sign-in links an hour",
}


def test_every_test_it_names_is_there() -> None:
    named = set(re.findall(r"`(tests/[\w/.]+)`", TEXT))
    assert len(named) > 10
    assert not [path for path in named if not (ROOT / path).is_file()]
    tried = {f"tests/doors/{file.name}" for file in (ROOT / "tests/doors").glob("test_*.py")}
    assert tried - named == {"tests/doors/test_security_md.py"}


@pytest.mark.parametrize(("name", "words"), sorted(LIMITS.items()))
def test_each_limit_is_told(name: str, words: str) -> None:
    limit: RateLimitItem = getattr(counting, name)
    assert words.format(limit.amount) in SAID
    assert limit.get_expiry() == (24 * 3600 if " a day" in words else 3600)


def test_no_limit_is_left_out() -> None:
    assert {name for name, each in vars(counting).items() if isinstance(each, RateLimitItem)} == set(LIMITS)


def test_the_numbers_it_gives_are_those_that_count() -> None:
    assert f"{LARGEST_FORM // 1024} KiB" in SAID
    assert f"{SIGNED_IN_FOR.days} days" in SAID
    assert f"never used after {KEEP_GAMES.days} days" in SAID
    assert f"after {KEEP_PEOPLE.days} days a person" in SAID
    assert f"link {KEEP_PEOPLE.days} days after its end" in SAID
    assert GOOD_FOR.total_seconds() == 30 * 60
