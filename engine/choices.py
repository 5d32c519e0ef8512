"""What there is to decide when workers are activated: how much to sell, and in which order.

Taking cacao, gold, water and sun is never worse than leaving them, so the only real choice is how many
cacao to sell at which market. For each such choice one order loses the least to a full storage.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from engine.material import JUNGLE_TILES, STORAGE_SPACES
from engine.moves import Action, UseWorkers
from engine.state import ActiveSide, GameState

Sales = Mapping[ActiveSide, int]
"""How many cacao to sell at each activated market side; a side left out sells nothing."""
Change = tuple[ActiveSide, int]
"""A side with the cacao its workers bring, or less than none for those they sell."""


class _Work(NamedTuple):
    """Activated sides by what they do to the storage."""

    harvests: list[Change]
    markets: list[ActiveSide]
    others: list[Action]


def best_order(cacao: int, sides: tuple[ActiveSide, ...], sales: Sales) -> UseWorkers | None:
    """Use every side, sell just so much, and let the least cacao lapse; None if it cannot be done."""
    work = _by_kind(sides)
    return _ordered(cacao, work, [(side, -sales[side]) for side in work.markets if sales.get(side)])


def _by_kind(sides: tuple[ActiveSide, ...]) -> _Work:
    work = _Work([], [], [])
    for side in sides:
        tile = JUNGLE_TILES[side.tile]
        if tile.kind == "plantation":
            work.harvests.append((side, side.workers * tile.value))
        elif tile.kind == "market":
            work.markets.append(side)
        else:
            work.others.append(Action(side.at, side.side, side.workers))
    return work


def _ordered(cacao: int, work: _Work, sold: list[Change]) -> UseWorkers | None:
    order = _cacao_order(cacao, work.harvests, sold)
    if order is None:
        return None
    used = [Action(s.at, s.side, -change if change < 0 else s.workers) for s, change in order]
    return UseWorkers((*used, *work.others))


def _cacao_order(cacao: int, harvests: list[Change], sold: list[Change]) -> list[Change] | None:
    harvested = sum(change for _, change in harvests)
    wanted = -sum(change for _, change in sold)
    if wanted <= cacao:
        return sold + harvests
    if cacao + harvested <= STORAGE_SPACES:
        return harvests + sold if wanted <= cacao + harvested else None
    return _searched_order(cacao, harvests + sold)


def _searched_order(cacao: int, steps: list[Change]) -> list[Change] | None:
    """The order that ends with most cacao. More is never worse on the way, so one best per subset does."""
    best: dict[int, tuple[int, list[Change]]] = {0: (cacao, [])}
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
    work = _by_kind(sides)
    if not work.markets:
        yield UseWorkers(tuple([Action(side.at, side.side, side.workers) for side in sides]))
        return
    most = cacao + sum(fruits for _, fruits in work.harvests)
    counts = (range(min(side.workers, most), -1, -1) for side in work.markets)
    for split in product(*counts):
        sold = [(side, -count) for side, count in zip(work.markets, split, strict=True) if count]
        order = _ordered(cacao, work, sold)
        if order is not None:
            yield order


def forced(state: GameState, seat: int) -> UseWorkers | None:
    """What a seat that owes `UseWorkers` does when there is nothing to decide; None if there is."""
    if not state.owed[seat]:
        return None
    choices = sale_choices(state, seat)
    only = next(choices)
    return only if next(choices, None) is None else None
