"""Every route with hostile methods, parameters, bodies, cookies and headers: no 5xx, and nothing changes."""

import random
from collections.abc import Sequence
from time import monotonic
from typing import Any
from urllib.parse import quote

from app.web.doors import FIELDS
from tests.browsing import Browser
from tests.doors.visiting import csrf_of, rows, visitor
from tests.doors.walking import Place, furnished, places
from tests.world import World

SECONDS = 1.2
"""For each of the tests here and each database."""
METHODS = [
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "CONNECT",
    "get",
    "É",
]
WORDS = [
    "",
    "0",
    "-1",
    "yes",
    "x" * 3000,
    "9" * 400,
    "\x00",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "\r\nSet-Cookie: a=b",
    "%0d%0aX-Header: 1",
    "../../../etc/passwd",
    "<script>alert(1)</script>",
    "{{ 7*7 }}${7*7}%s%n",
    "' OR 1=1; --",
    "ann@example.org",
    "bob@example.org\nBcc: x@example.org",
    "1111@0,1:0",
    "use 0,1:N1",
    "bot:greedy",
    "address",
    "🙂\u202e\u2028",
    "null",
    "[]",
    "2026-13-99",
    "Europe/Berlin",
    "٣",
]
TYPES = [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "multipart/form-data; boundary=" + "x" * 300,
    "application/json",
    "text/plain; charset=utf-7",
    "text/html; charset=nonsense",
    "é/\x01",
    "",
]
HEADERS: dict[str, Sequence[str]] = {
    "Accept-Language": ["de;q=nan", "*" * 500, "en-;q=2,xx,,,;;", "de-AT", "\x80"],
    "Cookie": ["__Host-cacao=.", "__Host-cacao=" + "A" * 3000, "a=b; a=c; ;;=;", '__Host-cacao="\\', "é=é"],
    "Host": ["cacao.example.org:99999", "cacao.example.org:x", "[::1", "a b", "cacao.example.org/x"],
    "X-Forwarded-For": ["1.2.3.4, x", "::1", "' OR 1", ","],
    "X-Request-ID": ["x" * 5000, "a\tb", "12345678", "é"],
    "If-None-Match": ['"x"', "*", 'W/"', "é"],
    "If-Modified-Since": ["yesterday", "Mon, 99 Foo 0000 99:99:99 GMT"],
    "Range": ["bytes=0-", "bytes=9-1", "bytes=-0", "lines=1", "bytes=" + "0-1," * 500],
    "Content-Length": ["-1", "abc", "99999999999"],
    "Transfer-Encoding": ["chunked", "x"],
    "X-HTTP-Method-Override": ["DELETE", "POST"],
    "Referer": ["https://attacker.example/", "\x00"],
    "Expect": ["100-continue", "x"],
}


def body(chance: random.Random, token: str) -> bytes:
    """A form with a few of our fields and hostile values, or no form at all."""
    if chance.random() < 0.2:
        return chance.choice([b"", b"\x00\xff" * 50, b"--x\r\n\r\n--x--", b"{" * 999, b"%" * 200, b"=&=&&&"])
    known = [name for name in FIELDS if name != "csrf_token"]
    names = chance.choices(known, k=chance.randrange(1, 6)) + ["unknown"] * (chance.random() < 0.05)
    fields = [(name, chance.choice(WORDS)) for name in names]
    if chance.random() < 0.9:
        fields.append(("csrf_token", token))
    return "&".join(f"{quote(name)}={quote(value)}" for name, value in fields).encode()


def options(chance: random.Random, token: str) -> dict[str, Any]:
    """What else a hostile request brings."""
    names = chance.sample(sorted(HEADERS), k=chance.randrange(3))
    chosen = {name: chance.choice(HEADERS[name]) for name in names}
    return {
        "headers": {
            name: value.encode("latin-1", "replace").decode("latin-1") for name, value in chosen.items()
        },
        "data": body(chance, token),
        "content_type": chance.choice([TYPES[0]] * 30 + TYPES),
        "query_string": {chance.choice([*FIELDS, "worker", "at", "fills", "rotation"]): chance.choice(WORDS)},
    }


def address(chance: random.Random, place: Place) -> str:
    """The place's address, or one with a part of it spoilt."""
    parts = place.address.split("/")
    if chance.random() < 0.4:
        parts[chance.randrange(1, len(parts))] = quote(chance.choice(WORDS), safe="")
    return "/" + "/".join(parts).lstrip("/")


def knock(browser: Browser, method: str, where: str, **asked: Any) -> int:
    """One request; that it is answered, soon, and not by a failure of ours."""
    began = monotonic()
    answer = browser.request(method, where, **asked)
    assert answer.status_code < 500, (method, where[:200], asked)
    assert monotonic() - began < 10, (method, where[:200])
    return answer.status_code


def test_looking_changes_nothing_however_it_is_done(world: World) -> None:
    chance, games = random.Random(1), furnished(world)
    found = [place for key in games.values() for place in places(world, key)]
    browsers = [visitor(world), visitor(world, "Ann")]
    before, end = rows(world), monotonic() + SECONDS
    while monotonic() < end:
        place, browser = chance.choice(found), chance.choice(browsers)
        method = chance.choice(["GET", "HEAD", "OPTIONS"])
        knock(browser, method, address(chance, place), **options(chance, ""))
    assert rows(world) == before


def test_nothing_changes_for_whoever_may_not_change_it(world: World) -> None:
    """Strangers without a link, with broken links, and people whose game it is not."""
    chance, games = random.Random(3), furnished(world)
    world.person("Eve")
    before, end = rows(world), monotonic() + SECONDS
    found = [place for key in games.values() for place in places(world, key)]
    without_links = [place for place in found if not place.address.startswith(("/t/", "/i/", "/u/"))]
    while monotonic() < end:
        browser = visitor(world, chance.choice([None, "Eve"]))
        asked = options(chance, "no token")
        asked["headers"].pop("Cookie", None)
        knock(browser, chance.choice(METHODS), address(chance, chance.choice(without_links)), **asked)
    assert rows(world) == before


def test_whoever_may_change_things_finds_no_failure(world: World) -> None:
    """Hostile input from people with links and cookies of their own: refused or done, never a 5xx."""
    chance, games = random.Random(4), furnished(world)
    found = [place for key in games.values() for place in places(world, key)]
    end = monotonic() + SECONDS
    statuses = set()
    while monotonic() < end:
        browser = visitor(world, chance.choice([None, "Ann", "Bob"]))
        place = chance.choice(found)
        if place.endpoint == "account.erase":
            continue
        asked = options(chance, csrf_of(browser))
        asked["headers"].pop("Cookie", None)
        statuses.add(knock(browser, chance.choice(["POST", *METHODS]), address(chance, place), **asked))
    assert {200, 302, 400, 404, 405} <= statuses
