"""Parts of a mail as bytes: whatever is put in, a mail program reads the same."""

from email import message_from_bytes, policy

from hypothesis import given
from hypothesis import strategies as st

from app.mails import mime

lines = st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"])), min_size=1).map("\n".join)


@given(lines)
def test_words_come_back_as_they_were(words: str) -> None:
    part = message_from_bytes(mime.text("plain", words), policy=policy.default)
    assert part.get_content().splitlines() == words.splitlines()
    assert not part.defects


@given(lines)
def test_lines_are_short_and_end_as_smtp_wants_it(words: str) -> None:
    part = mime.text("html", words)
    assert all(len(line) <= 76 for line in part.split(b"\r\n"))
    assert part.isascii()
    assert part.count(b"\n") == part.count(b"\r") == part.count(b"\r\n")


@given(st.binary(max_size=300))
def test_a_picture_comes_back_under_its_name(data: bytes) -> None:
    part = message_from_bytes(mime.picture("board", data), policy=policy.default)
    assert (part.get_content(), part["Content-ID"], part.get_filename()) == (data, "<board>", "board.png")
    assert part.get_content_disposition() == "inline"


@given(st.lists(lines))
def test_no_words_can_end_their_part(texts: list[str]) -> None:
    parts = [mime.text("plain", f"{text}\n--=_alternative--\n--=_alternative") for text in texts]
    whole = message_from_bytes(mime.multipart("alternative", parts), policy=policy.default)
    assert len(list(whole.iter_parts())) == len(texts)
