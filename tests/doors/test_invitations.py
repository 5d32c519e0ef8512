"""Invitations cannot be used to spam, mails end for ever when somebody says so, and nobody is found out."""

import re
from threading import Barrier, Thread

import pytest

from app import texts
from app.models import Delivery, Kind, Mailing, Person, SilentInbox
from app.refused import Invalid
from app.usecases import erasing, hosting, joining, muting, people, sign_in
from tests.browsing import Browser
from tests.doors.visiting import post, rows, visitor
from tests.world import World

SAME_INBOX = [
    ("victim@gmail.com", "v.i.c.tim@gmail.com"),
    ("victim@gmail.com", "Victim+games@googlemail.com"),
    ("vic.tim@googlemail.com", "victim@gmail.com"),
    ("victim@example.org", "victim+more@example.org"),
    ("victim+one@example.org", "victim+two@example.org"),
]
OTHER_INBOX = [
    ("victim@example.org", "vic.tim@example.org"),
    ("victim@example.org", "victim@example.com"),
    ("victim@gmail.com", "victim2@gmail.com"),
    ("+x@example.org", "+y@example.org"),
]


@pytest.mark.parametrize(("one", "other"), SAME_INBOX)
def test_one_inbox_has_many_spellings(one: str, other: str) -> None:
    assert texts.inbox(one) == texts.inbox(other)


@pytest.mark.parametrize(("one", "other"), OTHER_INBOX)
def test_other_inboxes_are_others(one: str, other: str) -> None:
    assert texts.inbox(one) != texts.inbox(other)


@pytest.mark.parametrize(
    "name",
    [
        "Dr. No",
        "J.R.R. Tolkien",
        "Anne-Marie O'Neil",
        "Zoë 😀",
        "محمد",
        "v2.0",
        "v1.2.3",
        "St. Pauli",
        "18.11.2026",
        "モーニング娘。",
        "3:0",
        "Sundays, 8.30 h",
        "Ok...",
        "A. & B.",
    ],
)
def test_names_that_people_have_are_no_links(name: str) -> None:
    assert texts.name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "spam.example",
        "spam．example",
        "spam。example",
        "spam｡example",
        "192.0.2.7",
        "look at 192.0.2.7/prize",
        "192。0。2。7",
        "１９２.0.2.7",
    ],
)
def test_names_that_mail_programs_make_links_of_are_refused(name: str) -> None:
    with pytest.raises(Invalid):
        texts.name(name)
    with pytest.raises(Invalid):
        texts.title(name)


def test_an_address_that_looks_like_a_link_is_still_an_address(world: World) -> None:
    """Its owner is called after it, without the dots that would make it a link in a mail."""
    for address in (
        "joe.info@example.org",
        "www.spam.com@example.org",
        "...@example.org",
        "a" * 64 + "@example.org",
    ):
        assert post(visitor(world), "/sign-in", address=address).status == 302
        key = world.open_game("", title="T")
        seat = world.seats(key)[1]
        page = post(visitor(world, "Ann"), f"/g/{key}/seats/{seat.id}", guest="address", address=address)
        assert page.status == 302
    with world.service.database.reading() as session:
        names = [person.name for person in session.query(Person)]
    assert "www spam com" in names
    assert not [name for name in names if re.search(r"\w\.\w", name) or len(name) > texts.LONGEST_NAME]


def invite(world: World, address: str) -> str:
    wish = hosting.NewGame("Sunday game", [address], 48)
    return hosting.create(world.service, world.person("Ann"), wish, world.now).key


def token_of(world: World, key: str) -> str:
    seat = world.seats(key)[1]
    assert seat.person_id is not None
    return world.service.tokens.invitation(seat.id, seat.person_id)


@pytest.mark.parametrize(("one", "other"), SAME_INBOX)
def test_never_mail_me_holds_for_every_spelling_of_the_inbox(home: World, one: str, other: str) -> None:
    browser = visitor(home)
    answer = browser.request("POST", f"/i/{token_of(home, invite(home, one))}/decline", data={"never": "yes"})
    assert answer.status_code == 200
    mails = len(home.mails(Kind.INVITATION))
    for spelling in (one, other):
        with pytest.raises(Invalid):
            invite(home, spelling)
        page = post(visitor(home, "Ann"), "/games", title="T", guest1="address", address1=spelling)
        assert page.status == 422
        assert post(visitor(home), "/sign-in", address=spelling).status == 302
    assert len(home.mails(Kind.INVITATION)) == mails
    assert home.mails(Kind.SIGN_IN) == []


def test_an_inbox_that_said_no_once_may_still_be_invited(home: World) -> None:
    key = invite(home, "bob@example.org")
    joining.decline(home.service, token_of(home, key), False, home.now)
    invite(home, "bob@example.org")
    assert len(home.pending(Kind.INVITATION)) == 1


@pytest.mark.parametrize(("one", "other"), SAME_INBOX)
def test_never_mail_me_outlives_the_account(home: World, one: str, other: str) -> None:
    """Of the address only a digest is kept; the operator can still take it back."""
    key = invite(home, one)
    person_id = home.seats(key)[1].person_id
    assert person_id is not None
    joining.decline(home.service, token_of(home, key), True, home.now)
    erasing.erase(home.service, person_id, home.now)
    assert texts.address(one) not in str(rows(home))
    for spelling in (one, other):
        with pytest.raises(Invalid):
            invite(home, spelling)
        assert post(visitor(home), "/sign-in", address=spelling).status == 302
    assert home.mails(Kind.SIGN_IN) == []
    assert muting.mail_again(home.service, other) == 1
    invite(home, one)


def test_who_only_left_can_be_invited_again(home: World) -> None:
    erasing.erase(home.service, home.person("Bob"), home.now)
    invite(home, "bob@example.org")
    assert len(home.pending(Kind.INVITATION)) == 1


def test_erasing_twice_is_erasing_once(home: World) -> None:
    bob = home.person("Bob")
    with home.service.database.writing() as session:
        muting.stop_all_mail(session, session.get_one(Person, bob))
    for _ in range(2):
        erasing.erase(home.service, bob, home.now)
    with home.service.database.reading() as session:
        assert session.query(SilentInbox).count() == 1


def one_click(world: World, person_id: int, seat_id: int | None, **options: object) -> int:
    """What a mail program sends when its user clicks "unsubscribe": no cookie, no page before (RFC 8058)."""
    browser = visitor(world)
    token = world.service.tokens.mute(person_id, seat_id)
    answer = browser.request("POST", f"/u/{token}", **options)
    assert not answer.headers.get_all("Set-Cookie")
    return answer.status_code


@pytest.mark.parametrize("multipart", [False, True])
def test_one_click_unsubscribing_needs_no_cookie(world: World, multipart: bool) -> None:
    key = world.start_game("Bob")
    seat = world.seats(key)[1]
    assert seat.person_id is not None
    kind = "multipart/form-data" if multipart else "application/x-www-form-urlencoded"
    body = {"List-Unsubscribe": "One-Click"}
    assert one_click(world, seat.person_id, seat.id, data=body, content_type=kind) == 200
    assert world.seats(key)[1].muted
    assert one_click(world, seat.person_id, None, data=body, content_type=kind) == 200
    assert people.person(world.service, seat.person_id).mailing is Mailing.MUTE
    assert one_click(world, seat.person_id, None, data=body, content_type=kind) == 200


def test_unsubscribing_from_an_invitation_ends_them_for_every_spelling(home: World) -> None:
    key = invite(home, "victim@gmail.com")
    person_id = home.seats(key)[1].person_id
    assert person_id is not None
    assert one_click(home, person_id, None, data={"List-Unsubscribe": "One-Click"}) == 200
    with pytest.raises(Invalid):
        invite(home, "v.ictim@gmail.com")


def test_to_look_at_the_unsubscribe_link_changes_nothing(world: World) -> None:
    key = world.start_game("Bob")
    seat = world.seats(key)[1]
    before = rows(world)
    for method in ("GET", "HEAD"):
        visitor(world).request(method, "/u/" + world.service.tokens.mute(seat.person_id or 0, seat.id))
    assert rows(world) == before


def test_never_mail_me_can_be_taken_back_by_whoever_said_it(home: World) -> None:
    """At once on the page that says so; later by the operator."""
    browser = visitor(home)
    said = browser.get(f"/i/{token_of(home, invite(home, 'bob@example.org'))}")
    never = next(form for form in said.forms if "never" in form.fields)
    done = browser.send(said, never)
    back = browser.send(done, done.form("again"))
    assert "You get mails again" in back.text
    assert invite(home, "bob@example.org")

    bob = home.person("Bob")
    token = home.service.tokens.mute(bob, None)
    with home.service.database.writing() as session:
        muting.stop_all_mail(session, session.get_one(Person, bob))
    assert muting.mail_again(home.service, "Bob+games@example.org") == 1
    assert invite(home, "bob@example.org")
    erasing.erase(home.service, bob, home.now)
    assert post(browser, f"/u/{token}", again="yes").status == 404


def answers(browser: Browser, address: str, /, **fields: str) -> tuple[int, str, str]:
    """All that somebody can tell answers apart by."""
    page = post(browser, address, **fields)
    shown = re.sub(r'value="[^"]*"|<time.*?</time>', "", page.html)
    return page.status, shown, page.links.get("/mail-is-out", "")


def test_nobody_finds_out_which_addresses_are_known(world: World) -> None:
    """Known, unknown, muted and opted out: the same answers for strangers."""
    people_known = {"ann@example.org": "known", "out@example.org": "opted out", "mute@example.org": "muted"}
    for address in people_known:
        sign_in.ask(world.service, address, "en", world.now)
    with world.service.database.writing() as session:
        for person in session.query(Person):
            person.never_mail = person.address.startswith("out")
            person.mailing = Mailing.MUTE if person.address.startswith("mute") else Mailing.AT_ONCE
    key = world.open_game("", host="Dan", listed=True)
    token = world.service.tokens.open_seat(key)
    seen: set[object] = set()
    for address in (*people_known, "unknown@example.org"):
        eve = {"name": "Eve", "address": address}
        host = {"name": "Eve", "address": "eve@example.org", "title": "T", "guest1": "address"}
        seen.add(
            (
                answers(visitor(world), "/sign-in", address=address),
                answers(visitor(world), f"/open/{token}", **eve),
                answers(visitor(world), f"/g/{key}/join", **eve),
                answers(visitor(world), "/games", title="T", guest1="open", **eve),
                answers(
                    visitor(world),
                    "/games",
                    **{**host, "address1": address, "address": f"eve{len(seen)}@x.org"},
                ),
            )
        )
    assert len(seen) == 1


def test_a_strangers_guest_who_wants_no_mail_has_said_no(world: World) -> None:
    stranger = hosting.Stranger("Eve", "eve@example.org")
    key = invite(world, "bob@example.org")
    joining.decline(world.service, token_of(world, key), True, world.now)
    wish = hosting.NewGame("T", ["bob@example.org", "cleo@example.org"], None)
    game = hosting.create(world.service, stranger, wish, world.now)
    link = world.pending(Kind.SIGN_IN)[0].sign_in_id
    assert link is not None
    joining.use_sign_in(world.service, world.service.tokens.sign_in(link), world.now)
    seats = world.seats(game.key)
    assert [seat.is_open for seat in seats] == [False, True, False]
    assert [mail.seat_id for mail in world.pending(Kind.INVITATION)] == [seats[2].id]


def test_two_who_name_a_new_address_at_the_same_moment_both_succeed(world: World) -> None:
    start, statuses = Barrier(4), []

    def ask() -> None:
        browser = visitor(world)
        browser.get("/sign-in")
        start.wait()
        statuses.append(post(browser, "/sign-in", address="new@example.org").status)

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [302] * 4
    assert len(world.mails(Kind.SIGN_IN)) == 4


@pytest.mark.parametrize("words", ["Ann\r\nBcc: b@example.org", "=?utf-8?q?x=0ABcc:_b?=", "Ann%0d%0aBcc: b"])
def test_no_line_feed_gets_into_a_header(home: World, words: str) -> None:
    """Plain ones are refused; encoded ones stay the letters they are."""
    profile = {"language": "en", "zone": "UTC", "mailing": "at-once"}
    status = post(visitor(home, "Ann"), "/settings", name=words, **profile).status
    assert status == (422 if "\n" in words else 302)
    made = post(visitor(home, "Ann"), "/games", title=words, guest1="address", address1="bob@example.org")
    assert made.status == status
    from tests.mails.postbox import Postbox

    for row in home.mails(Kind.INVITATION):
        head = Postbox(home).bytes_of(row).partition(b"\n\n")[0].decode("ascii")
        assert not re.search(r"^bcc", head, re.I | re.M)
        assert row.delivery is Delivery.PENDING
