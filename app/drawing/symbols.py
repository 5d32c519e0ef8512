"""Drawings that are defined once in a document and used wherever the same tile lies."""

from app.drawing.jungle import ART, BACK
from app.drawing.palette import PAINTS
from app.drawing.workers import figures, ground, plate
from engine import PlacedWorker


class Symbols:
    """The drawings a board needs, collected while it is drawn. `prefix` keeps the ids of two boards apart."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._drawn: dict[str, str] = {}

    def jungle(self, code: str | None, corner: tuple[int, int]) -> str:
        """A jungle tile in its place, or the back of one."""
        art = BACK if code is None else ART[code]
        return self._use(code or "back", art, f'x="{corner[0]}" y="{corner[1]}"')

    def worker(self, tile: PlacedWorker, color: str, corner: tuple[int, int]) -> str:
        """A worker tile in its place, and the edge of the tile beneath it, if there is one."""
        turned = f'transform="rotate({90 * tile.rotation} 50 50)"' if tile.rotation else ""
        upper = self._use(color, ground(color)) + self._use(
            f"{color}-{tile.code}", figures(tile.code, color), turned
        )
        if tile.over is not None:
            beneath = plate(color, PAINTS[color].edge)
            upper = (
                self._use(f"{color}-beneath", beneath, 'transform="translate(11 11)scale(.88)"')
                + f'<g transform="translate(-1 -1)scale(.88)">{upper}</g>'
            )
        return f'<g transform="translate({corner[0]} {corner[1]})">{upper}</g>'

    def defs(self) -> str:
        """The definitions of everything used so far."""
        drawn = (f'<g id="{self._prefix}-{name}">{art}</g>' for name, art in sorted(self._drawn.items()))
        return f"<defs>{''.join(drawn)}</defs>"

    def _use(self, name: str, art: str, placing: str = "") -> str:
        self._drawn[name] = art
        return f'<use href="#{self._prefix}-{name}" {placing}/>'
