"""A move alone, a view alone, a stored position, and how a turn's cost grows over the game."""

import json
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from engine import GameState, Move, Stream, apply, dump_state, legal_moves, new_game, to_act, view_for

T = TypeVar("T")

GAMES = 150
PARTS = 4


def run() -> None:
    """Print microseconds for each quarter of 4-player random games, and the ratio last to first."""
    sums: dict[str, list[float]] = {}
    counts = [0] * PARTS
    sizes = [0] * PARTS
    for game in range(GAMES):
        state = new_game(4, b"growth %d" % game)
        chance = Stream(b"growth %d" % game)
        while owing := to_act(state):
            seat = next(iter(owing))
            part = min(state.turn * PARTS // 36, PARTS - 1)
            moves, spent = _timed(lambda: legal_moves(state, seat))  # noqa: B023 called at once
            _add(sums, "legal_moves", part, spent)
            move = moves[chance.below(len(moves))]
            state = _timed_step(sums, part, state, seat, move)
            counts[part] += 1
            sizes[part] = max(sizes[part], len(json.dumps(dump_state(state), separators=(",", ":"))))
    print(f"{'µs a move':14}" + "".join(f"{f'quarter {n + 1}':>12}" for n in range(PARTS)) + "  last/first")
    for name, spent_by_part in sums.items():
        each = [1e6 * spent / count for spent, count in zip(spent_by_part, counts, strict=True)]
        print(f"{name:14}" + "".join(f"{us:12.1f}" for us in each) + f"{each[-1] / each[0]:12.2f}")
    print(f"{'state, bytes':14}" + "".join(f"{size:12,}" for size in sizes) + "  (largest)")


def _timed_step(
    sums: dict[str, list[float]], part: int, state: GameState, seat: int, move: Move
) -> GameState:
    step, spent = _timed(lambda: apply(state, seat, move))
    _add(sums, "apply", part, spent)
    _, spent = _timed(lambda: view_for(step.state, seat))
    _add(sums, "view_for", part, spent)
    return step.state


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    started = perf_counter()
    result = work()
    return result, perf_counter() - started


def _add(sums: dict[str, list[float]], name: str, part: int, spent: float) -> None:
    sums.setdefault(name, [0.0] * PARTS)[part] += spent
