"""By which name we are called, and who is asking: only what the settings say is believed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.models import Kind
from tests.doors.visiting import csrf_of, post, rows, visitor
from tests.doors.walking import furnished, places
from tests.installing import Installed
from tests.world import BASE_URL, World

HOSTILE = {
    "X-Forwarded-Host": "attacker.example",
    "X-Forwarded-Server": "attacker.example",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Port": "8080",
    "X-Forwarded-Prefix": "/attacker",
    "X-Script-Name": "/attacker",
    "X-Original-URL": "/attacker",
    "Forwarded": "for=1.2.3.4;host=attacker.example;proto=http",
}


@pytest.mark.parametrize(
    "host",
    [
        "attacker.example",
        "cacao.example.org.attacker.example",
        "localhost",
        "127.0.0.1",
        "attacker@cacao.example.org@x",
        "[",
        "",
        "x" * 300,
    ],
)
def test_a_request_for_another_host_is_refused(home: World, host: str) -> None:
    browser = visitor(home)
    token = csrf_of(browser)
    before = rows(home)
    for method, address in (
        ("GET", "/"),
        ("POST", "/sign-in"),
        ("GET", "/nothing"),
        ("GET", "/static/style.css"),
    ):
        fields = {"address": "ann@example.org", "csrf_token": token} if method == "POST" else None
        answer = browser.request(method, address, headers={"Host": host}, data=fields)
        assert answer.status_code == 400, (host, address)
        assert "attacker" not in answer.get_data(as_text=True)
        assert "not known by that name" in answer.get_data(as_text=True)
    assert rows(home) == before


@pytest.mark.parametrize("host", ["cacao.example.org", "cacao.example.org:443", "CACAO.example.org"])
def test_our_own_name_is_answered(home: World, host: str) -> None:
    assert visitor(home).request("GET", "/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/live", "/ready", "/metrics"])
def test_health_checks_reach_us_by_any_name(home: World, path: str) -> None:
    assert visitor(home).request("GET", path, headers={"Host": "10.0.0.7:8000"}).status_code == 200


def test_at_home_this_machine_has_several_names(installed: Installed) -> None:
    client = installed(base_url="http://127.0.0.1:8000").app.test_client()
    for host, status in (
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("[::1]:8000", 200),
        ("attacker.example", 400),
    ):
        assert client.get("/", headers={"Host": host}).status_code == status, host


def test_no_address_on_a_page_or_in_a_mail_comes_from_a_request(home: World) -> None:
    key = furnished(home)["running"]
    for place in places(home, key):
        if "GET" in place.methods:
            answer = visitor(home, "Ann").request("GET", place.address, headers=HOSTILE)
            told = answer.get_data(as_text=True) + str(answer.headers)
            assert "attacker" not in told, place
            assert "http://" not in re.sub(r"http://www\.w3\.org\S*", "", told), place
    browser = visitor(home)
    fields = {"csrf_token": csrf_of(browser), "address": "eve@example.org"}
    assert (
        browser.request("POST", "/sign-in", data=fields, headers=HOSTILE).headers["Location"]
        == "/mail-is-out"
    )
    assert home.mails(Kind.SIGN_IN)


def test_a_redirect_to_the_right_slash_names_our_own_host(installed: Installed, tmp_path: Path) -> None:
    world = installed(base_url="http://127.0.0.1:8000", mailbox=tmp_path)
    answer = world.app.test_client().get(
        "/mailbox", headers={"Host": "localhost:8000", "X-Forwarded-Host": "attacker.example"}
    )
    assert answer.headers["Location"] == "http://127.0.0.1:8000/mailbox/"


@pytest.fixture
def behind_a_proxy(installed: Installed) -> Iterator[World]:
    made = installed(proxy_hops=1)
    with made.app.test_request_context():
        yield made


def asked_until_refused(world: World, forwarded: str) -> int:
    """How often somebody behind these proxies can ask for a link."""
    browser = visitor(world)
    browser.client.environ_base["REMOTE_ADDR"] = "10.9.9.9"
    token = csrf_of(browser)
    for n in range(30):
        fields = {"address": f"a{n}@example.org", "csrf_token": token}
        headers = {"X-Forwarded-For": forwarded.format(n=n)}
        if browser.request("POST", "/sign-in", data=fields, headers=headers).status_code == 429:
            return n
    return 30


def test_without_a_proxy_nobody_hides_behind_a_forwarded_address(home: World) -> None:
    assert asked_until_refused(home, "1.2.3.{n}") == 20


def test_behind_a_proxy_its_word_counts_and_no_other(behind_a_proxy: World) -> None:
    assert asked_until_refused(behind_a_proxy, "1.2.3.{n}, 5.6.7.8") == 20
    assert asked_until_refused(behind_a_proxy, "9.9.9.9, 5.6.8.{n}") == 30


def test_behind_a_proxy_the_host_must_still_be_ours(behind_a_proxy: World) -> None:
    browser = visitor(behind_a_proxy)
    answer = browser.request(
        "GET", "/", headers={"Host": "attacker.example", "X-Forwarded-Host": "cacao.example.org"}
    )
    assert answer.status_code == 400
    assert post(browser, "/sign-in", address="ann@example.org").status == 302
    assert behind_a_proxy.service.settings.base_url == BASE_URL
