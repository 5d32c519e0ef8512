"""Signed links: one purpose each, keys that can be changed, nothing else accepted."""

import pytest

from app.refused import BrokenLink
from app.tokens import Tokens, TurnLink

OLD, NEW = "the key of last year", "the key of this year"
LINK = TurnLink("game", 1, 7)


def test_a_turn_link_comes_back_as_it_was() -> None:
    tokens = Tokens((NEW,))
    assert tokens.read_turn(tokens.turn(LINK)) == LINK


@pytest.mark.parametrize("at", range(0, 60, 7))
def test_a_tampered_link_is_broken(at: int) -> None:
    tokens = Tokens((NEW,))
    token = tokens.turn(LINK)
    at %= len(token)
    changed = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
    with pytest.raises(BrokenLink):
        tokens.read_turn(changed)


@pytest.mark.parametrize("token", ["", ".", "a.b", "x" * 10_000, "é", "\x00", "../../etc"])
def test_what_is_no_link_is_broken(token: str) -> None:
    with pytest.raises(BrokenLink):
        Tokens((NEW,)).read_turn(token)


def test_a_link_for_one_purpose_serves_for_no_other() -> None:
    tokens = Tokens((NEW,))
    made = [
        tokens.turn(LINK),
        tokens.invitation(1, 2),
        tokens.open_seat("game"),
        tokens.sign_in(1),
        tokens.mute(1, 2),
    ]
    readers = [
        tokens.read_turn,
        tokens.read_invitation,
        tokens.read_open_seat,
        tokens.read_sign_in,
        tokens.read_mute,
    ]
    for n, token in enumerate(made):
        for m, read in enumerate(readers):
            if n != m:
                with pytest.raises(BrokenLink):
                    read(token)


def test_a_link_outlives_the_change_of_keys() -> None:
    token = Tokens((OLD,)).turn(LINK)
    assert Tokens((NEW, OLD)).read_turn(token) == LINK


def test_new_links_are_signed_with_the_newest_key() -> None:
    token = Tokens((NEW, OLD)).turn(LINK)
    assert Tokens((NEW,)).read_turn(token) == LINK
    with pytest.raises(BrokenLink):
        Tokens((OLD,)).read_turn(token)


def test_a_key_taken_out_ends_its_links() -> None:
    token = Tokens((OLD,)).turn(LINK)
    with pytest.raises(BrokenLink):
        Tokens((NEW,)).read_turn(token)
