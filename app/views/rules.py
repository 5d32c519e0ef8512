"""The rules of the game, for those who have never played it."""

from flask import Blueprint, render_template

from app import drawing
from app.usecases import lessons
from app.views import visitor

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def look() -> str:
    """The rules in the reader's language, or in the one asked for in the address."""
    visitor.speak_as_asked()
    return render_template("rules/page.html", lessons=lessons, shown=_shown)


def _shown(lesson: lessons.Lesson) -> drawing.Ghost:
    """A move that is about to be made, for the board."""
    move = lesson.move
    fills: dict[tuple[int, int], str | None] = {fill.at: fill.tile for fill in move.jungle}
    return drawing.Ghost(move.at, lesson.seat, move.worker, move.rotation, fills)
