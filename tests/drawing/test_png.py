"""Pictures for mails."""

from io import BytesIO

import pytest
from PIL import Image

from app.drawing import board_svg, tile_svg, village_svg
from app.drawing.png import png
from engine import View, Village
from engine.material import COLORS


@pytest.mark.parametrize("width", [390, 600, 720])
def test_a_full_board_of_four_is_a_small_png_of_the_width_asked_for(full: View, width: int) -> None:
    picture = png(board_svg(full, COLORS), width)
    with Image.open(BytesIO(picture)) as image:
        assert (image.format, image.width) == ("PNG", width)
        assert len(image.getcolors() or ()) <= 64
    assert len(picture) < 60_000


def test_small_pictures_become_pngs_too() -> None:
    for svg in (tile_svg("sun"), village_svg(Village(), "red")):
        with Image.open(BytesIO(png(svg, 120))) as image:
            assert image.width == 120


def test_the_picture_stands_on_paper(small: View) -> None:
    with Image.open(BytesIO(png(board_svg(small, ("red", "yellow")), 401))) as image:
        assert image.convert("RGB").getpixel((0, 0)) == (249, 241, 223)


def test_a_marked_space_keeps_its_colour(full: View) -> None:
    with Image.open(BytesIO(png(board_svg(full, COLORS, marked=[(0, 0)]), 600))) as image:
        colors = {color for _, color in image.convert("RGB").getcolors(100_000) or ()}
    assert (0xFF, 0xD8, 0x3D) in colors


def test_the_same_board_gives_the_same_bytes(small: View) -> None:
    svg = board_svg(small, ("red", "yellow"))
    assert png(svg, 300) == png(svg, 300)
