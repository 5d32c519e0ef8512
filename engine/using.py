"""Step C of a turn: one player's activated workers do their work (docs/rules.md §5)."""

from collections.abc import Callable, Mapping

from engine.events import (
    CacaoHarvested,
    CacaoSold,
    Event,
    GoldMined,
    SunTokensTaken,
    WaterCarried,
    WorkersForgone,
)
from engine.material import (
    JUNGLE_TILES,
    LAST_WATER_FIELD,
    STORAGE_SPACES,
    SUN_PLACES,
    WATER_TRACK,
)
from engine.moves import Action
from engine.refusals import IllegalMove, Reason
from engine.spaces import SIDES, Space, beyond
from engine.state import ActiveSide, Village

Worked = tuple[Village, Event]


def use_workers(
    seat: int,
    village: Village,
    sides: tuple[ActiveSide, ...],
    actions: tuple[Action, ...],
    jungle: Mapping[Space, str],
) -> tuple[Village, tuple[Event, ...]]:
    """The village after these actions on the activated sides, and what happened."""
    activated = {(side.at, side.side): side for side in sides}
    used: dict[tuple[Space, str], int] = {}
    events: list[Event] = []
    for action in actions:
        key = (action.at, action.side)
        if key not in activated:
            raise IllegalMove(_why_not_activated(action, jungle))
        if key in used:
            raise IllegalMove(Reason.SIDE_REPEATED)
        side = activated[key]
        if not 1 <= action.workers <= side.workers:
            raise IllegalMove(Reason.WRONG_WORKER_COUNT)
        tile = JUNGLE_TILES[side.tile]
        village, event = _WORK[tile.kind](seat, village, action, tile.value)
        events.append(event)
        used[key] = action.workers
    for key, side in activated.items():
        idle = side.workers - used.get(key, 0)
        if idle:
            events.append(WorkersForgone(seat, side.at, side.side, idle, side.tile))
    return village, tuple(events)


def _why_not_activated(action: Action, jungle: Mapping[Space, str]) -> Reason:
    if action.side in SIDES and jungle.get(beyond(action.at, action.side)) == "temple":
        return Reason.AT_A_TEMPLE
    return Reason.NOT_ACTIVATED


def _with(village: Village, gold: int = 0, cacao: int = 0, sun: int = 0, water: int = 0) -> Village:
    return Village(village.gold + gold, village.cacao + cacao, village.sun + sun, village.water + water)


def _harvest(seat: int, village: Village, action: Action, value: int) -> Worked:
    fruits = action.workers * value
    stored = min(fruits, STORAGE_SPACES - village.cacao)
    event = CacaoHarvested(seat, action.at, action.side, stored, fruits - stored)
    return _with(village, cacao=stored), event


def _sell(seat: int, village: Village, action: Action, price: int) -> Worked:
    if action.workers > village.cacao:
        raise IllegalMove(Reason.NO_CACAO)
    sold = action.workers
    event = CacaoSold(seat, action.at, action.side, sold, price)
    return _with(village, gold=sold * price, cacao=-sold), event


def _mine(seat: int, village: Village, action: Action, value: int) -> Worked:
    gold = action.workers * value
    return _with(village, gold=gold), GoldMined(seat, action.at, action.side, gold)


def _carry_water(seat: int, village: Village, action: Action, value: int) -> Worked:
    steps = action.workers * value
    water = min(village.water + steps, LAST_WATER_FIELD)
    moved = water - village.water
    event = WaterCarried(seat, action.at, action.side, moved, steps - moved, WATER_TRACK[water])
    return _with(village, water=moved), event


def _worship(seat: int, village: Village, action: Action, value: int) -> Worked:
    tokens = action.workers * value
    kept = min(tokens, SUN_PLACES - village.sun)
    event = SunTokensTaken(seat, action.at, action.side, kept, tokens - kept)
    return _with(village, sun=kept), event


_WORK: Mapping[str, Callable[[int, Village, Action, int], Worked]] = {
    "plantation": _harvest,
    "market": _sell,
    "mine": _mine,
    "water": _carry_water,
    "sun": _worship,
}
