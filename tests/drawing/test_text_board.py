"""The board in plain text."""

from collections import Counter
from dataclasses import replace

from app.drawing import text_board
from engine import PlacedWorker, View
from engine.material import COLORS
from tests.engine.positions import backwards

NAMES = ("Ann", "Bob", "Cem", "Dörte")
WORDS = {
    "plantation": "Cacao",
    "market": "Sell",
    "mine": "Gold",
    "water": "Water",
    "sun": "Sun",
    "temple": "Templ",
}

SMALL = """\
       0     1
    +-----+
    |     |
 -1 | [Y]1|
    |  3  |
    +-----+-----+
    |     |  1  |
  0 |Cacao|  R 2|
    |  1  |  1  |
    +-----+-----+
          |     |
  1       | Sell|
          |  2  |
          +-----+
"""


def test_a_small_board_looks_like_this(small: View) -> None:
    board = text_board(small, ("red", "yellow"), NAMES[:2])
    assert board.startswith(SMALL)
    assert "R = Ann (red), Y = Bob (yellow)" in board


def test_every_tile_of_a_full_board_is_there(full: View) -> None:
    board = text_board(full, COLORS, NAMES).partition("R = Ann")[0]
    kinds = Counter(code.partition("-")[0] for code in full.jungle.values())
    assert {kind: board.count(WORDS[kind]) for kind in kinds} == kinds
    letters = Counter("RPWY"[tile.seat] for tile in full.workers.values())
    cells = board.replace("[", " ").replace("]", " ")
    assert {letter: cells.count(f" {letter} ") for letter in letters} == letters


def test_no_line_is_longer_than_a_mail_allows(full: View) -> None:
    assert max(map(len, text_board(full, COLORS, NAMES).splitlines())) <= 78


def test_a_very_wide_board_comes_in_parts_with_every_column_named(small: View) -> None:
    jungle = {(x, 0): "temple" for x in range(-10, 21, 2)}
    workers = {(x, 0): PlacedWorker(0, "1111", 0) for x in range(-9, 21, 2)}
    board = text_board(replace(small, jungle=jungle, workers=workers), ("red", "yellow"), NAMES[:2])
    assert max(map(len, board.splitlines())) <= 78
    assert board.count("|Templ|") == len(jungle)
    assert set(map(str, range(-10, 21))) <= set(board.split())


def test_the_same_view_gives_the_same_text_whatever_the_order_of_its_tiles(full: View) -> None:
    shuffled = replace(full, workers=backwards(full.workers))
    assert text_board(shuffled, COLORS, NAMES) == text_board(full, COLORS, NAMES)
