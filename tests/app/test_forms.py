"""Forms: what was done is said where it was done, and a mistake comes back with what was typed."""

from datetime import timedelta

import pytest

from app import clock
from app.usecases import people
from tests.browsing import Browser, Page
from tests.doors.visiting import post, visitor
from tests.world import World


def sent(browser: Browser, page: Page, ending: str, **changes: str) -> Page:
    """The answer to a form of a page."""
    return browser.send(page, page.form_to(ending), changes)


@pytest.mark.parametrize("days", [-2, 44])
def test_a_holiday_that_cannot_be_comes_back_with_the_mistake(world: World, days: int) -> None:
    ann = visitor(world, "Ann")
    day = (clock.now() + timedelta(days=days)).date().isoformat()
    page = sent(ann, ann.get("/settings"), "/holiday", until=day)
    assert page.status == 422
    assert "A holiday ends today or later, and lasts at most 42 days." in page.text
    assert page.form("until").fields["until"] == day
    assert people.person(world.service, world.person("Ann")).holiday_until is None


def test_a_holidays_form_offers_the_days_that_can_be(world: World) -> None:
    ann, today = visitor(world, "Ann"), clock.now().date()
    assert f'min="{today}" max="{today + clock.LONGEST_HOLIDAY}"' in ann.get("/settings").html


def test_a_guest_who_refuses_comes_back_with_the_mistake(world: World) -> None:
    key, ann = world.open_game("", "bot:greedy"), visitor(world, "Ann")
    ending = f"/seats/{world.seats(key)[1].id}"
    for address, mistake in (
        ("nobody", "“nobody” is not a mail address."),
        ("ann@example.org", "sits at this table already."),
    ):
        page = sent(ann, ann.get(f"/g/{key}"), ending, guest="address", address=address)
        assert page.status == 422
        assert mistake in page.text
        assert page.form_to(ending).fields["address"] == address
    page = sent(ann, page, ending, guest="address", address="bob@example.org")
    assert page.status == 200
    assert "is invited and has not answered yet" in page.text


@pytest.mark.parametrize(
    ("form", "fields", "anchor", "words"),
    [
        ("say", {"text": "Hello"}, "say", "Said. The others read it here"),
        ("notes", {"notes": "Gold!"}, "my-notes", "Saved."),
        ("order", {"order": "sell", "least_price": "3", "keep": "1"}, "order", "Saved."),
        ("mute", {}, "mails", "You get no more mails about this game."),
    ],
)
def test_the_game_page_comes_back_at_the_form_and_says_that_it_is_done(
    world: World, form: str, fields: dict[str, str], anchor: str, words: str
) -> None:
    ann, address = visitor(world, "Ann"), f"/g/{world.start_game('Bob')}"
    page = ann.get(address)
    answer = ann.request("POST", f"{address}/{form}", data={**page.form_to(form).fields, **fields})
    assert answer.headers["Location"] == f"{address}#{anchor}"
    page = ann.get(address)
    assert f'id="{anchor}"' in page.html
    assert words in page.text
    assert words not in ann.get(address).text


def test_who_has_asked_for_more_time_is_told_that_there_is_more(world: World) -> None:
    key, guest = world.start_game("Bob"), visitor(world)
    link = "/t/" + world.service.tokens.turn(world.link(key, 0))
    assert "You have more time" not in guest.get(link).text
    page = post(guest, f"{link}/more-time")
    assert page.status == 302
    assert "You have more time, until:" in guest.get(link).text


def test_a_host_is_asked_before_a_game_is_cancelled_and_told_afterwards(world: World) -> None:
    key, ann = world.open_game("Bob"), visitor(world, "Ann")
    page = ann.get(f"/g/{key}")
    assert "This cannot be taken back." in page.form_to("/cancel").words
    page = sent(ann, page, "/cancel")
    assert page.address == "/my-games"
    assert "The game is cancelled." in page.text
