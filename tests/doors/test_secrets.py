"""Secrets stay secret: no token, key, address or seed in a log, and a line for whatever was refused."""

import logging
import re

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app import clock
from app.models import Kind
from app.usecases import sign_in
from tests.doors.visiting import csrf_of, post, visitor
from tests.doors.walking import furnished, places
from tests.world import World
from worker.delivery import deliver_due
from worker.smtp import Relay

TOKEN = re.compile(r"[\w-]{8,}\.[\w-]{20,}")


def secrets_of(world: World, key: str) -> list[str]:
    with world.service.database.reading() as session:
        seed = session.execute(text("SELECT seed FROM games WHERE key = :key"), {"key": key}).scalar_one()
    return [*world.service.settings.secret_keys, bytes(seed).hex(), "ann@example.org", "bob@example.org"]


def test_no_secret_gets_into_a_log_whatever_is_asked(
    home: World, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    home.app.testing = False
    key = furnished(home)["running"]
    found = places(home, key)
    hidden = secrets_of(home, key) + [place.address for place in found if TOKEN.search(place.address)]
    for place in found:
        for who in (None, "Ann"):
            for method in ("GET", "POST", "DELETE"):
                browser = visitor(home, who)
                fields = {"csrf_token": csrf_of(browser), "address": "ann@example.org", "name": "x" * 99}
                data = fields if method == "POST" else None
                browser.request(method, place.address + "?again=" + place.address, data=data)
    with home.app.app_context():
        deliver_due(home.service, Relay("smtp://somebody:a-password-of-ours@127.0.0.1:9"))
    written = "\n".join([caplog.text, *capfd.readouterr()])
    assert "refused" in written
    for secret in (*hidden, "a-password-of-ours"):
        assert secret not in written, secret
    assert not TOKEN.search(re.sub(r"[\w.-]+\.py\b", "", written))


@pytest.mark.parametrize("kind", ["t", "s", "i", "u", "open"])
def test_a_page_that_fails_does_not_log_its_address(
    home: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    caplog.set_level(logging.DEBUG)
    key = furnished(home)["running"]
    (place,) = [p for p in places(home, key) if p.address.startswith(f"/{kind}/") and "GET" in p.methods]
    home.app.testing = False

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no such luck")

    for view in ("turn", "account", "invitation"):
        monkeypatch.setattr(f"app.views.{view}.render_template", fail)
    answer = visitor(home).request("GET", place.address)
    assert answer.status_code == 500
    assert "no such luck" in caplog.text
    assert place.address.rpartition("/")[2] not in caplog.text


def test_an_error_of_the_database_does_not_tell_what_was_asked(home: World) -> None:
    with pytest.raises(SQLAlchemyError) as error, home.service.database.writing() as session:
        session.execute(
            text("SELECT nothing FROM nowhere WHERE address = :address"), {"address": "ann@example.org"}
        )
    assert "ann@example.org" not in str(error.value)


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda b: b.request("GET", "/t/forged.token"), "status=404 reason=BrokenLink page=turn.look"),
        (lambda b: b.request("GET", "/nothing"), "status=404 reason=NotFound page=None"),
        (lambda b: b.request("POST", "/sign-in"), "status=400 reason=CSRFError page=account.send_link"),
        (
            lambda b: b.request("GET", "/", headers={"Host": "x.org"}),
            "status=400 reason=UnknownHost page=start.start",
        ),
        (lambda b: post(b, "/sign-in", address="x"), "status=422 reason=Invalid page=account.send_link"),
        (lambda b: post(b, "/sign-in", admin="x"), "status=400 reason=UnknownField page=account.send_link"),
        (
            lambda b: [post(b, "/sign-in", address=f"a{n}@x.org") for n in range(21)],
            "status=429 reason=TooOften",
        ),
    ],
)
def test_the_operator_can_read_what_was_refused(
    home: World, caplog: pytest.LogCaptureFixture, ask: object, line: str
) -> None:
    caplog.set_level(logging.INFO)
    assert callable(ask)
    ask(visitor(home))
    assert f"refused {line}" in caplog.text


def test_what_was_refused_is_counted(home: World) -> None:
    def broken() -> float:
        page = visitor(home).get("/metrics").html
        found = re.search(r'cacao_refused_total\{page="turn.look",reason="BrokenLink"\} (\S+)', page)
        return float(found[1]) if found else 0

    before = broken()
    visitor(home).get("/t/forged")
    assert broken() == before + 1


def test_a_page_tells_the_operator_what_was_refused(home: World) -> None:
    """By reason and page; neither the forged token nor who sent it."""
    visitor(home).get("/t/forged.token")
    visitor(home).get("/nothing/at/all")
    page = visitor(home).get("/metrics/refused")
    assert page.status == 200
    assert re.search(r"BrokenLink</th><td>turn.look</td><td>\d+<", page.html)
    assert re.search(r"NotFound</th><td>none of ours</td><td>\d+<", page.html)
    assert "forged" not in page.html
    assert "/nothing" not in page.html


def test_a_sign_in_mail_is_the_only_place_of_its_token(home: World) -> None:
    """Neither the page that says "look into your mailbox" nor the cookie holds it."""
    browser = visitor(home)
    page = post(browser, "/sign-in", address="ann@example.org")
    sign_in.ask(home.service, "ann@example.org", "en", clock.now())
    for mail in home.mails(Kind.SIGN_IN):
        assert mail.sign_in_id is not None
        assert (
            home.service.tokens.sign_in(mail.sign_in_id) not in page.html + browser.get("/mail-is-out").html
        )
