"""What there is to decide when workers are activated: how much to sell, and in which order.

Taking cacao, gold, water and sun is never worse than leaving them, so the only real choice is how many
cacao to sell at which market. For each such choice one order loses the least to a full storage.
"""

from collections.abc import Iterator, Mapping
from itertools import product

from engine.material import JUNGLE_TILES, STORAGE_SPACES
from engine.moves import Action, UseWorkers
from engine.state import ActiveSide, GameState

Sales = Mapping[ActiveSide, int]
"""How many cacao to sell at each activated market side; a side left out sells nothing."""


def best_order(cacao: int, sides: tuple[ActiveSide, ...], sales: Sales) -> UseWorkers | None:
    """Use every side, sell just so much, and let the least cacao lapse; None if it cannot be done."""
    others: list[ActiveSide] = []
    harvests: list[tuple[ActiveSide, int]] = []
    sold: list[tuple[ActiveSide, int]] = []
    for side in sides:
        tile = JUNGLE_TILES[side.tile]
        if tile.kind == "plantation":
            harvests.append((side, side.workers * tile.value))
        elif tile.kind != "market":
            others.append(side)
        elif sales.get(side):
            sold.append((side, -sales[side]))
    order = _cacao_order(cacao, harvests, sold)
    if order is None:
        return None
    used = (Action(s.at, s.side, -change if change < 0 else s.workers) for s, change in order)
    return UseWorkers((*used, *(Action(s.at, s.side, s.workers) for s in others)))


def _cacao_order(
    cacao: int, harvests: list[tuple[ActiveSide, int]], sold: list[tuple[ActiveSide, int]]
) -> list[tuple[ActiveSide, int]] | None:
    harvested = sum(change for _, change in harvests)
    wanted = -sum(change for _, change in sold)
    if wanted <= cacao:
        return sold + harvests
    if cacao + harvested <= STORAGE_SPACES:
        return harvests + sold if wanted <= cacao + harvested else None
    return _searched_order(cacao, harvests + sold)


def _searched_order(cacao: int, steps: list[tuple[ActiveSide, int]]) -> list[tuple[ActiveSide, int]] | None:
    """The order that ends with most cacao. More is never worse on the way, so one best per subset does."""
    best: dict[int, tuple[int, list[tuple[ActiveSide, int]]]] = {0: (cacao, [])}
    for done in range(2 ** len(steps)):
        if done not in best:
            continue
        stored, order = best[done]
        for n, step in enumerate(steps):
            after = min(stored + step[1], STORAGE_SPACES)
            then = done | 1 << n
            if then != done and after >= 0 and (then not in best or after > best[then][0]):
                best[then] = (after, [*order, step])
    found = best.get(2 ** len(steps) - 1)
    return found[1] if found else None


def sale_choices(state: GameState, seat: int) -> Iterator[UseWorkers]:
    """One `UseWorkers` for every split of sales that can be done, the largest sales first."""
    sides = state.owed[seat]
    cacao = state.villages[seat].cacao
    markets = [side for side in sides if JUNGLE_TILES[side.tile].kind == "market"]
    if not markets:
        yield UseWorkers(tuple(Action(side.at, side.side, side.workers) for side in sides))
        return
    harvest = sum(
        side.workers * tile.value for side in sides if (tile := JUNGLE_TILES[side.tile]).kind == "plantation"
    )
    most = cacao + harvest
    counts = (range(min(side.workers, most), -1, -1) for side in markets)
    for split in product(*counts):
        if sum(split) <= most:
            order = best_order(cacao, sides, dict(zip(markets, split, strict=True)))
            if order is not None:
                yield order


def forced(state: GameState, seat: int) -> UseWorkers | None:
    """What a seat that owes `UseWorkers` does when there is nothing to decide; None if there is."""
    if not state.owed[seat]:
        return None
    choices = sale_choices(state, seat)
    only = next(choices)
    return only if next(choices, None) is None else None
