"""The board in plain text, for the text part of a mail and for those who read with their fingers or ears."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from textwrap import fill
from typing import Final

from flask_babel import gettext, lazy_pgettext
from flask_babel.speaklater import LazyString

from app.drawing.words import color_name
from engine import PlacedWorker, Space, View

_WIDTH: Final = 78
_INNER: Final = 5
_COLUMN: Final = _INNER + 1
_ROW: Final = 4
_LABELS: Final = 4
_MOST_COLUMNS: Final = (_WIDTH - _LABELS - 1) // _COLUMN

_WORDS: Final[Mapping[str, LazyString]] = {
    "plantation": lazy_pgettext("on the text board, at most 5 letters", "Cacao"),
    "market": lazy_pgettext("on the text board, at most 5 letters", "Sell"),
    "mine": lazy_pgettext("on the text board, at most 5 letters", "Gold"),
    "water": lazy_pgettext("on the text board, at most 5 letters", "Water"),
    "sun": lazy_pgettext("on the text board, at most 5 letters", "Sun"),
    "temple": lazy_pgettext("on the text board, at most 5 letters", "Templ"),
}

Cell = tuple[str, str, str]


def text_board(view: View, colors: Sequence[str], names: Sequence[str]) -> str:
    """Every tile in play in a box of its own, and what the signs mean. A very wide board comes in parts."""
    words = {kind: str(word) for kind, word in _WORDS.items()}
    letters = [_letter(color) for color in colors]
    cells = {space: _jungle(code, words) for space, code in view.jungle.items()}
    cells |= {space: _worker(tile, letters[tile.seat]) for space, tile in view.workers.items()}
    return "\n".join((*_parts(cells), _legend(colors, names)))


def _jungle(code: str, words: Mapping[str, str]) -> Cell:
    kind, _, value = code.partition("-")
    return "", words[kind], value


def _worker(tile: PlacedWorker, letter: str) -> Cell:
    north, east, south, west = (str(workers or " ") for workers in tile.workers)
    owner = f"[{letter}]" if tile.height == 2 else f" {letter} "
    return north, west + owner + east, south


def _letter(color: str) -> str:
    return color_name(color)[0].upper()


def _parts(cells: Mapping[Space, Cell]) -> Iterator[str]:
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    parts = -(-len(columns) // _MOST_COLUMNS)
    wide = -(-len(columns) // parts)
    for first in columns[::wide]:
        shown = range(first, min(first + wide, columns.stop))
        yield _part(shown, {space: cell for space, cell in cells.items() if space[0] in shown}) + "\n"


def _part(columns: range, cells: Mapping[Space, Cell]) -> str:
    rows = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    canvas = [[" "] * (_LABELS + 1 + _COLUMN * len(columns)) for _ in range(2 + _ROW * len(rows))]
    for i, x in enumerate(columns):
        _write(canvas, 0, _LABELS + 1 + _COLUMN * i, str(x).center(_INNER))
    for i, y in enumerate(rows):
        _write(canvas, 3 + _ROW * i, 0, str(y).rjust(_LABELS - 1))
    for (x, y), cell in cells.items():
        _box(canvas, 1 + _ROW * (y - rows.start), _LABELS + _COLUMN * (x - columns.start), cell)
    return "\n".join("".join(line).rstrip() for line in canvas)


def _box(canvas: list[list[str]], line: int, column: int, cell: Cell) -> None:
    edge = f"+{'-' * _INNER}+"
    inside = (f"|{text[:_INNER].center(_INNER)}|" for text in cell)
    for i, text in enumerate((edge, *inside, edge)):
        _write(canvas, line + i, column, text)


def _write(canvas: list[list[str]], line: int, column: int, text: str) -> None:
    canvas[line][column : column + len(text)] = text


def _legend(colors: Sequence[str], names: Sequence[str]) -> str:
    players = ", ".join(
        f"{_letter(color)} = {name} ({color_name(color)})" for color, name in zip(colors, names, strict=True)
    )
    tiles = gettext(
        "%(plantation)s = plantation and its yield, %(market)s = market and its price, "
        "%(mine)s = gold mine and its value, %(water)s = water, "
        "%(sun)s = sun-worshiping site, %(temple)s = temple.",
        **_WORDS,
    )
    workers = gettext(
        "Around a player's letter stand the numbers of workers on the four sides, north at the top. "
        "A letter in brackets: this tile lies on top of another."
    )
    return "".join(_folded(text) + "\n" for text in (players, tiles, workers))


@lru_cache(100)
def _folded(text: str) -> str:
    """Most of it is the same for everybody who speaks a language."""
    return fill(text, _WIDTH)
