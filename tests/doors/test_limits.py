"""How often somebody may ask: per client, per person, per inbox; together in Redis, alone without it."""

from collections.abc import Iterator
from time import monotonic

import pytest
from limits import parse

from app.counting import Counters
from app.models import Kind
from app.refused import TooOften
from app.usecases import hosting
from tests.browsing import Browser
from tests.doors.visiting import csrf_of, post, rows, visitor
from tests.installing import Installed
from tests.servers.processes import free_port
from tests.servers.redis import Redis, run_redis
from tests.world import World

THREE = parse("3 per hour")


def asked_until_refused(counters: Counters, who: str = "ann") -> int:
    for n in range(20):
        try:
            counters.check(THREE, "this", who)
        except TooOften:
            return n
    return 20


def until_refused(browser: Browser, address: str, most: int, /, **fields: str) -> int:
    """How many such forms are taken before one is refused as too often."""
    token = csrf_of(browser)
    for n in range(most):
        data = {"csrf_token": token, **{name: value.format(n=n) for name, value in fields.items()}}
        answer = browser.request("POST", address, data=data)
        if answer.status_code == 429:
            assert 0 < int(answer.headers["Retry-After"]) <= 86_400
            assert "too often" in answer.get_data(as_text=True)
            return n
        assert answer.status_code in (302, 422), answer.get_data(as_text=True)
    return most


def test_each_is_counted_alone() -> None:
    counters = Counters("memory://")
    assert asked_until_refused(counters, "ann") == 3
    assert asked_until_refused(counters, "ann") == 0
    assert asked_until_refused(counters, "bob") == 3


def test_counts_whose_time_is_over_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    counters, now = Counters("memory://"), 0.0
    monkeypatch.setattr("app.counting.monotonic", lambda: now)
    assert asked_until_refused(counters, "ann") == 3
    now = 3601.0
    assert asked_until_refused(counters, "ann") == 3
    for n in range(5000):
        now += 10
        counters.check(THREE, "this", f"somebody {n}")
    assert len(counters._here._counts) < 2000


def test_all_processes_count_together_in_redis(redis_server: Redis) -> None:
    url = redis_server.fresh_database()
    assert asked_until_refused(Counters(url)) == 3
    assert asked_until_refused(Counters(url)) == 0


def test_no_address_is_kept_in_redis(redis_server: Redis) -> None:
    import redis

    url = redis_server.fresh_database()
    Counters(url).check(THREE, "mails", "ann@example.org")
    with redis.from_url(url) as client:
        keys = client.keys("*")
        assert len(keys) == 1
        assert b"ann" not in keys[0]


def test_without_redis_each_process_counts_for_itself_at_once() -> None:
    url = f"redis://127.0.0.1:{free_port()}/0"
    began = monotonic()
    assert [asked_until_refused(Counters(url)) for _ in range(10)] == [3] * 10
    assert monotonic() - began < 10, "far below what ten would take that try again and again"


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    with run_redis() as server:
        yield server


def test_nobody_waits_for_a_redis_that_is_stopped(
    own_redis: Redis, installed: Installed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.counting.monotonic", lambda: 0.0)  # however slow we are, the pause is not over
    processes = [installed(broker_url=own_redis.url()) for _ in range(3)]
    browsers = [visitor(process) for process in processes]

    def ask(name: str) -> list[int]:
        return [
            post(browser, "/sign-in", address=f"{name}{n}@example.org").status
            for n, browser in enumerate(browsers)
        ]

    assert ask("ann") == [302] * 3
    with own_redis.frozen():
        assert ask("bob") == ask("cleo") == [302] * 3
    assert len(processes[0].mails(Kind.SIGN_IN)) == 9
    failures = [record for record in caplog.records if record.name == "app.counting"]
    assert len(failures) == 3, "each process asks it once, and then leaves it alone for a while"


def test_sign_in_links_per_client_and_per_inbox(home: World) -> None:
    assert until_refused(visitor(home), "/sign-in", 30, address="a{n}@example.org") == 20
    assert until_refused(visitor(home), "/sign-in", 30, address="ann+{n}@example.org") == 5
    assert until_refused(visitor(home), "/sign-in", 30, address="ann@example.org") == 0
    assert until_refused(visitor(home), "/sign-in", 3, address="bob@example.org") == 3
    assert len(home.mails(Kind.SIGN_IN)) == 20 + 5 + 3


def test_every_form_that_mails_a_stranger_counts_for_the_same_inbox(home: World) -> None:
    key = home.open_game("", listed=True)
    token = home.service.tokens.open_seat(key)
    eve = {"name": "Eve", "address": "e.v.e+{n}@gmail.com"}
    assert until_refused(visitor(home), "/games", 2, title="T", guest1="open", **eve) == 2
    assert until_refused(visitor(home), f"/open/{token}", 2, **eve) == 2
    assert until_refused(visitor(home), f"/g/{key}/join", 5, **eve) == 1
    assert until_refused(visitor(home), "/sign-in", 5, address="eve@googlemail.com") == 0


def test_nobody_is_locked_out_by_forms_that_mail_nothing(home: World) -> None:
    """Who names somebody's address in forms full of mistakes does not use up that person's sign-in links."""
    named = {"name": "Eve", "address": "ann@example.org"}
    assert until_refused(visitor(home), "/games", 9, title="", guest1="open", **named) == 9
    assert until_refused(visitor(home, "Bob"), "/games", 9, title="T", guest1="open", **named) == 9
    assert until_refused(visitor(home), "/sign-in", 9, address="ann@example.org") == 5


def test_games_per_client(home: World) -> None:
    assert until_refused(visitor(home, "Ann"), "/games", 40, title="T", guest1="open") == 30


def test_invitations_per_receiving_inbox(home: World) -> None:
    sent = 0
    for name in ("Ann", "Bob", "Cleo"):
        guests = {"guest1": "address", "address1": "vic.tim+{n}@gmail.com"}
        sent += until_refused(visitor(home, name), "/games", 6, title="T", **guests)
    assert sent == 10
    assert len(home.mails(Kind.INVITATION)) == 10


def test_invitations_per_inviting_person_whatever_the_client(home: World) -> None:
    for n in range(14):
        browser = visitor(home, "Ann")
        guests = {f"address{seat}": f"g{seat}x{n}@example.org" for seat in (1, 2, 3)}
        kinds = {f"guest{seat}": "address" for seat in (1, 2, 3)}
        page = post(browser, "/games", title="T", **guests, **kinds)
        assert page.status == (302 if n < 13 else 429)
    assert len(home.mails(Kind.INVITATION)) == 39
    before = rows(home)
    key = home.game(home.open_game("")).key
    seat = home.seats(key)[1]
    browser = visitor(home, "Ann")
    answer = post(browser, f"/g/{key}/seats/{seat.id}", guest="address", address="more@example.org")
    assert answer.status == 429
    assert rows(home)["notifications"] == before["notifications"]
    assert "tomorrow" in answer.text


def test_what_is_refused_leaves_nothing_behind(home: World) -> None:
    home.person("Ann")
    guests = {"guest1": "address", "address1": "victim@example.org"}
    until_refused(visitor(home, "Ann"), "/games", 11, title="T", **guests)
    before = rows(home)
    assert post(visitor(home, "Ann"), "/games", title="T", **guests).status == 429
    assert rows(home) == before


def test_a_strangers_invitations_are_counted_when_they_go_out(home: World) -> None:
    """So a stranger who proves no address cannot keep anybody from being invited."""
    for n in range(12):
        stranger = hosting.Stranger("Eve", f"eve{n}@example.org")
        hosting.create(home.service, stranger, hosting.NewGame("T", ["victim@example.org"], None), home.now)
    assert (
        post(
            visitor(home, "Ann"), "/games", title="T", guest1="address", address1="victim@example.org"
        ).status
        == 302
    )


def test_all_forms_of_a_client(home: World) -> None:
    browser = visitor(home, "Ann")
    profile = {"name": "Ann", "language": "en", "zone": "UTC", "mailing": "at-once"}
    assert until_refused(browser, "/settings", 320, **profile) == 300


def test_one_link_cannot_be_hammered(home: World) -> None:
    key = home.start_game("Bob")
    token = home.service.tokens.turn(home.link(key, 0))
    assert until_refused(visitor(home), f"/t/{token}", 130, move="use") == 120
    other = home.service.tokens.turn(home.link(key, 0)._replace(seat=1))
    assert visitor(home).request("POST", f"/t/{other}", data={"move": "use"}).status_code == 409


def test_the_neighbours_in_one_ipv6_network_are_one_client(home: World) -> None:
    taken = 0
    for n in range(30):
        browser = visitor(home)
        browser.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{n + 1:x}"
        taken += post(browser, "/sign-in", address=f"b{n}@example.org").status == 302
    assert taken == 20


def test_known_and_unknown_addresses_are_refused_alike(home: World) -> None:
    home.person("Ann")
    for address in ("ann@example.org", "nobody-knows-me@example.org"):
        assert until_refused(visitor(home), "/sign-in", 10, address=address) == 5
