"""SECURITY.md is true: the tests and limits it names are there."""

import re
from pathlib import Path

from app import LARGEST_FORM, SIGNED_IN_FOR
from app.counting import INVITATIONS_BY_PERSON, INVITATIONS_TO_INBOX, LINKS_TO_INBOX
from app.usecases.forgetting import KEEP_GAMES, KEEP_PEOPLE
from app.usecases.sign_in import GOOD_FOR
from app.web.limits import FORMS

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_every_test_it_names_is_there() -> None:
    named = set(re.findall(r"`(tests/[\w/.]+)`", TEXT))
    assert len(named) > 10
    assert not [path for path in named if not (ROOT / path).is_file()]
    tried = {f"tests/doors/{file.name}" for file in (ROOT / "tests/doors").glob("test_*.py")}
    assert tried - named == {"tests/doors/test_security_md.py"}


def test_the_numbers_it_gives_are_those_that_count() -> None:
    words = " ".join(TEXT.split())
    assert f"{INVITATIONS_BY_PERSON.amount} invitations a day by a person" in words
    assert f"{INVITATIONS_TO_INBOX.amount} a day to an inbox" in words
    assert f"{LINKS_TO_INBOX.amount} mails an hour to an inbox" in words
    assert f"{FORMS.amount} other forms an hour" in words
    assert f"{LARGEST_FORM // 1024} KiB" in words
    assert f"{SIGNED_IN_FOR.days} days" in words
    assert f"never used after {KEEP_GAMES.days} days" in words
    assert f"after {KEEP_PEOPLE.days} days a person" in words
    assert f"link {KEEP_PEOPLE.days} days after its end" in words
    assert GOOD_FOR.total_seconds() == 30 * 60
