"""Moves as short texts and back.

2101@0,-1:2                     lay 2101 on 0,-1, turned by two quarter turns
2101@0,-1:2 water@1,-1          the same, and fill 1,-1 with a water tile
3001^0,1:0                      overbuild the own tile on 0,1
use 0,1:N2 0,1:E1               use two workers on the north side, then one on the east side
use                             forgo everything
"""

import re

from engine.material import JUNGLE_TILES, WORKER_TILES
from engine.moves import Action, Fill, LayTile, Move, UseWorkers

_SPACE = r"(-?\d{1,3}),(-?\d{1,3})"
_LAY = re.compile(rf"({'|'.join(WORKER_TILES)})([@^]){_SPACE}:([0-3])", re.ASCII)
_FILL = re.compile(rf"({'|'.join(JUNGLE_TILES)})@{_SPACE}", re.ASCII)
_ACTION = re.compile(rf"{_SPACE}:([NESW])([1-3])", re.ASCII)


class NotAMove(ValueError):
    """A text that is no move in this notation."""


def write_move(move: Move) -> str:
    """The move as text; `read_move` gives it back."""
    if isinstance(move, UseWorkers):
        used = (f"{x},{y}:{side}{workers}" for (x, y), side, workers in move.actions)
        return " ".join(("use", *used))
    x, y = move.at
    laid = f"{move.worker}{'^' if move.overbuild else '@'}{x},{y}:{move.rotation}"
    return " ".join((laid, *(f"{tile}@{at[0]},{at[1]}" for tile, at in move.jungle)))


def read_move(text: str) -> Move:
    """The move a text stands for, or `NotAMove`. Whether it is legal is not asked here."""
    first, *rest = text.split(" ")
    if first == "use":
        return UseWorkers(tuple(_action(word) for word in rest))
    worker, sign, x, y, rotation = _match(_LAY, first)
    fills = tuple(_fill(word) for word in rest)
    return LayTile(worker, (int(x), int(y)), int(rotation), fills, sign == "^")


def _fill(word: str) -> Fill:
    tile, x, y = _match(_FILL, word)
    return Fill(tile, (int(x), int(y)))


def _action(word: str) -> Action:
    x, y, side, workers = _match(_ACTION, word)
    return Action((int(x), int(y)), side, int(workers))


def _match(pattern: re.Pattern[str], word: str) -> tuple[str, ...]:
    match = pattern.fullmatch(word)
    if match is None:
        raise NotAMove(word[:40])
    return match.groups()
