"""The board as a PNG for mails, fast: the same drawings, each rendered once and then put side by side."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from typing import Final

from PIL import Image
from resvg import render, usvg

from app.drawing.board import mark
from app.drawing.document import TILE
from app.drawing.frame import Frame, coordinate, empty_space, frame_around
from app.drawing.indexed import indexed_png
from app.drawing.palette import PAPER
from app.drawing.symbols import Symbols
from engine import COLORS, PlacedWorker, Space, View, is_worker_space

_STEP: Final = 4
"""Tiles are a multiple of so many pixels wide, so that few sizes of each drawing are kept."""

_COLORS: Final = 64
_SPRITES_KEPT: Final = 2000


Pixels = tuple[bytes, ...]
"""A piece of the picture, row by row; a byte is a colour of the palette."""


def board_png(view: View, colors: Sequence[str], marked: Iterable[Space], width: int) -> bytes:
    """The tiles in play and a ring of one space around them, at most that many pixels across."""
    frame = frame_around([*view.jungle, *view.workers])
    tile = max(_STEP, width * TILE // frame.size[0] // _STEP * _STEP)
    rows = list(_rows(view, colors, frame, frozenset(marked), tile, width))
    below = frame.size[1] * tile // TILE - len(rows)
    return indexed_png(width, rows + [_paper() * width] * below, _palette_bytes())


def _rows(
    view: View, colors: Sequence[str], frame: Frame, marked: frozenset[Space], tile: int, width: int
) -> Iterator[bytes]:
    """Of the numbers of the columns, and of all spaces with their numbers before them."""
    margin = frame.margin * tile // TILE
    aside = (width - frame.size[0] * tile // TILE) // 2
    columns = range(frame.left, frame.right + 1)
    corner = (_paper() * margin,) * margin
    above = (_label(x, frame.label, (TILE, frame.margin), (tile, margin)) for x in columns)
    yield from _side_by_side((corner, *above), aside, width)
    for y in range(frame.top, frame.bottom + 1):
        before = _label(y, frame.label, (frame.margin, TILE), (margin, tile))
        sprites = (_sprite(_content(view, colors, (x, y)), (x, y) in marked, tile) for x in columns)
        yield from _side_by_side((before, *sprites), aside, width)


def _side_by_side(pieces: Iterable[Pixels], aside: int, width: int) -> Iterator[bytes]:
    """Rows of the picture from pieces of the same height, with paper on both sides."""
    left = _paper() * aside
    for row in zip(*pieces, strict=True):
        yield (left + b"".join(row)).ljust(width, _paper())


def _content(view: View, colors: Sequence[str], space: Space) -> str:
    """The drawing of what lies on a space."""
    if space in view.jungle:
        return _jungle(view.jungle[space])
    if space in view.workers:
        tile = view.workers[space]
        return _worker(tile.code, tile.rotation, tile.height, colors[tile.seat])
    return _empty(is_worker_space(space))


@cache
def _jungle(code: str) -> str:
    symbols = Symbols("s")
    drawn = symbols.jungle(code, (0, 0))
    return symbols.defs() + drawn


@cache
def _worker(code: str, rotation: int, height: int, color: str) -> str:
    symbols = Symbols("s")
    beneath = PlacedWorker(0, code, rotation) if height > 1 else None
    drawn = symbols.worker(PlacedWorker(0, code, rotation, beneath), color, (0, 0))
    return symbols.defs() + drawn


@cache
def _empty(for_worker: bool) -> str:
    return empty_space(for_worker, (0, 0))


@lru_cache(_SPRITES_KEPT)
def _sprite(content: str, outlined: bool, size: int) -> Pixels:
    drawn = content + (mark((0, 0)) if outlined else "")
    return _pixels(_rendered(drawn, (TILE, TILE), (size, size)))


@lru_cache(_SPRITES_KEPT)
def _label(value: int, height: int, area: tuple[int, int], size: tuple[int, int]) -> Pixels:
    return _pixels(_rendered(coordinate(value, (area[0] / 2, area[1] / 2), height), area, size))


def _pixels(drawn: Image.Image) -> Pixels:
    pixels = drawn.quantize(palette=_palette(), dither=Image.Dither.NONE).tobytes()
    return tuple(pixels[n : n + drawn.width] for n in range(0, len(pixels), drawn.width))


def _rendered(drawn: str, area: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """A drawing on paper, as so many pixels."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {area[0]} {area[1]}" '
        f'width="{size[0]}" height="{size[1]}"><rect width="100%" height="100%" fill="{PAPER}"/>{drawn}</svg>'
    )
    tree = usvg.Tree.from_str(svg, usvg.Options.default())
    return Image.open(BytesIO(bytes(render(tree, (1, 0, 0, 0, 1, 0))))).convert("RGB")


@cache
def _palette() -> Image.Image:
    """The colours of all our drawings, so that every sprite and every board has the same few."""
    tiles = [_worker("2101", 0, height, color) for color in COLORS for height in (1, 2)]
    tiles += [_jungle(code) for code in ("plantation-2", "market-4", "mine-2", "water", "sun", "temple")]
    tiles += [_empty(True), _empty(False), mark((0, 0))]
    sheet = Image.new("RGB", (40 * len(tiles), 40))
    for n, drawn in enumerate(tiles):
        sheet.paste(_rendered(drawn, (TILE, TILE), (40, 40)), (40 * n, 0))
    counted = sheet.getcolors(sheet.width * sheet.height) or []
    most_used = [color for _, color in sorted(counted, reverse=True)[:_COLORS]]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in most_used if isinstance(color, tuple) for part in color])
    return palette


@cache
def _palette_bytes() -> bytes:
    return bytes(_palette().getpalette() or ())


@cache
def _paper() -> bytes:
    return Image.new("RGB", (1, 1), PAPER).quantize(palette=_palette(), dither=Image.Dither.NONE).tobytes()
