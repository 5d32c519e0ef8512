"""A player's village board: gold, storage, sun tokens and the water track."""

from typing import Final

from app.drawing.document import document
from app.drawing.glyphs import number
from app.drawing.palette import COCOA_DARK, CREAM, INK, PAINTS, STONE, WATER, WATER_LIGHT, WORKER_SPACE
from app.drawing.shapes import COIN, DROP, POD, SUN, placed
from app.drawing.words import village_name
from app.drawing.workers import badge
from engine import STORAGE_SPACES, SUN_PLACES, WATER_TRACK, Village

_SIZE: Final = (450, 135)
_GOODS: Final = 37
_FIELD: Final = 40


def village_svg(village: Village, color: str) -> str:
    """The village board of a player."""
    content = _panel(color) + _gold(village.gold) + _storage(village.cacao) + _sun(village.sun)
    return document(_SIZE, village_name(village, color), content + _water(village.water))


def _panel(color: str) -> str:
    paint = PAINTS[color]
    yard = f'<circle r="21" fill="{CREAM}" stroke="{paint.edge}" stroke-width="2"/>'
    return (
        f'<rect x="2" y="2" width="446" height="131" rx="14" fill="{CREAM}" stroke="{paint.edge}" '
        f'stroke-width="3"/><path d="M64 3.5H16a12.5 12.5 0 0 0-12.5 12.5V119a12.5 12.5 0 0 0 12.5 12.5H64z" '
        f'fill="{paint.ground}"/>' + placed(yard + badge(color), 34, 67.5)
    )


def _gold(gold: int) -> str:
    return placed(COIN, 94, _GOODS, "scale(.8)") + number(gold, (147, _GOODS), 26, COCOA_DARK)


def _storage(cacao: int) -> str:
    places = "".join(
        f'<rect x="{190 + 28 * i}" y="{_GOODS - 22}" width="25" height="44" rx="6" fill="{WORKER_SPACE}"/>'
        for i in range(STORAGE_SPACES)
    )
    return places + "".join(placed(POD, 202.5 + 28 * i, _GOODS + 3, "scale(.52)") for i in range(cacao))


def _sun(tokens: int) -> str:
    places = "".join(
        f'<circle cx="{352 + 32 * i}" cy="{_GOODS}" r="14" fill="{WORKER_SPACE}"/>' for i in range(SUN_PLACES)
    )
    return places + "".join(placed(SUN, 352 + 32 * i, _GOODS, "scale(.46)") for i in range(tokens))


def _water(carrier: int) -> str:
    return "".join(_field(field, value, field == carrier) for field, value in enumerate(WATER_TRACK))


def _field(field: int, value: int, carried_to: bool) -> str:
    x = 76 + _FIELD * field
    fill, edge = (WATER, INK) if carried_to else (WATER_LIGHT, STONE)
    box = (
        f'<rect x="{x}" y="74" width="37" height="48" rx="7" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
    )
    if not carried_to:
        return box + number(value, (x + 18.5, 98), 14, INK)
    return box + placed(DROP, x + 18.5, 89, "scale(.4)") + number(value, (x + 18.5, 111), 14, "#fff")
