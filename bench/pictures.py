"""The board as SVG and PNG: milliseconds and bytes."""

from collections.abc import Callable
from time import perf_counter

from flask import Flask
from flask_babel import Babel

from app.drawing import board_svg
from app.drawing.picture import board_png
from bench.figures import Figure
from engine import COLORS, View, view_for
from engine.bots import random
from engine.bots.match import play_match

GAMES = 8


def run() -> list[Figure]:
    """A full board of four players, the mean of several games."""
    app = Flask(__name__)
    Babel(app)  # type: ignore[no-untyped-call]
    views = [view_for(play_match([random] * 4, b"picture %d" % n)[0], None) for n in range(GAMES)]
    with app.test_request_context():
        svg = _mean(lambda view: board_svg(view, COLORS), views)
        png = _mean(lambda view: board_png(view, COLORS, (), 720), views)
        size = sum(len(board_png(view, COLORS, (), 720)) for view in views) / GAMES
    return [
        Figure("pictures", "board as SVG, 4 players, full", svg, "ms"),
        Figure("pictures", "board as PNG, 4 players, full", png, "ms"),
        Figure("pictures", "the PNG's size", size / 1024, "KB"),
    ]


def _mean(draw: Callable[[View], object], views: list[View]) -> float:
    for view in views:
        draw(view)
    started = perf_counter()
    for view in views:
        draw(view)
    return (perf_counter() - started) / len(views) * 1000
