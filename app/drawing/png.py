"""Pictures for mails: mail programs do not show SVG."""

from collections.abc import Iterable
from io import BytesIO
from itertools import chain, islice
from math import floor
from typing import Final, cast

from PIL import Image
from resvg import render, usvg

from app.drawing.document import TILE_PIXELS

_PAPER: Final = (249, 241, 223)
_COLORS: Final = 64
_CONSIDERED: Final = 400
_NEAR: Final = 8

Color = tuple[int, int, int]


def png(svg: str, width: int) -> bytes:
    """The picture as a PNG of that many pixels across, on paper, in few colours to stay small.

    A tile is made a whole number of pixels wide, so that equal tiles are equal to the pixel and compress
    well; what is left over is a strip of paper at both sides.
    """
    tree = usvg.Tree.from_str(svg, usvg.Options.default())
    natural_width, natural_height = tree.int_size()
    scale = floor(width / natural_width * TILE_PIXELS) / TILE_PIXELS
    aside = (width - floor(natural_width * scale)) // 2
    size = (width, floor(natural_height * scale))
    drawn = render(tree, (scale, 0, aside, 0, scale, 0), bg_size=size, bg_color=(*_PAPER, 255))
    file = BytesIO()
    _in_few_colors(Image.open(BytesIO(drawn)).convert("RGB")).save(file, "PNG", optimize=True)
    return file.getvalue()


def _in_few_colors(picture: Image.Image) -> Image.Image:
    counted = cast(list[tuple[int, Color]], picture.getcolors(picture.width * picture.height))
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        list(chain.from_iterable(_most_used(color for _, color in sorted(counted, reverse=True))))
    )
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _most_used(colors: Iterable[Color]) -> list[Color]:
    """The first colours that are well apart; Pillow may take one for another that is nearer than that."""
    chosen: list[Color] = []
    for color in islice(colors, _CONSIDERED):
        if len(chosen) < _COLORS and all(_apart(color, other) for other in chosen):
            chosen.append(color)
    return chosen


def _apart(one: Color, other: Color) -> bool:
    return any(abs(a - b) > _NEAR for a, b in zip(one, other, strict=True))
