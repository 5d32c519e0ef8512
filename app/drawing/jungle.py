"""The artwork of the jungle tiles, each in a square of 100 units."""

from collections.abc import Mapping
from typing import Final

from app.drawing.document import TILE, document
from app.drawing.glyphs import glyphs, number
from app.drawing.palette import (
    COCOA_DARK,
    CREAM,
    GOLD,
    GOLD_DARK,
    INK,
    LEAF,
    LEAF_LIGHT,
    WATER,
    WATER_LIGHT,
)
from app.drawing.shapes import COIN, DROP, POD, SUN, placed
from app.drawing.words import tile_name

_FRAME: Final = f'<rect x="3" y="3" width="94" height="94" rx="11" fill="{LEAF}"/>'
_LEAVES: Final = (
    f'<path fill="{LEAF_LIGHT}" stroke="{LEAF}" stroke-width="2" d="M7 7Q28 8 27 27Q8 28 7 7z'
    'M93 7Q92 28 73 27Q72 8 93 7zM7 93Q8 72 27 73Q28 92 7 93zM93 93Q72 92 73 73Q92 72 93 93z"/>'
)

_CLEARING: Final = "#a9cc84"
_POLES: Final = f'<path d="M22 38V90M78 38V90" stroke="{COCOA_DARK}" stroke-width="5"/>'
_AWNING: Final = (
    f'<path d="M24 14H76L88 38a6.3 7 0 0 1-12.7 0a6.3 7 0 0 1-12.6 0a6.3 7 0 0 1-12.7 0a6.3 7 0 0 1-12.7 0'
    f'a6.3 7 0 0 1-12.6 0a6.3 7 0 0 1-12.7 0z" fill="{CREAM}" stroke="{INK}" stroke-width="2.5"/>'
    '<path d="M24 14H33L24.7 38a6.3 7 0 0 1-12.7 0zM41.5 14H50V38a6.3 7 0 0 1-12.7 0z'
    'M58.5 14H67.5L75.3 38a6.3 7 0 0 1-12.6 0z" fill="#b8322a"/>'
)
_MOUNTAIN: Final = (
    '<path d="M8 92L36 22L50 42L62 28L92 92z" fill="#6f675f" stroke="#453e38" stroke-width="3"/>'
    '<path d="M36 22L44 42L36 38L28 44zM62 28L69 44L62 41L55 46z" fill="#b5aca1"/>'
    '<path d="M27 92V66a23 23 0 0 1 46 0V92z" fill="#2a2420"/>'
)
_NUGGET: Final = (
    f'<path d="M-10-18H10L21 0L10 18H-10L-21 0z" fill="{GOLD}" stroke="{GOLD_DARK}" stroke-width="3"/>'
    f'<path d="M-10-18L-6-12H6L10-18z" fill="{CREAM}"/>'
)
_WATER: Final = (
    f'<path d="M10 30q10-9 20 0t20 0t20 0t20 0M10 48q10-9 20 0t20 0t20 0t20 0M10 66q10-9 20 0t20 0t20 0t20 0'
    f'M10 84q10-9 20 0t20 0t20 0t20 0" fill="none" stroke="{WATER_LIGHT}" stroke-width="3"/>'
)
_PYRAMID: Final = (
    '<path d="M14 92V70H22V56H30V42H38V22H62V42H70V56H78V70H86V92z" fill="#d8cdb8" stroke="#4d4438" '
    'stroke-width="3"/><path d="M34 19H66V26H34z" fill="#a5573a" stroke="#4d4438" stroke-width="2.5"/>'
    '<path d="M22 70H78M30 56H70M38 42H62" stroke="#4d4438" stroke-width="2.5"/>'
    '<path d="M46 29h8v11h-8z" fill="#4d4438"/>'
    '<path d="M42 42H58L63 92H37z" fill="#f2ead8" stroke="#4d4438" stroke-width="2"/>'
    '<path d="M41.5 50H58.5M40.5 58H59.5M39.5 66H60.5M39 75H61M38 84H62" stroke="#4d4438" stroke-width="2"/>'
)


def _tile(ground: str, scene: str, *foreground: str) -> str:
    inner = f'<rect x="8" y="8" width="84" height="84" rx="7" fill="{ground}"/>'
    return _FRAME + inner + scene + _LEAVES + "".join(foreground)


def _market(price: int) -> str:
    return _tile("#e9c88f", _POLES, _AWNING, placed(COIN, 50, 67), number(price, (50, 67), 24, COCOA_DARK))


def _mine(value: int) -> str:
    return _tile("#d9cdb6", _MOUNTAIN, placed(_NUGGET, 50, 67), number(value, (50, 67), 23, COCOA_DARK))


ART: Final[Mapping[str, str]] = {
    "plantation-1": _tile(_CLEARING, "", placed(POD, 52, 55, "rotate(-16)")),
    "plantation-2": _tile(
        _CLEARING, "", placed(POD, 32, 54, "rotate(-12)"), placed(POD, 66, 54, "rotate(12)")
    ),
    "market-2": _market(2),
    "market-3": _market(3),
    "market-4": _market(4),
    "mine-1": _mine(1),
    "mine-2": _mine(2),
    "water": _tile(WATER, _WATER, placed(DROP, 50, 53)),
    "sun": _tile("#c9562f", "", placed(SUN, 50, 50)),
    "temple": _tile("#a893bd", _PYRAMID),
}
"""The drawing of each kind of jungle tile."""

BACK: Final = _FRAME + _LEAVES + glyphs("?", (50, 50), 44, CREAM)
"""A jungle tile nobody has seen yet."""


def tile_svg(code: str) -> str:
    """One jungle tile as a picture of its own."""
    return document((TILE, TILE), tile_name(code), ART[code])
