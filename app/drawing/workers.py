"""The artwork of the worker tiles: ground, badge, and the figures at the four sides."""

from functools import cache
from typing import Final

from app.drawing.document import TILE, document
from app.drawing.palette import CREAM, INK, PAINTS
from app.drawing.words import worker_name
from engine import PlacedWorker

_STEPS: Final = (
    "M8 17V8H17V11H14V14H11V17zM92 17V8H83V11H86V14H89V17z"
    "M8 83V92H17V89H14V86H11V83zM92 83V92H83V89H86V86H89V83z"
)
"""In the corners, as on old walls."""

_STANDING: Final = {0: (), 1: (50,), 2: (36, 64), 3: (24, 50, 76)}


def badge(color: str) -> str:
    """The sign of a player colour around (0, 0), which tells it apart without the paint."""
    paint = PAINTS[color]
    outline = f'stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"'
    return f'<path d="{paint.badge}" fill="{paint.ground}" {outline}/>'


def plate(color: str, fill: str) -> str:
    """A bare square tile."""
    edge = PAINTS[color].edge
    return (
        f'<rect x="4" y="4" width="92" height="92" rx="13" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
    )


@cache
def ground(color: str) -> str:
    """A worker tile without its workers; the badge stands upright however the tile is turned."""
    paint = PAINTS[color]
    yard = f'<circle r="19" fill="{CREAM}" stroke="{paint.edge}" stroke-width="2"/>'
    steps = f'<path d="{_STEPS}" fill="{paint.edge}"/>'
    return plate(color, paint.ground) + steps + f'<g transform="translate(50 50)">{yard}{badge(color)}</g>'


@cache
def figures(code: str, color: str) -> str:
    """The workers of a tile not turned yet, heads outwards."""
    paint = PAINTS[color]
    outline = f'fill="{paint.figure}" stroke="{INK}" stroke-width="1.5"'
    return "".join(
        f'<path d="{_figures(int(workers))}" {outline}'
        + (f' transform="rotate({90 * side} 50 50)"/>' if side else "/>")
        for side, workers in enumerate(code)
        if workers != "0"
    )


def _figures(workers: int) -> str:
    return "".join(
        f"M{x - 11} 29C{x - 10} 15 {x + 10} 15 {x + 11} 29zM{x} 18.5a6 6 0 1 1 .1 0z"
        for x in _STANDING[workers]
    )


def worker_svg(code: str, rotation: int, color: str) -> str:
    """One worker tile as a picture of its own."""
    tile = PlacedWorker(0, code, rotation)
    turned = f'<g transform="rotate({90 * rotation} 50 50)">{figures(code, color)}</g>'
    return document((TILE, TILE), worker_name(tile, color), ground(color) + turned)
