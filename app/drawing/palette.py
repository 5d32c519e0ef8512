"""The paints, and what tells the four player colours apart: paint, badge and dashes."""

from collections.abc import Mapping
from typing import Final, NamedTuple

INK: Final = "#3b2a1e"
PAPER: Final = "#f9f1df"
CREAM: Final = "#fff9ea"
STONE: Final = "#8a7a66"
JUNGLE_SPACE: Final = "#cfdcb4"
WORKER_SPACE: Final = "#efe0bf"
LEAF: Final = "#2f6b3f"
LEAF_LIGHT: Final = "#5d9a4c"
GOLD: Final = "#f4c542"
GOLD_DARK: Final = "#b37a12"
COCOA: Final = "#c4652a"
COCOA_DARK: Final = "#7d3a15"
WATER: Final = "#3f8fb8"
WATER_LIGHT: Final = "#bfe4f0"
LIT: Final = "#fff3bf"
LIT_EDGE: Final = "#b85c00"
MARKED: Final = "#ffd83d"


class Paint(NamedTuple):
    """How one player colour looks. `badge` is a path around (0, 0), `dashes` are for lines in charts."""

    ground: str
    edge: str
    figure: str
    line: str
    dashes: str
    badge: str


PAINTS: Final[Mapping[str, Paint]] = {
    "red": Paint("#cf3f31", "#8c2018", CREAM, "#b8261b", "none", "M0-14L12 0L0 14L-12 0z"),
    "purple": Paint(
        "#8658b3", "#553080", CREAM, "#6d3fa0", "12 6", "M5-13A13.5 13.5 0 1 0 12 7A10.5 10.5 0 0 1 5-13z"
    ),
    "white": Paint(
        "#fdfaf3",
        "#a99d8a",
        "#5d5348",
        "#6b6054",
        "3 6",
        "M-4.5-13h9v8.5h8.5v9h-8.5v8.5h-9v-8.5h-8.5v-9h8.5z",
    ),
    "yellow": Paint("#f2b92d", "#a87400", "#5a3a08", "#a06b00", "14 5 3 5", "M0-13L13.5 10.5H-13.5z"),
}
"""For each colour of the box."""
