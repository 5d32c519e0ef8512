"""Every legal move of a seat, each kind of result once."""

from collections.abc import Sequence
from itertools import combinations, permutations

from engine.choices import sale_choices
from engine.laying import may_overbuild, spaces_to_fill, touched_spaces
from engine.material import DISTINCT_ROTATIONS
from engine.moves import Fill, LayTile, Move
from engine.spaces import Space, neighbours
from engine.state import GameState


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
    """The empty worker spaces that touch a jungle tile in play."""
    workers = state.workers
    found = {n: None for at in state.jungle for n in neighbours(at) if n not in workers}
    return list(found)


def own_spaces_to_overbuild(state: GameState) -> list[Space]:
    """The active seat's tiles it may overbuild now."""
    if not may_overbuild(state):
        return []
    return [at for at, tile in state.workers.items() if tile.seat == state.active and not tile.over]


def fills(spaces: Sequence[Space], display: Sequence[str]) -> list[tuple[Fill, ...]]:
    """Each different way to put the display on these spaces, as far as it reaches."""
    if not spaces:
        return [()]
    count = min(len(spaces), len(display))
    ways = {
        tuple(sorted(map(Fill, tiles, chosen)))
        for chosen in combinations(spaces, count)
        for tiles in permutations(display, count)
    }
    return sorted(ways)


def _layings(state: GameState) -> list[Move]:
    hand = sorted(set(state.hands[state.active]))
    turned = [(code, rotation) for code in hand for rotation in DISTINCT_ROTATIONS[code]]
    touched = touched_spaces(state)
    beside: list[Move] = [
        LayTile(code, at, rotation, way)
        for at in open_spaces(state)
        for way in fills(spaces_to_fill(at, touched), state.display)
        for code, rotation in turned
    ]
    over: list[Move] = [
        LayTile(code, at, rotation, (), True)
        for at in own_spaces_to_overbuild(state)
        for code, rotation in turned
    ]
    return beside + over
