"""The board as a PNG for mails, put together from the drawings of its tiles."""

from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from app.drawing import board_svg
from app.drawing.document import TILE
from app.drawing.frame import frame_around
from app.drawing.picture import board_png
from app.drawing.png import png
from engine import COLORS, GameState, new_game, view_for
from engine.bots import random
from engine.bots.match import play_match


def full_board() -> GameState:
    return play_match([random] * 4, b"a full board")[0]


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def test_it_is_as_wide_as_asked_and_small_enough_for_a_mail() -> None:
    data = board_png(view_for(full_board(), None), COLORS, [(1, 0)], 720)
    assert opened(data).size[0] == 720
    assert len(data) < 60_000


def test_the_same_board_gives_the_same_bytes() -> None:
    view = view_for(full_board(), None)
    assert board_png(view, COLORS, [], 720) == board_png(view, COLORS, [], 720)


def test_it_shows_what_the_drawing_on_the_page_shows() -> None:
    """Shrunk to a few pixels a tile, both ways of drawing a position look alike."""
    view = view_for(new_game(2, b"alike"), None)
    pasted = opened(board_png(view, COLORS[:2], [], 480)).convert("RGB").resize((60, 60))
    drawn = opened(png(board_svg(view, COLORS[:2]), 480)).convert("RGB").resize((60, 60))
    assert max(ImageStat.Stat(ImageChops.difference(pasted, drawn)).mean) < 12


def test_a_marked_space_looks_different() -> None:
    view = view_for(full_board(), None)
    space = next(iter(view.workers))
    assert board_png(view, COLORS, [space], 720) != board_png(view, COLORS, [], 720)


def test_the_outline_of_a_space_lies_whole_inside_it() -> None:
    """On every tile it goes from dark over light to dark, and its round corners leave paper outside."""
    view = view_for(full_board(), None)
    spaces = [*view.workers, *view.jungle]
    picture = opened(board_png(view, COLORS, spaces, 1200)).convert("L")
    frame = frame_around(spaces)
    side = 1200 * TILE // frame.size[0] // 4 * 4
    aside = (1200 - frame.size[0] * side // TILE) // 2 + frame.margin * side // TILE
    for x, y in spaces:
        left, top = aside + (x - frame.left) * side, frame.margin * side // TILE + (y - frame.top) * side
        tile = picture.crop((left, top, left + side, top + side))
        corners = [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)]
        assert all(brightness(tile, at) > 220 for at in corners)
        across = [brightness(tile, (n, side // 4)) for n in range(side // 8)]
        outer = across.index(min(across[:4]))
        light = across.index(max(across[outer : outer + 4]), outer)
        assert across[outer] < 90
        assert across[light] > 180
        assert min(across[light:]) < 130


def brightness(picture: Image.Image, at: tuple[int, int]) -> int:
    shade = picture.getpixel(at)
    assert isinstance(shade, int)
    return shade
