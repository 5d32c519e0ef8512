"""Header lines of words and names: a mail program reads what people wrote, to the last blank."""

from email import message_from_string, policy
from email.header import decode_header, make_header
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mails import headers

GERMAN = ("Jürgen", "lädt", "dich", "zu", "Cacao", "ein:", "Rückrunde", "für", "Björn", "Düsseldorf", "bei")
letters = st.characters(exclude_categories=["Cc", "Cs", "Z"])
said = st.lists(st.sampled_from(GERMAN) | st.text(letters, min_size=1), min_size=1, max_size=20).map(" ".join)


def read(header: str) -> EmailMessage:
    assert max(map(len, header.splitlines())) < 998
    return message_from_string(f"{header}\r\n", policy=policy.default)


@pytest.mark.parametrize(
    "subject",
    [
        "Jürgen lädt dich zu Cacao ein: Rückrunde Jürgen für Björn",
        "Du bist am Zug: bei Jürgen Jörg Düsseldorf Töchter",
        "plain " * 40 + "words",
    ],
)
def test_no_blank_is_lost_where_a_subject_is_folded(subject: str) -> None:
    assert read(headers.words("Subject", subject))["Subject"] == subject


@given(said)
def test_a_subject_is_read_as_it_was_written(subject: str) -> None:
    header = headers.words("Subject", subject)
    assert read(header)["Subject"] == headers.harmless(subject)
    assert max(map(len, header.splitlines())) <= 78


@given(st.lists(st.sampled_from(GERMAN), max_size=8).map(lambda more: " ".join(("Jürgen", *more))))
def test_a_name_is_read_as_it_was_written(name: str) -> None:
    # Not by the library's reader of addresses: it puts blanks between encoded words.
    _, _, written = headers.person("To", name, "ann@example.org").partition(": ")
    assert str(make_header(decode_header(written))).strip() == f"{name} <ann@example.org>"
    assert read(f"To: {written}")["To"].addresses[0].addr_spec == "ann@example.org"
