"""Bad input: a page that says what is wrong and what to do, the right status, nothing changed, no 500."""

import re
from io import BytesIO
from pathlib import Path

import pytest

from app.usecases import joining
from app.web.doors import FIELDS
from tests.doors.visiting import LONG, layings, post, refused, rows, tells_what_to_do, turn, visitor
from tests.world import World

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
SENT_BY_GET = {"turn"}
BAD_ADDRESSES = [
    "",
    "nobody",
    "@example.org",
    "a@",
    "a b@example.org",
    "a@example.org\nBcc: b@example.org",
    "a@example.org%0aBcc:b@example.org",
    "a@example.org, b@example.org",
    '"a b"@example.org',
    "a@exa_mple.org",
    "a@-example.org",
    "<a@example.org>",
    "a" * 65 + "@example.org",
    "a@" + "b." * 130 + "org",
    "ä@example.org",
    "a\x00@example.org",
]
BAD_LINES = [
    "",
    "   ",
    "two\nlines",
    "two\rlines",
    "zero\x00byte",
    "turned \u202earound",
    "line\u2028break",
    "un\x85seen",
    "https://spam.example",
    "see spam.example",
    "SPAM．COM",
    "write to a@b.de",
    "t.me/spam",
    "javascript:alert(1)",
    LONG,
]
NO_MOVES = [
    "",
    "use",
    "1111@99,99:0",
    "9999@0,1:0",
    "1111@0,1:7",
    LONG[:300],
    "1111@0,1:0 " * 20,
    "\x00",
    "🙂",
]
NOT_OFFERED: list[tuple[str, dict[str, str]]] = [
    ("/settings", {"name": "Ann", "language": "xx", "zone": "UTC", "mailing": "at-once"}),
    ("/settings", {"name": "Ann", "language": "en", "zone": "Mars/Base", "mailing": "at-once"}),
    ("/settings", {"name": "Ann", "language": "en", "zone": "../../etc", "mailing": "at-once"}),
    ("/settings", {"name": "Ann", "language": "en", "zone": "UTC", "mailing": "never"}),
    ("/settings", {}),
    ("/settings/holiday", {"until": "yesterday"}),
    ("/settings/holiday", {"until": "0001-01-01"}),
    ("/settings/holiday", {"until": "9999-12-31"}),
    ("/settings/order", {"order": "sell", "least_price": "9", "keep": "0"}),
    ("/settings/order", {"order": "sell", "least_price": "1", "keep": "0"}),
    ("/settings/order", {"order": "sell", "least_price": "²", "keep": "0"}),
    ("/settings/order", {"order": "sell", "least_price": "2", "keep": "-1"}),
    ("/settings/order", {"order": "sell", "least_price": "", "keep": ""}),
    ("/settings/erase", {}),
    ("/games", {}),
    ("/games", {"title": "T"}),
    ("/games", {"title": "T", "guest1": "bot:cheater"}),
    ("/games", {"title": "T", "guest1": "open", "pace": "5"}),
    ("/games", {"title": "T", "guest1": "open", "pace": "9" * 10}),
    ("/games", {"title": "T", "guest1": "open", "pace": "x"}),
    ("/games", {"title": "T", "guest1": "open", "first": "3"}),
    ("/games", {"title": "T", "guest1": "open", "first": "²"}),
    ("/games", {"title": "T", "guest1": "open", "guest2": "nonsense"}),
]
MARKUP = "<b>&'\"</b>{{ 1 }}<!--"


def test_another_move_than_the_one_that_was_made(world: World) -> None:
    key = world.start_game("Bob")
    address, other = turn(world, key, 0), layings(world, key, 0)[3]
    world.move(key, 0, 0)
    refused(world, visitor(world), address, 409, move=other)


def test_what_is_no_legal_move(world: World) -> None:
    key = world.start_game("Bob")
    for move in NO_MOVES:
        refused(world, visitor(world), turn(world, key, 0), 422, move=move)


def test_a_move_as_long_as_a_book(world: World) -> None:
    key = world.start_game("Bob")
    refused(world, visitor(world), turn(world, key, 0), 413, move=LONG)


def test_a_field_nobody_knows(world: World) -> None:
    key = world.start_game("Bob")
    move = layings(world, key, 0)[0]
    refused(world, visitor(world), turn(world, key, 0), 400, move=move, seat="1")
    refused(world, visitor(world), "/sign-in", 400, address="ann@example.org", admin="yes")
    refused(world, visitor(world, "Ann"), "/settings", 400, name="Ann", person_id="2")
    refused(world, visitor(world), "/sign-in", 400, address="ann@example.org", name=(BytesIO(b"x"), "x.png"))


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_body_that_is_too_large(world: World, kind: str) -> None:
    key = world.start_game("Bob")
    before = rows(world)
    body = (
        b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n'
        + b"text="
        + b"y" * 70_000
        + b"\r\n--x--"
    )
    for address in (turn(world, key, 0), "/sign-in", "/games", f"/g/{key}/say"):
        browser = visitor(world, "Ann")
        answer = browser.request("POST", address, data=body, content_type=kind)
        tells_what_to_do(browser.page(answer, address), [413])
    assert rows(world) == before


def test_a_form_with_too_many_parts(world: World) -> None:
    browser = visitor(world)
    parts = "".join(f'--x\r\nContent-Disposition: form-data; name="n{n}"\r\n\r\n1\r\n' for n in range(200))
    answer = browser.request(
        "POST", "/sign-in", data=parts + "--x--", content_type="multipart/form-data; boundary=x"
    )
    tells_what_to_do(browser.page(answer, "/sign-in"), [413])


def test_an_address_that_is_none(world: World) -> None:
    key = world.open_game("")
    seat, token = world.seats(key)[1], world.service.tokens.open_seat(key)
    for bad in BAD_ADDRESSES:
        refused(world, visitor(world), "/sign-in", 422, address=bad)
        refused(world, visitor(world), "/games", 422, title="T", name="A", address=bad, guest1="open")
        refused(world, visitor(world), f"/open/{token}", 422, name="A", address=bad)
        ann = visitor(world, "Ann")
        refused(world, ann, f"/g/{key}/seats/{seat.id}", 422, guest="address", address=bad)
        if bad:  # without an address nobody sits there
            invite = {"title": "T", "guest1": "address", "address1": bad, "guest2": "open"}
            refused(world, ann, "/games", 422, **invite)


def test_a_name_or_title_that_is_none(world: World) -> None:
    key = world.open_game("Bob", "")
    seat, tokens = world.seats(key)[1], world.service.tokens
    assert seat.person_id is not None
    profile = {"language": "en", "zone": "UTC", "mailing": "at-once"}
    for n, bad in enumerate(BAD_LINES):
        eve = {"address": f"eve{n}@example.org"}
        refused(world, visitor(world), "/games", 422, title="T", name=bad, guest1="open", **eve)
        refused(world, visitor(world), "/games", 422, title=bad, name="Eve", guest1="open", **eve)
        refused(world, visitor(world), f"/open/{tokens.open_seat(key)}", 422, name=bad, **eve)
        ann = visitor(world, "Ann")
        refused(world, ann, "/games", 422, title=bad, guest1="bot:greedy")
        refused(world, ann, "/settings", 422, name=bad, **profile)
        if bad.strip():  # an empty name keeps the one the person has
            invitation = tokens.invitation(seat.id, seat.person_id)
            refused(world, visitor(world), f"/i/{invitation}/join", 422, name=bad)


def test_markup_in_names_and_titles_is_shown_as_it_was_typed(world: World) -> None:
    ann = visitor(world, "Ann")
    post(ann, "/settings", name=MARKUP, language="en", zone="UTC", mailing="at-once")
    key = world.open_game("Bob", "", title=MARKUP, listed=True)
    seat = world.seats(key)[1]
    assert seat.person_id is not None
    tokens = world.service.tokens
    addresses = [
        "/",
        f"/g/{key}",
        "/i/" + tokens.invitation(seat.id, seat.person_id),
        "/open/" + tokens.open_seat(key),
    ]
    for address in addresses:
        page = visitor(world).get(address)
        assert page.text.count(MARKUP) >= 1, address
        assert "<b>" not in page.html
    mail = post(ann, f"/g/{key}/say", text=f"{MARKUP}\n\x00\u202e<script>alert(1)</script>")
    assert mail.status == 302
    page = ann.get(f"/g/{key}")
    assert "<script>alert" not in page.html


def test_a_choice_that_was_not_offered(world: World) -> None:
    world.person("Ann")
    for path, fields in NOT_OFFERED:
        refused(world, visitor(world, "Ann"), path, 422, **fields)


def test_ten_thousand_characters_where_a_choice_is_expected(world: World) -> None:
    world.person("Ann")
    for field in ("pace", "first", "guest1", "address1", "zone", "listed"):
        fields = {"title": "T", "guest1": "open", field: "9" * 10_000}
        refused(world, visitor(world, "Ann"), "/games", 413, **fields)


def test_what_only_others_may_do(world: World) -> None:
    key, waiting = world.start_game("Bob"), world.open_game("Bob", "")
    seat = world.seats(waiting)[2]
    for who in ("Cleo", "Bob"):
        refused(world, visitor(world, who), f"/g/{waiting}/cancel", 403)
        refused(world, visitor(world, who), f"/g/{waiting}/seats/{seat.id}", 403, guest="bot:greedy")
    for path in ("resign", "rematch", "order", "leave", "say", "notes", "mute"):
        refused(world, visitor(world, "Cleo"), f"/g/{key}/{path}", 403, text="hello")
    for path in ("cancel", "resign", "rematch", "order", "leave", "say", "notes", "mute", f"seats/{seat.id}"):
        refused(world, visitor(world), f"/g/{key}/{path}", 403, text="hello")
    refused(world, visitor(world), "/settings", 403, name="Ann")
    refused(world, visitor(world, "Cleo"), f"/g/{waiting}/join", 404)
    refused(world, visitor(world), f"/g/{waiting}/join", 404, name="E", address="e@example.org")
    tells_what_to_do(visitor(world).get("/my-games"), [403])


def test_a_game_that_is_not_there(world: World) -> None:
    world.person("Ann")
    for key in ("nothing", "%00", "a%00b", "é", "%ff", "' OR 1=1 --", "x" * 5000, "..", "-"):
        browser = visitor(world, "Ann")
        for path in ("", "/at/0", "/record.json", "/shuffle"):
            tells_what_to_do(browser.get(f"/g/{key}{path}"), [404])
        for path in (
            "cancel",
            "leave",
            "resign",
            "rematch",
            "order",
            "say",
            "notes",
            "mute",
            "join",
            "seats/1",
        ):
            refused(world, browser, f"/g/{key}/{path}", 404, text="hello")


def test_a_move_or_seat_that_is_not_there(world: World) -> None:
    key = world.start_game("Bob")
    for number in ("99", "-1", "9" * 19, "9" * 5000, "²", "1.5", "0x1"):
        tells_what_to_do(visitor(world).get(f"/g/{key}/at/{number}"), [404])
        refused(world, visitor(world, "Ann"), f"/g/{key}/seats/{number}", 404, 409, guest="bot:greedy")


def test_the_record_of_a_running_game_is_nobodys(world: World) -> None:
    key = world.start_game("Bob", listed=True)
    for who in (None, "Ann", "Cleo"):
        tells_what_to_do(visitor(world, who).get(f"/g/{key}/record.json"), [409])


def test_a_seat_can_be_declined_again_and_again(world: World) -> None:
    key = world.open_game("Bob", "")
    for _ in range(3):
        seat = world.seats(key)[1]
        assert seat.person_id is not None
        joining.decline(
            world.service, world.service.tokens.invitation(seat.id, seat.person_id), False, world.now
        )
        page = post(
            visitor(world, "Ann"), f"/g/{key}/seats/{seat.id}", guest="address", address="bob@example.org"
        )
        assert page.status == 302


def test_a_cookie_of_somebody_who_is_gone_signs_nobody_in(world: World) -> None:
    browser = visitor(world, "Ann")
    post(browser, "/settings/erase", sure="yes")
    other_device = visitor(world)
    with other_device.client.session_transaction(base_url="https://cacao.example.org") as session:
        session["person"] = 1
    assert other_device.get("/").status == 200
    for path in ("/settings", "/my-games", "/settings/my-data.json"):
        tells_what_to_do(other_device.get(path), [403])
    refused(world, other_device, "/settings", 403, name="Ann", language="en", zone="UTC", mailing="at-once")
    with other_device.client.session_transaction(base_url="https://cacao.example.org") as session:
        session["person"] = 4711
    refused(world, other_device, "/games", 422, title="T", guest1="open")


def test_every_field_of_our_own_forms_is_known() -> None:
    """A form that gets a new field needs it in the table of fields, too."""
    written = "\n".join(file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.html"))
    controls = re.findall(r"<(?:input|select|textarea|button)\b[^>]*?\sname=\"([^\"]+)\"", written)
    names = {name for name in controls if "{{" not in name} - SENT_BY_GET
    assert {"title", "address", "csrf_token", "zone"} <= names
    assert names <= FIELDS.keys()
