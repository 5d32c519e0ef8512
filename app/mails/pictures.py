"""The pictures in mails. Each is named by what it shows; the HTML part says `cid:` and that name."""

from functools import cache
from typing import Final

from app.drawing import glimpse_svg, gold_chart_svg, tile_svg, worker_svg
from app.drawing.picture import board_png
from app.drawing.png import png
from app.usecases.reading import Table

WIDTH: Final = 720
"""Shown at most 600 pixels wide: a little sharper than that, and still below 60 KB for a full board."""

_TILE_WIDTH: Final = 120
"""Shown half as wide."""

Pictures = dict[str, bytes]


def of_table(table: Table) -> Pictures:
    """The board, the tiles of the display and those in the hand."""
    assert table.view is not None
    assert table.view.seat is not None
    color = table.colors[table.view.seat]
    return {
        "board": board_png(table.view, table.colors, table.marked, WIDTH),
        **{code: _tile(code) for code in table.view.display},
        **{f"worker-{code}": _worker(code, color) for code in table.view.hand},
    }


def of_gold(table: Table, series: list[list[int]]) -> Pictures:
    """Everybody's gold over the turns."""
    return {"chart": png(gold_chart_svg(series, table.colors, table.names), WIDTH)}


@cache
def glimpse() -> bytes:
    """A first glimpse of the game, for those who do not know it."""
    return png(glimpse_svg(), WIDTH)


@cache
def _tile(code: str) -> bytes:
    return png(tile_svg(code), _TILE_WIDTH)


@cache
def _worker(code: str, color: str) -> bytes:
    return png(worker_svg(code, 0, color), _TILE_WIDTH)
