"""Our pictures of the game: SVG for pages, and the board as text.

The PNGs for mails are in `app.drawing.picture` and `app.drawing.png`, imported only where mails are made: the
libraries that draw them take memory that a web process need not have.
"""

from app.drawing.board import board_svg
from app.drawing.chart import gold_chart_svg
from app.drawing.ghost import Ghost
from app.drawing.glimpse import glimpse_svg
from app.drawing.jungle import tile_svg
from app.drawing.text import text_board
from app.drawing.village import village_svg
from app.drawing.words import (
    board_title,
    change_text,
    color_name,
    number_text,
    space_text,
    tile_name,
    workers_text,
)
from app.drawing.workers import worker_svg

__all__ = [
    "Ghost",
    "board_svg",
    "board_title",
    "change_text",
    "color_name",
    "glimpse_svg",
    "gold_chart_svg",
    "number_text",
    "space_text",
    "text_board",
    "tile_name",
    "tile_svg",
    "village_svg",
    "worker_svg",
    "workers_text",
]
