"""A game page is printed once for each edition; who has it is told so, and nobody is shown an old one."""

import gzip
import tracemalloc

import pytest
from werkzeug.test import TestResponse, create_environ

from app.usecases import erasing, people
from tests.doors.visiting import visitor
from tests.world import BASE_URL, World


def ask(home: World, key: str, name: str | None = None, **headers: str) -> TestResponse:
    named = {header.replace("_", "-"): value for header, value in headers.items()}
    return visitor(home, name).request("GET", f"/g/{key}", headers=named)


def test_who_has_the_page_is_told_that_it_is_the_same(home: World) -> None:
    key = home.start_game("Bob")
    tag = ask(home, key).headers["ETag"]
    for _ in range(2):
        again = ask(home, key, If_None_Match=tag)
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["X-Frame-Options"] == "DENY"


def test_a_move_makes_another_edition(home: World) -> None:
    key = home.start_game("Bob")
    tag = ask(home, key).headers["ETag"]
    assert ask(home, key, If_None_Match=tag).status_code == 304
    home.move(key, 0)
    fresh = ask(home, key, If_None_Match=tag)
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] != tag


def test_a_new_name_makes_another_edition(home: World) -> None:
    key = home.start_game("Bob")
    for _ in range(2):
        assert "Annabel" not in ask(home, key).text
    profile = people.Profile("Annabel", "en", "UTC", "at-once")
    people.change_profile(home.service, home.person("Ann"), profile)
    assert "Annabel" in ask(home, key).text


def test_who_is_erased_is_on_no_page_that_was_printed_before(home: World) -> None:
    key = home.start_game("Bob")
    home.play_on(key)
    for _ in range(2):
        assert "Bob" in ask(home, key).text
    erasing.erase(home.service, home.person("Bob"), home.now)
    assert "Bob" not in ask(home, key).text


def test_another_language_is_another_page(home: World) -> None:
    key = home.start_game("Bob")
    english = ask(home, key, Accept_Language="en")
    assert ask(home, key, Accept_Language="en", If_None_Match=english.headers["ETag"]).status_code == 304
    german = ask(home, key, Accept_Language="de", If_None_Match=english.headers["ETag"])
    assert german.status_code == 200
    assert german.data != english.data


def test_who_is_signed_in_gets_a_page_of_their_own(home: World) -> None:
    key = home.start_game("Bob")
    tag = ask(home, key).headers["ETag"]
    assert ask(home, key, If_None_Match=tag).status_code == 304
    own = ask(home, key, "Ann", If_None_Match=tag)
    assert own.status_code == 200
    assert "ETag" not in own.headers


@pytest.mark.parametrize(
    ("accepted", "packed"), [("gzip, br", True), ("gzip;q=0", False), ("identity", False), ("", False)]
)
def test_a_page_comes_packed_to_who_takes_it_packed(home: World, accepted: str, packed: bool) -> None:
    key = home.start_game("Bob")
    plain = ask(home, key).data
    answer = ask(home, key, Accept_Encoding=accepted)
    assert (answer.headers.get("Content-Encoding") == "gzip") is packed
    assert (gzip.decompress(answer.data) if packed else answer.data) == plain
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_turn_page_comes_packed_too_and_has_no_tag(home: World) -> None:
    key = home.start_game("Bob")
    path = f"/t/{home.service.tokens.turn(home.link(key, 0))}"
    answer = visitor(home).request("GET", path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(answer.data) == visitor(home).request("GET", path).data
    assert "ETag" not in answer.headers
    again = visitor(home).request("GET", path)
    assert again.headers["Cache-Control"] == answer.headers["Cache-Control"] == "no-store"
    assert again.headers["Referrer-Policy"] == "no-referrer"


def test_who_asks_at_great_length_is_not_remembered(home: World) -> None:
    key, long = home.start_game("Bob"), 100_000
    paths = (f"/g/{key}", f"/t/{home.service.tokens.turn(home.link(key, 0))}")
    asked = [create_environ(path, BASE_URL) for path in paths]
    tracemalloc.start()
    try:
        for n in range(100):
            much = f"{n:0{long}}"
            environ = {**asked[n % 2], "QUERY_STRING": f"at={much}"}
            environ |= {"HTTP_ACCEPT_LANGUAGE": f"en;x={much}", "HTTP_ACCEPT_ENCODING": f"gzip;x={much}"}
            assert b"".join(home.app.wsgi_app(environ, lambda *_: lambda _: None))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 50 * long
