"""What every answer carries: headers that close the page off, and a cookie that only we can read."""

import re

import pytest

from tests.browsing import Browser
from tests.doors.visiting import csrf_of, post, visitor
from tests.doors.walking import furnished, places
from tests.installing import Installed
from tests.world import BASE_URL, World

ALWAYS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
PUBLIC = re.compile(r"/g/[\w-]+|/rules.*")
INLINE = re.compile(r"<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|javascript:", re.I)


def policy(header: str) -> dict[str, set[str]]:
    return {name: set(values) for name, *values in (part.split() for part in header.split(";"))}


def strict(world: World, browser: Browser, method: str, address: str, **options: object) -> str:
    """The answer has all headers, whatever it is; its text."""
    answer = browser.request(method, address, **options)
    for name, value in ALWAYS.items():
        assert answer.headers.get(name) == value, (method, address, name)
    assert answer.headers.get_all("Content-Security-Policy") == [answer.headers["Content-Security-Policy"]]
    allowed = policy(answer.headers["Content-Security-Policy"])
    assert allowed["default-src"] == allowed["frame-ancestors"] == allowed["base-uri"] == {"'none'"}
    assert not [v for values in allowed.values() for v in values if "unsafe" in v or "*" in v or "http" in v]
    if not address.startswith("/static/"):
        # What everybody may see may be kept, and asked for again by its tag.
        kept = {"no-store", "private, no-cache"} if PUBLIC.fullmatch(address) else {"no-store"}
        assert answer.headers["Cache-Control"] in kept, address
    assert answer.status_code < 500, (method, address)
    return answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""


def test_every_page_has_the_headers_and_nothing_inline(home: World) -> None:
    games = furnished(home)
    for key in games.values():
        for place in places(home, key):
            for browser in (visitor(home), visitor(home, "Ann")):
                for method in ("GET", "HEAD", "OPTIONS", "DELETE"):
                    page = strict(home, browser, method, place.address)
                    assert not INLINE.search(page), (place.address, INLINE.search(page))


def test_errors_have_the_headers_too(home: World, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = visitor(home)
    strict(home, browser, "GET", "/nothing")
    strict(home, browser, "GET", "/static/nothing")
    strict(home, browser, "POST", "/sign-in")
    strict(home, browser, "POST", "/sign-in", data=b"x" * 100_000)
    strict(home, browser, "GET", "/", headers={"Host": "attacker.example"})
    for _ in range(25):
        post(browser, "/sign-in", address="ann@example.org")
    assert browser.request("POST", "/sign-in", data={"csrf_token": csrf_of(browser)}).status_code == 429

    def fail(*_: object) -> None:
        raise RuntimeError("no such luck")

    home.app.testing = False
    monkeypatch.setattr("app.usecases.reading.listed_games", fail)
    answer = browser.request("GET", "/")
    assert answer.status_code == 500
    assert "no such luck" not in answer.get_data(as_text=True)
    assert "not your fault" in answer.get_data(as_text=True)
    for name, value in ALWAYS.items():
        assert answer.headers.get(name) == value


def test_a_failing_database_still_gives_a_page(home: World, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = visitor(home, "Ann")
    home.app.testing = False
    home.service.database.close()

    def fail(*_: object) -> None:
        raise OSError("the database is gone")

    monkeypatch.setattr("app.views.visitor.is_here", fail)
    answer = browser.request("GET", "/my-games")
    assert answer.status_code == 500
    assert "not your fault" in answer.get_data(as_text=True)


def test_the_cookie_is_ours_alone(home: World) -> None:
    answer = visitor(home).request("GET", "/sign-in")
    (cookie,) = answer.headers.get_all("Set-Cookie")
    name, *attributes = (part.strip() for part in cookie.split(";"))
    assert name.startswith("__Host-cacao=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(attributes)
    assert not [part for part in attributes if part.lower().startswith("domain")]


def test_the_cookie_of_the_embedded_default_needs_no_https(installed: Installed) -> None:
    answer = installed(base_url="http://127.0.0.1:8000").app.test_client().get("/sign-in")
    assert "Secure" not in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in answer.headers


def test_signing_in_forgets_what_the_browser_had_before(home: World) -> None:
    """Nobody can give somebody else a session prepared beforehand."""
    browser = visitor(home, "Bob")
    with browser.client.session_transaction(base_url=BASE_URL) as session:
        session["planted"] = "yes"
    furnished(home)
    token = home.service.tokens.sign_in(1)
    assert post(browser, f"/s/{token}").status == 302
    with browser.client.session_transaction(base_url=BASE_URL) as session:
        assert session["person"] == home.person("Ann")
        assert "planted" not in session


def test_a_forged_cookie_signs_nobody_in(home: World) -> None:
    home.person("Ann")
    browser = visitor(home)
    for forged in ("eyJwZXJzb24iOjF9.x.y", "{}", "person=1", "é", "." * 50, "x" * 4000):
        answer = browser.request("GET", "/settings", headers={"Cookie": f"__Host-cacao={forged}"})
        assert answer.status_code == 403
