"""What JavaScript adds to the move page, and what happens when a move comes too late or is not legal."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from engine import LayTile, write_move
from tests.browser.house import THREE_SPACES, House, can_fill, filling, ready_to_lay
from tests.browser.playing import lay, sent, sign_in
from tests.browser.reader import DARK, DARK_PHONE, DESK, PHONE, Welcome


def choose(page: Page, at: str) -> None:
    page.locator(f'[data-space="{at}"]').click()
    expect(page.locator("#preview")).to_be_visible()


def test_choosing_reloads_nothing_and_keeps_the_place(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    house.play(key, until=lambda state: state.turn > 9 and ready_to_lay(0)(state))
    player = welcome(PHONE)
    player.open(house.turn(key, 0))
    page = player.page
    page.evaluate("window.sameDocument = true")
    spaces = page.locator("[data-space]")
    first = spaces.first.get_attribute("data-space")
    target = page.locator(f'[data-space="{first}"]')
    target.scroll_into_view_if_needed()
    before = target.bounding_box()
    target.tap()
    expect(page.locator("#preview")).to_be_visible()
    after = target.bounding_box()
    assert before
    assert after
    assert abs(before["x"] - after["x"]) < 2
    assert abs(before["y"] - after["y"]) < 2
    expect(page).to_have_url(re.compile("at="))
    assert page.evaluate("window.sameDocument") is True
    assert before["width"] >= 40, "too small for a finger"
    page.reload()
    expect(page.locator("#preview")).to_be_visible()


def test_the_tile_is_turned_before_it_is_laid_and_by_touching_it(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    player = welcome(DESK)
    player.open(house.turn(key, 0))
    worker = next(move.worker for move in house.layings(key, 0) if move.rotation)
    player.press(f'[data-name="{worker}"]')
    player.link("Turn right")
    expect(player.page).to_have_url(re.compile("rotation=1"))
    space = player.page.locator("[data-space]").first.get_attribute("data-space") or ""
    choose(player.page, space)
    assert sent(player).rotation == 1
    player.press(f'[data-space="{space}"]')
    expect(player.page.locator('input[name="move"]')).to_have_value(re.compile(":2"))


def test_the_arrow_keys_go_onto_the_board_and_over_it(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    house.play(key, until=lambda state: state.turn > 9 and ready_to_lay(0)(state))
    player = welcome(DESK)
    player.open(house.turn(key, 0))
    keyboard, focused = player.page.keyboard, player.page.locator("a[data-space]:focus")
    keyboard.press("1")
    keyboard.press("ArrowDown")
    expect(focused).to_have_count(1)
    entered = focused.get_attribute("data-space")
    keyboard.press("ArrowLeft")
    expect(focused).not_to_have_attribute("data-space", str(entered))
    chosen = str(focused.get_attribute("data-space"))
    keyboard.press("Enter")
    expect(player.page.locator("#preview")).to_be_visible()
    keyboard.press("c")
    keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-space", chosen)


def test_tiles_are_dragged_tapped_and_swapped_onto_their_spaces(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    house.play(key, until=lambda state: can_fill(state, 0, 2))
    state = house.world.state(key)
    move = next(move for move in house.layings(key, 0) if filling(state, move) == 2)
    player = welcome(DESK)
    player.open(house.turn(key, 0, worker=move.worker, at=f"{move.at[0]},{move.at[1]}"))
    page = player.page
    ways = [write_fills(each) for each in house.layings(key, 0) if same_space(each, move)]
    current = page.locator("[data-fills][aria-current]")
    shown = str(current.get_attribute("data-fills"))
    (other,) = set(ways) - {shown}
    player.link("Swap the jungle tiles")
    expect(current).to_have_attribute("data-fills", other)
    player.look("turn-swap")
    page.keyboard.press("s")
    expect(current).to_have_attribute("data-fills", shown)
    tile, space = other.split(" ")[0].split("@")
    page.locator(f'.hand [data-tile="{tile}"]').drag_to(page.locator(f'[data-space="{space}"]'))
    expect(current).to_have_attribute("data-fills", other)
    tile, space = shown.split(" ")[0].split("@")
    page.locator(f'.hand [data-tile="{tile}"]').click()
    expect(page.locator("[data-held]")).to_have_count(1)
    page.locator(f'[data-space="{space}"]').click()
    expect(current).to_have_attribute("data-fills", shown)
    page.locator(f'[data-space="{space}"]').click()
    expect(current).to_have_attribute("data-fills", other)


def write_fills(move: LayTile) -> str:
    return write_move(move).partition(" ")[2]


def same_space(one: LayTile, other: LayTile) -> bool:
    return (one.worker, one.at, one.rotation) == (other.worker, other.at, other.rotation)


def test_a_third_space_waits_for_the_drawn_tile(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    house.follow(key, THREE_SPACES)
    state = house.world.state(key)
    seat = state.active
    move = next(move for move in house.layings(key, seat) if filling(state, move) == 3)
    for device in (DESK, DARK_PHONE):
        player = welcome(device)
        player.open(house.turn(key, seat))
        lay(player, move)
        player.look("turn-third-space", "A tile drawn from the pile goes on")


def test_overbuilding_is_offered_when_it_is_legal(house: House, welcome: Welcome) -> None:
    key = house.start("Bob", "Cleo", "Dan")

    def can_overbuild(state: object) -> bool:
        now = house.world.state(key)
        if now.awaits_workers or now.over:
            return False
        return any(move.overbuild for move in house.layings(key, now.active))

    house.play(key, until=can_overbuild)
    seat = house.world.state(key).active
    move = next(move for move in house.layings(key, seat) if move.overbuild)
    for device in (DESK, PHONE, DARK):
        player = welcome(device)
        player.open(house.turn(key, seat))
        player.look("turn-full-board", "build over one of your own tiles")
    lay(player, move)
    player.look("turn-overbuild")


def test_the_guide_stays_closed_once_it_was_closed(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    player = welcome(PHONE)
    player.open(house.turn(key, 0))
    guide = player.page.locator("[data-guide]")
    expect(guide).to_have_attribute("open", "")
    player.look("turn-first")
    player.press("[data-guide] summary")
    expect(guide).not_to_have_attribute("open", "")
    player.page.reload()
    expect(guide).not_to_have_attribute("open", "")


def test_the_whole_board_fits_on_a_phone(house: House, welcome: Welcome) -> None:
    key = house.start("Bob", "Cleo", "Dan")
    house.play(key, until=lambda state: state.turn > 25 and not state.awaits_workers)
    player = welcome(PHONE)
    player.open(house.turn(key, house.world.state(key).active))
    box = player.page.locator(".board")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    player.page.get_by_label("Show the whole board").check()
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    player.press(player.page.locator("[data-space]").nth(3))
    expect(player.page.locator("#preview")).to_be_visible()
    expect(player.page.get_by_label("Show the whole board")).to_be_checked()
    player.look("turn-whole-board")


def test_two_clicks_make_one_move(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    player = welcome(DESK)
    player.open(house.turn(key, 0))
    choose(player.page, player.page.locator("[data-space]").first.get_attribute("data-space") or "")
    player.page.get_by_role("button", name="Confirm the move").dblclick()
    player.reads("Done")
    assert house.world.state(key).turn == 1


def test_a_tab_left_open_tells_what_was_played_meanwhile(house: House, welcome: Welcome) -> None:
    """The stand-in has played; the choice is kept and offered in the next turn."""
    key = house.start("Bob")
    player = welcome(DESK)
    player.open(house.turn(key, 0))
    space = player.page.locator("[data-space]").last.get_attribute("data-space") or ""
    choose(player.page, space)
    late = sent(player)
    house.hurry(key, "Ann", due_at=timedelta(seconds=-1))
    house.work()
    player.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    player.reads("Your time ran out")
    player.reads("the stand-in plays")
    player.reads("is kept on this device")
    player.look("turn-stale")
    house.play(key, until=ready_to_lay(0))
    player.open(house.turn(key, 0))
    player.reads("You had begun a move here")
    player.look("turn-kept")
    player.link("Show what is left of it")
    if late.at in {move.at for move in house.layings(key, 0)}:
        expect(player.page).to_have_url(re.compile("at="))


def test_a_move_that_comes_too_late_is_told_what_was_played(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    player, signed_in = welcome(DESK), welcome(PHONE)
    sign_in(house, signed_in, "Ann")
    for each in (player, signed_in):
        each.open(house.turn(key, 0))
        choose(each.page, each.page.locator("[data-space]").last.get_attribute("data-space") or "")
    house.hurry(key, "Ann", due_at=timedelta(seconds=-1))
    house.work()
    house.play(key, until=ready_to_lay(0))
    player.button("Confirm the move")
    player.reads("Your move was not made")
    player.look("turn-too-late", expected="409")
    player.button("Mail a fresh link")
    player.reads("Look into your mailbox")
    assert house.mail_to("Ann", "t")
    signed_in.button("Confirm the move")
    signed_in.reads("The game waits for you again")
    signed_in.look("turn-too-late-signed-in", expected="409")
    signed_in.link("Go on with what you had chosen")
    signed_in.reads("Your turn")


def test_a_move_that_is_not_legal_comes_back_with_the_choice(house: House, welcome: Welcome) -> None:
    key = house.start("Bob")
    player = welcome(DESK)
    player.open(house.turn(key, 0))
    choose(player.page, player.page.locator("[data-space]").first.get_attribute("data-space") or "")
    move = sent(player)
    player.page.locator('input[name="move"]').evaluate("field => { field.value += ' water@40,40'; }")
    player.button("Confirm the move")
    expect(player.page.get_by_role("alert")).to_contain_text("not to be filled")
    player.look("turn-illegal", expected="422")
    assert sent(player) == move
    assert house.world.game(key).move_count == 0
