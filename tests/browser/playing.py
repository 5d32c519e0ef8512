"""What players do on our pages, click by click."""

from playwright.sync_api import expect

from engine import LayTile, read_move, write_move
from tests.browser.house import House
from tests.browser.reader import Reader


def sign_in(house: House, reader: Reader, name: str) -> None:
    """By the mailed link, as everybody does."""
    house.world.person(name)
    reader.open(f"{house.base}/sign-in")
    reader.page.get_by_label("Your mail address").fill(f"{name.lower()}@example.org")
    reader.button("Mail me a link")
    reader.reads("Look into your mailbox")
    reader.open(house.mail_to(name, "s"))
    reader.button("Sign in")
    expect(reader.page.get_by_role("heading", name="My games")).to_be_visible()


def lay(reader: Reader, move: LayTile) -> None:
    """Choose a move step by step, whatever the page shows at first."""
    reader.press(f'[data-name="{move.worker}"]')
    expect(reader.page.locator(f'[data-name="{move.worker}"][aria-current]')).to_be_visible()
    reader.press(f'[data-space="{move.at[0]},{move.at[1]}"]')
    expect(reader.page.locator("#preview")).to_be_visible()
    while sent(reader).rotation != move.rotation:
        shown = write_move(sent(reader))
        reader.link("Turn right")
        expect(reader.page.locator('input[name="move"]')).not_to_have_value(shown)
    fills = " ".join(f"{fill.tile}@{fill.at[0]},{fill.at[1]}" for fill in move.jungle)
    if reader.page.locator("[data-fills]").count():
        reader.press(f'[data-fills="{fills}"]')
        expect(reader.page.locator(f'[data-fills="{fills}"][aria-current]')).to_be_visible()
    assert sent(reader) == move


def sent(reader: Reader) -> LayTile:
    """The move that the form would send."""
    move = read_move(reader.page.locator('input[name="move"]').input_value())
    assert isinstance(move, LayTile)
    return move
