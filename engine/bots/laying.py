"""What each way to lay a tile is worth at once, quickly: a search asks this thousands of times."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.bots.worth import (
    CACAO,
    GOLD,
    OPEN_SIDE,
    SUN,
    TEMPLE_WORKER,
    by_tiles_left,
    sun_gain,
    tiles_left,
    trade,
    water_gain,
)
from engine.laying import spaces_to_fill, touched_spaces
from engine.legal import fills, open_spaces, orientations, own_spaces_to_overbuild
from engine.material import JUNGLE_TILES, WORKERS_ON_SIDES
from engine.moves import Fill, LayTile
from engine.scoring import temple_gold, temple_strength
from engine.spaces import Space, neighbours
from engine.state import GameState, Village

Sides = tuple[int, int, int, int]
Worth = tuple[int, ...]
"""What 0, 1, 2 or 3 workers on one side are worth."""


class _Appraisal(NamedTuple):
    """What things are worth to one seat at this moment."""

    village: Village
    cacao: int
    look: int
    tiles: Mapping[str, Worth]


def valued_layings(state: GameState) -> Iterator[tuple[int, LayTile]]:
    """Every legal way to lay a tile with its immediate value to the active seat."""
    turned = [
        (code, rotation, WORKERS_ON_SIDES[code][rotation])
        for code, rotation in orientations(state.hands[state.active])
    ]
    appraisals = [_appraise(state, seat) for seat in range(state.players)]
    touched = touched_spaces(state)
    for at in open_spaces(state):
        for way in fills(spaces_to_fill(at, touched), state.display):
            value = _valuer(state, appraisals, at, way)
            for code, rotation, workers in turned:
                yield value(workers), LayTile(code, at, rotation, way)
    for at in own_spaces_to_overbuild(state):
        value = _valuer(state, appraisals, at, ())
        cost = _cost_of_overbuilding(state, at)
        for code, rotation, workers in turned:
            yield value(workers) - cost, LayTile(code, at, rotation, (), True)


def _appraise(state: GameState, seat: int) -> _Appraisal:
    village = state.villages[seat]
    left = tiles_left(state, seat) - (seat == state.active)
    sun = by_tiles_left(SUN, left)
    to_come = len(state.display) + len(state.pile)
    counts = range(4)
    tiles = {
        "mine-1": tuple(GOLD * n for n in counts),
        "mine-2": tuple(2 * GOLD * n for n in counts),
        "water": tuple(water_gain(village, n) for n in counts),
        "sun": tuple(sun_gain(village, n, sun) for n in counts),
    }
    look = by_tiles_left(OPEN_SIDE, min(left, to_come))
    return _Appraisal(village, by_tiles_left(CACAO, left), look, tiles)


def _valuer(
    state: GameState, appraisals: list[_Appraisal], at: Space, way: tuple[Fill, ...]
) -> Callable[[Sides], int]:
    """How much a tile laid here with these fills is worth, as a function of its workers."""
    seat = state.active
    mine = appraisals[seat]
    filled = {fill.at: fill.tile for fill in way}
    earlier = [_earlier_workers(state, at, filled, other) for other in range(state.players)]
    others = sum(
        _gain(appraisals[other], touches)
        for other, touches in enumerate(earlier)
        if touches and other != seat
    ) // (state.players - 1)
    temples: list[tuple[int, Worth]] = []
    trades: list[tuple[int, str]] = []
    rest: list[tuple[int, Worth]] = []
    for side, space in enumerate(neighbours(at)):
        tile = state.jungle.get(space) or filled.get(space)
        if tile is None:
            rest.append((side, tuple(mine.look * n for n in range(4))))
        elif tile == "temple":
            temples.append((side, _temple_worth(state, space, at)))
        elif tile in mine.tiles:
            rest.append((side, mine.tiles[tile]))
        else:
            trades.append((side, tile))
    rows = rest + temples
    touches = earlier[seat]

    def value(workers: Sides) -> int:
        total = sum(worth[workers[side]] for side, worth in rows) - others
        if touches or trades:
            total += _gain(mine, [*touches, *((tile, workers[side]) for side, tile in trades)])
        return total

    return value


def _earlier_workers(
    state: GameState, at: Space, filled: Mapping[Space, str], seat: int
) -> list[tuple[str, int]]:
    """The tiles just filled that a seat's earlier workers touch, each with how many."""
    found = []
    for space, tile in filled.items():
        for side, beside in enumerate(neighbours(space)):
            placed = state.workers.get(beside) if beside != at else None
            if placed and placed.seat == seat and placed.workers[(side + 2) % 4]:
                found.append((tile, placed.workers[(side + 2) % 4]))
    return found


def _gain(appraisal: _Appraisal, touches: list[tuple[str, int]]) -> int:
    """What workers at these tiles bring together: trade is one sum, the rest adds up."""
    total = harvest = 0
    at_price = {2: 0, 3: 0, 4: 0}
    for code, workers in touches:
        tile = JUNGLE_TILES[code]
        if tile.kind == "plantation":
            harvest += workers * tile.value
        elif tile.kind == "market":
            at_price[tile.value] += workers
        elif tile.kind == "temple":
            total += workers * (TEMPLE_WORKER + GOLD)
        else:
            total += appraisal.tiles[code][min(workers, 3)]
    stored = appraisal.village.cacao
    return total + trade(stored, harvest, *at_price.values(), appraisal.cacao)


def _temple_worth(state: GameState, temple: Space, at: Space) -> Worth:
    """How the gold of a temple moves towards the active seat with 0, 1, 2 or 3 workers from `at`."""
    seat = state.active
    strength = list(temple_strength(state, temple))
    covered = state.workers.get(at)
    if covered:
        strength[seat] -= covered.workers[neighbours(at).index(temple)]
    worths = []
    for count in range(4):
        gold = temple_gold((*strength[:seat], strength[seat] + count, *strength[seat + 1 :]))
        lead = gold[seat] * GOLD - (sum(gold) - gold[seat]) * GOLD // (state.players - 1)
        worths.append(lead + TEMPLE_WORKER * count)
    return tuple(worth - worths[0] for worth in worths)


def _cost_of_overbuilding(state: GameState, at: Space) -> int:
    """The sun token, and what the covered workers hold at temples."""
    covered = state.workers[at]
    lost = sum(
        _temple_worth(state, space, at)[covered.workers[side]]
        for side, space in enumerate(neighbours(at))
        if state.jungle.get(space) == "temple"
    )
    return lost + by_tiles_left(SUN, tiles_left(state, state.active) - 1)
