"""Signing in by a mailed link: minutes long, single use, shown on GET and used by POST."""

from datetime import timedelta
from threading import Barrier, Thread

import pytest

from app import clock
from app.models import Kind, SignIn
from app.refused import LinkUsedUp
from app.usecases import hosting, joining, sign_in
from tests.browsing import Browser
from tests.doors.visiting import csrf_of
from tests.world import BASE_URL, World


def asked(world: World, address: str = "ann@example.org", ago: timedelta = timedelta(0)) -> str:
    """Ask for a link; its token."""
    sign_in.ask(world.service, address, "de", clock.now() - ago)
    sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
    assert sign_in_id is not None
    return world.service.tokens.sign_in(sign_in_id)


def browser(world: World) -> Browser:
    return Browser(world.app.test_client(), BASE_URL)


def signed_in(world: World) -> Browser:
    """Ann's browser, once she has used her link."""
    world.person("Ann")
    token, ann = asked(world), browser(world)
    page = ann.get(f"/s/{token}")
    ann.send(page, page.form_to(f"/s/{token}"))
    return ann


def used(world: World) -> int:
    with world.service.database.reading() as session:
        return sum(row.used_at is not None for row in session.query(SignIn))


def test_the_link_is_shown_on_get_and_used_by_post(world: World) -> None:
    world.person("Ann")
    token, ann = asked(world), browser(world)
    for method in ("GET", "HEAD"):
        assert ann.request(method, f"/s/{token}").status_code == 200
    assert used(world) == 0
    page = ann.get(f"/s/{token}")
    assert "ann@example.org" in page.text
    page = ann.send(page, page.form_to(f"/s/{token}"))
    assert page.address == "/my-games"
    assert page.status == 200
    assert used(world) == 1


def test_a_scanner_that_opens_the_link_uses_nothing_up(world: World) -> None:
    token = asked(world)
    for _ in range(3):
        assert browser(world).get(f"/s/{token}").status == 200
    ann = browser(world)
    page = ann.get(f"/s/{token}")
    assert ann.send(page, page.form_to(f"/s/{token}")).status == 200


def test_a_link_works_once(world: World) -> None:
    token, ann, other = asked(world), browser(world), browser(world)
    page, again = ann.get(f"/s/{token}"), other.get(f"/s/{token}")
    ann.send(page, page.form_to(f"/s/{token}"))
    assert other.send(again, again.form_to(f"/s/{token}")).status == 410
    assert other.get("/my-games").status == 403


def test_the_link_leads_who_is_signed_in_by_it_once_more(world: World) -> None:
    world.person("Ann")
    key = world.start_game("Bob")
    for game, there in (("", "/my-games"), (key, f"/g/{key}")):
        ann = browser(world)
        page = ann.get(f"/sign-in?game={game}")
        ann.send(page, page.form("address"), {"address": "ann@example.org"})
        sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
        assert sign_in_id is not None
        link = f"/s/{world.service.tokens.sign_in(sign_in_id)}"
        page = ann.get(link)
        assert ann.send(page, page.form_to(link)).address == there
        assert ann.request("GET", link).headers["Location"] == there
        other = browser(world).get(link)
        assert other.status == 410
        assert other.form("address").action == "/sign-in", "whoever else has it can ask for another"


def test_who_has_to_sign_in_for_a_game_comes_back_to_it(world: World) -> None:
    ann, key = browser(world), world.start_game("Bob")
    page = ann.page(ann.request("POST", f"/g/{key}/say", data={"csrf_token": csrf_of(ann)}), "/")
    assert page.form("address").fields["game"] == key


def test_a_game_never_opened_is_not_shown_as_if_it_were(world: World) -> None:
    ann = signed_in(world)
    wish = hosting.NewGame("Mine", ["bob@example.org"], 48)
    long_ago = clock.now() - timedelta(hours=1)
    hosting.create(world.service, hosting.Stranger("Ann", "ann@example.org"), wish, long_ago)
    sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
    assert sign_in_id is not None
    assert ann.get(f"/s/{world.service.tokens.sign_in(sign_in_id)}").status == 410


def test_of_two_clicks_at_the_same_time_one_signs_in(world: World) -> None:
    token, start, results = asked(world), Barrier(6), []

    def click() -> None:
        start.wait()
        try:
            joining.use_sign_in(world.service, token, clock.now())
            results.append("in")
        except LinkUsedUp:
            results.append("used")

    threads = [Thread(target=click) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["in", *["used"] * 5]


@pytest.mark.parametrize(("minutes", "status"), [(29, 200), (30, 410), (31, 410)])
def test_a_link_is_good_for_half_an_hour(world: World, minutes: int, status: int) -> None:
    token = asked(world, ago=timedelta(minutes=minutes))
    assert browser(world).get(f"/s/{token}").status == status


def test_a_new_person_is_made_by_asking_and_speaks_the_language_of_the_page(world: World) -> None:
    token = asked(world, "new.one@example.org")
    person, game = joining.use_sign_in(world.service, token, clock.now())
    assert (person.address, person.name, person.language, game) == (
        "new.one@example.org",
        "new one",
        "de",
        None,
    )


def test_signing_out_ends_it(world: World) -> None:
    ann = signed_in(world)
    settings = ann.get("/settings")
    assert ann.send(settings, settings.form_to("/sign-out")).status == 200
    assert ann.get("/settings").status == 403


def test_what_was_saved_is_said_once_and_in_the_new_language(world: World) -> None:
    ann = signed_in(world)
    settings = ann.get("/settings")
    assert "Saved." not in settings.text
    saved = ann.send(settings, settings.form("mailing"), {"language": "nl", "zone": "UTC"})
    assert "Opgeslagen." in saved.text
    assert "Opgeslagen." not in ann.get("/settings").text


def test_an_erased_account_is_told_so_and_signed_out(world: World) -> None:
    ann = signed_in(world)
    settings = ann.get("/settings")
    gone = ann.send(settings, settings.form("sure"), {"sure": "yes"})
    assert "Your account is erased" in gone.text
    assert ann.get("/settings").status == 403


def test_a_cookie_survives_the_change_of_keys_if_it_is_used_before_the_old_key_is_gone(world: World) -> None:
    at_home, on_the_road = signed_in(world), signed_in(world)
    newest, older = world.service.settings.secret_keys
    world.app.config.update(SECRET_KEY="a key from today on", SECRET_KEY_FALLBACKS=[newest, older])
    assert at_home.get("/settings").status == 200, "and its cookie is signed anew"
    world.app.config.update(SECRET_KEY_FALLBACKS=[])
    assert at_home.get("/settings").status == 200
    assert on_the_road.get("/settings").status == 403
