"""The frame around every picture: an SVG document with its words for those who do not see it."""

from html import escape
from typing import Final

TILE: Final = 100
"""The side of a tile in units. Sizes of pictures are multiples of five units, that is of three pixels."""

TILE_PIXELS: Final = 60
"""The side of a tile on a page, unless a style sheet says otherwise."""


def document(size: tuple[int, int], title: str, content: str, *, desc: str = "", role: str = "img") -> str:
    """An SVG document of this size in units."""
    width, height = size
    described = f"<desc>{escape(desc)}</desc>" if desc else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * TILE_PIXELS // TILE}" height="{height * TILE_PIXELS // TILE}" role="{role}">'
        f"<title>{escape(title)}</title>{described}{content}</svg>"
    )
