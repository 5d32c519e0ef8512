"""Every legal move of a seat, each kind of result once."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations

from engine.choices import sale_choices
from engine.laying import may_overbuild, spaces_to_fill, touched_spaces
from engine.material import DISTINCT_ROTATIONS
from engine.moves import Fill, LayTile, Move
from engine.spaces import Space, neighbours
from engine.state import GameState

# Most of the time of a listing goes into making the moves: this leaves out constructors written in Python.
_new = tuple.__new__


def legal_moves(state: GameState, seat: int) -> list[Move]:
    """The moves open to a seat; empty if it owes nothing.

    Moves that come to the same are listed once: a `1111` lies in rotation 0, equal display tiles are not
    swapped, and of `UseWorkers` there is one for each split of sales, in the order that loses least.
    `apply` takes the others too.
    """
    if state.owed[seat]:
        return list(sale_choices(state, seat))
    if state.awaits_workers or state.over or seat != state.active:
        return []
    return _layings(state)


def open_spaces(state: GameState) -> list[Space]:
    """The empty worker spaces that touch a jungle tile in play, in order, however they came about."""
    workers = state.workers
    return sorted({n for at in state.jungle for n in neighbours(at) if n not in workers})


def own_spaces_to_overbuild(state: GameState) -> list[Space]:
    """The active seat's tiles it may overbuild now."""
    if not may_overbuild(state):
        return []
    own = (at for at, tile in state.workers.items() if tile.seat == state.active and not tile.over)
    return sorted(own)


@lru_cache(maxsize=1024)
def orientations(hand: tuple[str, ...]) -> list[tuple[str, int]]:
    """Each different tile of a hand with each rotation that looks different."""
    return [(code, rotation) for code in sorted(set(hand)) for rotation in DISTINCT_ROTATIONS[code]]


def fills(spaces: Sequence[Space], display: tuple[str, ...]) -> list[tuple[Fill, ...]]:
    """Each different way to put the display on these spaces, as far as it reaches."""
    count = min(len(spaces), len(display))
    if count == 1:  # most of the time
        return [(_new(Fill, (tile, space)),) for space in spaces for (tile,) in _orders(display, 1)]
    return [
        tuple(map(Fill, tiles, chosen))
        for chosen in combinations(spaces, count)
        for tiles in _orders(display, count)
    ]


@lru_cache(maxsize=1024)
def _orders(display: tuple[str, ...], count: int) -> list[tuple[str, ...]]:
    return sorted(set(permutations(display, count)))


_NO_FILL: list[tuple[Fill, ...]] = [()]


def _layings(state: GameState) -> list[Move]:
    turned = orientations(state.hands[state.active])
    touched = touched_spaces(state)
    moves: list[Move] = []
    for at in open_spaces(state):
        spaces = spaces_to_fill(at, touched)
        for way in fills(spaces, state.display) if spaces else _NO_FILL:
            moves += [_new(LayTile, (code, at, rotation, way, False)) for code, rotation in turned]
    for at in own_spaces_to_overbuild(state):
        moves += [_new(LayTile, (code, at, rotation, (), True)) for code, rotation in turned]
    return moves
