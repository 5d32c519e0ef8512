"""A few tiles side by side: the first that people see of the game, on the start page and in an invitation."""

from typing import Final

from app.drawing.document import TILE, document
from app.drawing.symbols import Symbols
from engine import PlacedWorker

Tile = str | tuple[str, str, int]

_ROWS: Final[tuple[tuple[Tile, ...], ...]] = (
    ("plantation-2", ("red", "2101", 1), "market-3", ("purple", "1111", 0), "sun", ("white", "2101", 3)),
    (("yellow", "3001", 0), "temple", ("white", "3100", 2), "water", ("red", "2101", 2), "mine-2"),
)
"""Jungle tiles by their code, worker tiles by colour, code and rotation, as on a board."""


def glimpse_svg() -> str:
    """A strip of tiles. It says nothing: whoever does not see it misses no information."""
    symbols = Symbols("glimpse")
    drawn = "".join(
        _tile(symbols, tile, (x * TILE, y * TILE))
        for y, row in enumerate(_ROWS)
        for x, tile in enumerate(row)
    )
    size = (len(_ROWS[0]) * TILE, len(_ROWS) * TILE)
    return document(size, "", symbols.defs() + drawn)


def _tile(symbols: Symbols, tile: Tile, corner: tuple[int, int]) -> str:
    if isinstance(tile, str):
        return symbols.jungle(tile, corner)
    color, code, rotation = tile
    return symbols.worker(PlacedWorker(0, code, rotation), color, corner)
