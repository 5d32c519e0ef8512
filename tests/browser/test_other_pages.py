"""The pages beside the journeys, on a desk, on a phone and in the dark."""

import pytest
from playwright.sync_api import expect

from app.models import Person
from tests.browser.house import House, ready_to_lay
from tests.browser.playing import sign_in
from tests.browser.reader import DARK, DARK_PHONE, DESK, PHONE, Device, Welcome

every_light = pytest.mark.parametrize("device", [PHONE, DESK, DARK], ids=lambda device: device.name)


@every_light
def test_everything_a_visitor_can_see(house: House, welcome: Welcome, device: Device) -> None:
    with house.world.app.test_request_context():
        key = house.world.open_game("bot:greedy", "", listed=True)
    visitor = welcome(device)
    for name, address in {
        "start-listed": "/",
        "sign-in": "/sign-in",
        "open-seat": f"/open/{house.world.service.tokens.open_seat(key)}",
        "table-listed": f"/g/{key}",
        "rules": "/rules",
        "mute": "/u/" + house.world.service.tokens.mute(house.world.person("Ann"), None),
    }.items():
        visitor.open(house.base + address)
        visitor.look(name)
    visitor.button("No more mails about any game")
    visitor.look("muted", "You get no more mails")
    visitor.open(f"{house.base}/t/forged")
    visitor.look("error", expected="404")
    visitor.open(f"{house.base}/my-games")
    visitor.look("sign-in-first", expected="403")


@every_light
def test_everything_the_host_can_see(house: House, welcome: Welcome, device: Device) -> None:
    host = welcome(device)
    sign_in(house, host, "Ann")
    with house.world.app.test_request_context():
        waiting = house.world.open_game("Bob", "", "bot:planner", title="Quiet evening")
    house.play(house.start("Bob", title="Last Sunday"))
    key = house.start("Bob", "bot:greedy", title="A game with a rather long title, for long evenings")
    house.play(key, until=lambda state: state.turn > 5 and ready_to_lay(0)(state))
    house.work()
    for name, address in {
        "table-host": f"/g/{waiting}",
        "game-own-turn": f"/g/{key}",
        "my-games-due": "/my-games",
        "start-signed-in": "/",
        "mailbox": "/mailbox/",
    }.items():
        host.open(house.base + address)
        host.look(name)
    host.open(f"{house.base}/g/{waiting}")
    host.button("Copy the link")
    host.reads("Copied")
    host.open(f"{house.base}/mailbox/")
    host.press(host.page.locator(".mails a").first)
    host.look("mail", "The text part")


def test_the_dark_is_readable_too(house: House, welcome: Welcome) -> None:
    key = house.start("Bob", "Cleo")
    for device in (DARK, DARK_PHONE):
        reader = welcome(device)
        reader.open(house.turn(key, 0))
        reader.press("[data-space]")
        reader.look("turn-preview", "Gains of everybody")
    house.play(key)
    reader.open(f"{house.base}/g/{key}")
    reader.look("game-over")


@pytest.mark.parametrize("language", ["de", "nl"])
def test_longer_words_fit_on_a_phone_too(house: House, welcome: Welcome, language: str) -> None:
    key = house.start("Bob")
    ann = house.world.person("Ann")
    with house.world.service.database.writing() as session:
        session.get_one(Person, ann).language = language
    reader = welcome(PHONE, locale=language)
    for name, address in {"start": "/", "rules": "/rules", "game": f"/g/{key}"}.items():
        reader.open(house.base + address)
        reader.look(f"{name}-{language}")
    reader.open(house.turn(key, 0))
    assert reader.page.locator("html").get_attribute("lang") == language
    reader.press("[data-space]")
    expect(reader.page.locator("#preview")).to_be_visible()
    reader.look(f"turn-{language}")
