"""Our pictures of the game: SVG for pages, PNG for mails, and the board as text."""

from app.drawing.board import board_svg
from app.drawing.chart import gold_chart_svg
from app.drawing.ghost import Ghost
from app.drawing.jungle import tile_svg
from app.drawing.picture import board_png
from app.drawing.png import png
from app.drawing.text import text_board
from app.drawing.village import village_svg
from app.drawing.words import board_title, color_name, tile_name
from app.drawing.workers import worker_svg

__all__ = [
    "Ghost",
    "board_png",
    "board_svg",
    "board_title",
    "color_name",
    "gold_chart_svg",
    "png",
    "text_board",
    "tile_name",
    "tile_svg",
    "village_svg",
    "worker_svg",
]
