"""The final scoring and who has won (docs/rules.md §7)."""

from dataclasses import dataclass
from enum import Enum

from engine.spaces import Space, neighbours
from engine.state import GameState

FIRST_GOLD = 6
SECOND_GOLD = 3


class DecidedBy(Enum):
    """What settled the game."""

    GOLD = "gold"
    CACAO = "cacao"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won, and what settled it."""

    winners: tuple[int, ...]
    decided_by: DecidedBy


@dataclass(frozen=True, slots=True)
class TempleScore:
    """One temple: everybody's workers beside it and the gold they bring."""

    at: Space
    workers: tuple[int, ...]
    gold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """The scoring, step by step. Each tuple has one entry per seat."""

    gold_before: tuple[int, ...]
    temples: tuple[TempleScore, ...]
    sun: tuple[int, ...]
    water: tuple[int, ...]
    gold: tuple[int, ...]
    cacao: tuple[int, ...]
    outcome: Outcome


def score(state: GameState) -> FinalScoring:
    """Score the position as if the game ended here; final once it is over."""
    temples = tuple(score_temple(state, at) for at, tile in sorted(state.jungle.items()) if tile == "temple")
    before = tuple(village.gold for village in state.villages)
    sun = tuple(village.sun for village in state.villages)
    water = tuple(village.water_value for village in state.villages)
    parts = (before, sun, water, *(temple.gold for temple in temples))
    gold = tuple(map(sum, zip(*parts, strict=True)))
    cacao = tuple(village.cacao for village in state.villages)
    return FinalScoring(before, temples, sun, water, gold, cacao, _outcome(gold, cacao))


def score_temple(state: GameState, at: Space) -> TempleScore:
    """Count the workers of the top tiles around a temple and share out its gold."""
    workers = temple_strength(state, at)
    return TempleScore(at, workers, temple_gold(workers))


def temple_strength(state: GameState, at: Space) -> tuple[int, ...]:
    """Everybody's workers on sides that touch this space."""
    strength = [0] * state.players
    for side, space in enumerate(neighbours(at)):
        tile = state.workers.get(space)
        if tile:
            strength[tile.seat] += tile.workers[(side + 2) % 4]
    return tuple(strength)


def temple_gold(workers: tuple[int, ...]) -> tuple[int, ...]:
    """6 for the most, 3 for the second most; ties share, a tie for first leaves no second."""
    first = _share(FIRST_GOLD, workers, max(workers))
    if workers.count(max(workers)) > 1 or not any(workers):
        return first
    second = max(count for count in workers if count < max(workers))
    return tuple(map(sum, zip(first, _share(SECOND_GOLD, workers, second), strict=True)))


def _share(gold: int, workers: tuple[int, ...], place: int) -> tuple[int, ...]:
    if place == 0:
        return (0,) * len(workers)
    each = gold // workers.count(place)
    return tuple(each if count == place else 0 for count in workers)


def _outcome(gold: tuple[int, ...], cacao: tuple[int, ...]) -> Outcome:
    richest = [seat for seat, amount in enumerate(gold) if amount == max(gold)]
    most_left = max(cacao[seat] for seat in richest)
    winners = tuple(seat for seat in richest if cacao[seat] == most_left)
    if len(richest) == 1:
        return Outcome(winners, DecidedBy.GOLD)
    return Outcome(winners, DecidedBy.CACAO if len(winners) == 1 else DecidedBy.SHARED)
