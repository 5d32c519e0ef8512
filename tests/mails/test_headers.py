"""Headers: whatever people are called, they are valid and hold nothing else."""

import re
from email.header import decode_header, make_header

import pytest
from sqlalchemy import select

from app.models import Game, Kind
from tests.mails.postbox import Postbox

NAMES = [
    'O"Neil, Ann',
    "Ann <ann@evil.example>",
    "=?utf-8?q?x=0ABcc:_evil@evil.example?=",
    "=?utf-8?b?SGFsbG8=?=",
    "=?",
    "😀, “Ann”; (jr.)",
    "דן, שלום",
    "😀" * 40,
    "a" * 40,
    "back\\slash",
    "Zoë Ann, of the very long names, jr. (II)",
]
ADDRESSES = ["o'neil+x@example.org", "a.b..c@example.org", ".a.@example.org", "a!#$%&*/=?^_`{|}~-@localhost"]


def harmless(name: str) -> str:
    return name.replace("=?", "= ?")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_stays_a_name(post: Postbox, name: str) -> None:
    row = post.bring_about(Kind.INVITATION)
    post.change("Bob", name=name)
    raw = post.bytes_of(row)
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii").replace("\r", "")
    assert not re.search(r"^(bcc|cc)\s*:", head, re.I | re.M)
    to = post.composed(row).message["To"]
    assert [address.addr_spec for address in to.addresses] == ["bob@example.org"]
    folded = re.search(r"^To: (.*(?:\n .*)*)", head, re.M)
    assert folded is not None
    shown = str(make_header(decode_header(folded[1])))
    plain = re.sub(r"\\(.)", r"\1", shown)
    assert harmless(name) in plain


@pytest.mark.parametrize("title", [*NAMES, "x" * 60, "Ö" * 60])
def test_a_title_stays_a_title(post: Postbox, title: str) -> None:
    row = post.bring_about(Kind.INVITATION)
    with post.world.service.database.writing() as session:
        for game in session.scalars(select(Game)):
            game.title = title
    message = post.composed(row).message
    assert message["Subject"] == f"Ann invites you to Cacao: {harmless(title)}"
    assert message["Bcc"] is None


@pytest.mark.parametrize("address", ADDRESSES)
def test_unusual_addresses_are_written_to(post: Postbox, address: str) -> None:
    row = post.bring_about(Kind.INVITATION)
    post.change("Bob", address=address)
    assert [to.addr_spec for to in post.composed(row).message["To"].addresses] == [address]


def test_long_links_and_ids_are_not_encoded(post: Postbox) -> None:
    head = (
        post.bytes_of(post.bring_about(Kind.YOUR_TURN))
        .partition(b"\r\n\r\n")[0]
        .decode("ascii")
        .replace("\r", "")
    )
    for name in ("List-Unsubscribe", "References", "In-Reply-To", "Message-ID"):
        assert re.search(rf"^{name}: <[^<>\s]+>$", head, re.M), name


def test_lines_are_short_enough_for_smtp(post: Postbox) -> None:
    lines = post.bytes_of(post.bring_about(Kind.GAME_OVER)).splitlines()
    assert max(map(len, lines)) < 998
