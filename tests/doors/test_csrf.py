"""No other site can send our forms: each one that a cookie authorises needs a token from our own page."""

import re

from tests.doors.visiting import csrf_of, post, rows, visitor
from tests.doors.walking import furnished, places
from tests.world import World

BY_LINK = {"turn", "invitation", "account_link"}
"""These ask for no cookie: the signed link in the address authorises them."""


def test_every_form_that_a_cookie_authorises_refuses_without_a_token(home: World) -> None:
    key = furnished(home)["running"]
    forms = [place for place in places(home, key) if "POST" in place.methods]
    guarded = [place for place in forms if place.endpoint.partition(".")[0] not in BY_LINK]
    assert len(guarded) > 15
    before = rows(home)
    stranger_token = csrf_of(visitor(home))
    for place in guarded:
        ann = visitor(home, "Ann")
        for fields in ({}, {"csrf_token": ""}, {"csrf_token": "forged"}, {"csrf_token": stranger_token}):
            answer = ann.request("POST", place.address, data=fields)
            assert answer.status_code == 400, place
            assert "too old" in answer.get_data(as_text=True)
    assert rows(home) == before


def test_what_a_link_authorises_takes_no_notice_of_cookies(home: World) -> None:
    """Signed in as somebody else, or not at all: the link alone counts."""
    key = home.open_game("Bob", "")
    seat = home.seats(key)[1]
    assert seat.person_id is not None
    token = home.service.tokens.invitation(seat.id, seat.person_id)
    answer = visitor(home, "Ann").request("POST", f"/i/{token}/join", data={"name": "Bobby"})
    assert answer.status_code == 302
    assert {each.person.name for each in home.seats(key) if each.person} == {"Ann", "Bobby"}


def test_every_form_on_our_pages_brings_its_token(home: World) -> None:
    games = furnished(home)
    for key in games.values():
        for place in places(home, key):
            for browser in (visitor(home), visitor(home, "Ann")):
                if "GET" not in place.methods:
                    continue
                for form in browser.get(place.address).forms:
                    by_link = re.match(r"(https://[^/]+)?/[tiu]/", form.action or place.address)
                    assert form.method == "get" or by_link or form.fields.get("csrf_token"), (
                        place,
                        form.action,
                    )


def test_a_token_is_of_no_use_in_another_browser(home: World) -> None:
    token = csrf_of(visitor(home, "Ann"))
    profile = {"name": "Mallory", "language": "en", "zone": "UTC", "mailing": "at-once", "csrf_token": token}
    assert visitor(home, "Ann").request("POST", "/settings", data=profile).status_code == 400
    own = visitor(home, "Ann")
    assert post(own, "/settings", **{**profile, "csrf_token": csrf_of(own)}).status == 302
