"""What people come for, from invitation to scoring: on a desk, on a phone, without JavaScript."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from app.models import GameStatus
from engine import read_move
from tests.browser.house import House, asks, can_fill, filling, ready_to_lay
from tests.browser.playing import lay, sent, sign_in
from tests.browser.reader import DESK, PHONE, PLAIN, Device, Welcome

everywhere = pytest.mark.parametrize("device", [PHONE, DESK, PLAIN], ids=lambda device: device.name)


@everywhere
def test_1_a_host_starts_a_game_within_a_minute(house: House, welcome: Welcome, device: Device) -> None:
    host = welcome(device)
    host.open(house.base)
    host.look("start")
    page = host.page
    page.get_by_label("What shall the game be called?").fill("Cacao on Sundays")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your mail address").fill("ann@example.org")
    expect(page.get_by_label("Your time zone")).to_have_value("Europe/Berlin" if device.script else "UTC")
    page.get_by_label("Mail address of guest 1").fill("bob@example.org")
    page.get_by_label("Mail address of guest 2").fill("cleo@example.org")
    page.get_by_label("Time for a move").select_option("24")
    host.look("start-filled-in")
    host.button("Start the game")
    host.look("mail-is-out", "Look into your mailbox")
    host.open(house.mail_to("Ann", "s"))
    host.look("open-the-game")
    host.button("Open the game")
    host.look("table", "Seats")
    assert house.mail_to("Bob", "i")
    host.link("My games")
    host.look("my-games-waiting", "Waiting for players")


@everywhere
def test_2_a_friend_joins_and_another_never_wants_mail(
    house: House, welcome: Welcome, device: Device
) -> None:
    with house.world.app.test_request_context():
        key = house.world.open_game("Bob", "Cleo")
    friend = welcome(device)
    friend.open(house.mail_to("Bob", "i"))
    friend.look("invitation", "Ann invites you")
    friend.page.get_by_label("Your name").fill("Bobby")
    friend.button("Join the game")
    friend.look("joined", "You are in")
    assert [seat.joined_at is not None for seat in house.world.seats(key)] == [True, True, False]
    other = welcome(device)
    other.open(house.mail_to("Cleo", "i"))
    other.button("No, and never mail me again")
    other.look("declined", "Your answer is noted")
    assert house.world.seats(key)[2].is_open


@everywhere
def test_3_a_player_lays_a_tile_from_the_mail(house: House, welcome: Welcome, device: Device) -> None:
    key = house.start("Bob")
    house.play(key, until=lambda state: state.turn > 3 and can_fill(state, 0, 2))
    player = welcome(device)
    player.open(house.mail_to("Ann", "t"))
    player.look("turn")
    state = house.world.state(key)
    move = [each for each in house.layings(key, 0) if filling(state, each) == 2 and each.rotation][-1]
    lay(player, move)
    player.look("turn-preview")
    player.button("Confirm the move")
    player.look("turn-done", "Done")
    assert house.world.state(key).workers[move.at].seat == 0
    assert any("Your turn" in mail.message["Subject"] for mail in house.mails_to("Bob"))


def test_3_with_the_keyboard_alone(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    player = welcome(DESK)
    player.open(house.mail_to("Ann", "t"))
    keyboard, page = player.page.keyboard, player.page
    keyboard.press("2")
    expect(page.locator("[data-keys='2'][aria-current]")).to_be_focused()
    for _ in range(20):
        keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('a[data-space]')"):
            break
    first = page.evaluate("document.activeElement.dataset.space")
    keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.space")
    assert int(second.split(",")[0]) > int(first.split(",")[0])
    keyboard.press("Enter")
    expect(page.locator("#preview")).to_be_visible()
    expect(page.locator(f'[data-space="{second}"]')).to_be_focused()
    player.look("turn-by-keyboard")
    before = sent(player)
    keyboard.press("r")
    expect(page.locator('input[name="move"]')).not_to_have_value(re.compile(f":{before.rotation}"))
    keyboard.press("Escape")
    expect(page.locator("#preview")).to_have_count(0)
    keyboard.press("Enter")
    expect(page.locator("#preview")).to_be_visible()
    keyboard.press("c")
    expect(page.get_by_role("button", name="Confirm the move")).to_be_focused()
    keyboard.press("Enter")
    player.reads("Done")
    assert house.world.game(key).move_count > 0


@everywhere
def test_4_an_affected_player_decides_from_the_mail(house: House, welcome: Welcome, device: Device) -> None:
    key = house.start("Bob")
    house.play(key, until=lambda state: asks(state, 1) is not None)
    move = asks(house.world.state(key), 1)
    assert move is not None
    with house.world.app.test_request_context():
        house.world.submit(house.world.link(key, 0), read_move(move))
    link = house.mail_to("Bob", "t")
    (mail,) = [mail for mail in house.mails_to("Bob") if link in mail.text]
    choices = re.findall(rf"{re.escape(link)}\?use=\d+", mail.text)
    assert len(choices) > 1
    affected = welcome(device)
    affected.open(choices[-1])
    affected.reads("You decide")
    assert affected.page.get_by_role("radio").nth(len(choices) - 1).is_checked()
    affected.look("decide")
    affected.button("Confirm")
    expect(affected.page.get_by_role("heading", level=1)).not_to_contain_text("You decide")
    assert not house.world.state(key).owed[1]


@everywhere
def test_5_a_spectator_looks_and_replays(house: House, welcome: Welcome, device: Device) -> None:
    key = house.start("Bob", "Cleo", "Dan")
    house.play(key, until=lambda state: state.turn > 17 and not state.awaits_workers)
    spectator = welcome(device)
    spectator.open(f"{house.base}/g/{key}")
    spectator.look("game", "is to lay a tile")
    spectator.link("Replay from the first move")
    spectator.reads("Turn 0 of")
    for turn in (1, 2):
        spectator.link("Next")
        spectator.reads(f"Turn {turn} of")
    spectator.page.get_by_role("slider").fill("12")
    if not device.script:
        spectator.button("Show it")
    spectator.reads("Turn 12 of")
    spectator.look("replay")
    spectator.link("Game page")
    spectator.reads("is to lay a tile")
    spectator.link("Was the shuffle fair?")
    spectator.look("shuffle", "Commitment")


@everywhere
def test_6_the_end_is_a_story_and_a_new_beginning(house: House, welcome: Welcome, device: Device) -> None:
    key = house.start("Bob", "Cleo")
    house.play(key)
    assert house.world.game(key).status is GameStatus.FINISHED
    player = welcome(device)
    sign_in(house, player, "Ann")
    player.look("my-games-over")
    player.open(f"{house.base}/g/{key}")
    player.look("game-over", "The final scoring")
    player.link("Was the shuffle fair?")
    player.look("shuffle-shown", "Seed")
    player.open(f"{house.base}/g/{key}")
    player.button("Play a rematch")
    player.reads("The game starts by itself")
    assert house.mail_to("Bob", "i")


@everywhere
def test_7_an_absent_player_is_missed_and_comes_back(house: House, welcome: Welcome, device: Device) -> None:
    key = house.start("Bob")
    house.hurry(key, "Ann", remind_at=timedelta(seconds=-1), due_at=timedelta(hours=3))
    player = welcome(device)
    player.open(house.mail_to("Ann", "t"))
    player.button("I need more time")
    player.reads("Your turn")
    assert house.world.seats(key)[0].more_time == 1
    sign_in(house, player, "Ann")
    player.look("my-games")
    player.open(f"{house.base}/settings")
    player.look("settings")
    until = house.world.now.date() + timedelta(days=9)
    player.page.get_by_label("Last day of the holiday").fill(until.isoformat())
    player.button("Go on holiday")
    player.reads("I am back already")
    player.button("I am back already")
    expect(player.page.get_by_role("button", name="I am back already")).to_have_count(0)
    for _ in range(2):
        house.play(key, until=ready_to_lay(0)) if house.world.game(key).move_count else None
        house.hurry(key, "Ann", due_at=timedelta(seconds=-1))
        house.work()
    assert house.world.seats(key)[0].away
    player.open(f"{house.base}/g/{key}")
    player.look("game-away", "is away; a stand-in plays meanwhile")
    player.button("I am back: give me my seat")
    player.reads("is back")
    assert not house.world.seats(key)[0].away


def test_a_whole_sale_is_confirmed_with_the_move(house: House, welcome: Welcome) -> None:
    """The own sale is decided on the same page, with the one that brings most chosen already."""
    key = house.start("Bob")
    player = welcome(DESK)

    def sells(state: object) -> bool:
        return ready_to_lay(0)(house.world.state(key)) and house.world.state(key).villages[0].cacao > 1

    house.play(key, until=sells)
    moves = house.world.game(key).move_count
    player.open(house.turn(key, 0))
    for space in player.page.locator("[data-space]").all():
        player.press(f'[data-space="{space.get_attribute("data-space")}"]')
        expect(player.page.locator("#preview")).to_be_visible()
        if player.page.get_by_role("radio").count():
            break
    assert player.page.get_by_role("radio").first.is_checked()
    player.look("turn-with-sale")
    player.button("Confirm the move")
    player.reads("Done")
    assert house.world.game(key).move_count > moves + 1
