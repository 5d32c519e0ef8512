"""`planner`: plays the best-looking moves to the end, again and again, and takes what ends best.

Each round deals anew what the seat cannot see and lets everybody go on greedily. The candidates meet the
same deals, and the weaker half is dropped from time to time, so that the rounds go where they matter.
"""

from itertools import count

from engine.bots.greedy import best_move
from engine.bots.laying import valued_layings
from engine.bots.seat import imagine
from engine.choices import sale_choices
from engine.game import apply, to_act
from engine.moves import Move
from engine.scoring import score
from engine.shuffle import Stream
from engine.state import GameState
from engine.view import View

CANDIDATES = 12
ROUNDS_BEFORE_HALVING = 6
TURNS = 1200
"""So many are imagined for a move, however long the game still is: about half a second."""
_WIN = 12
_MOST_MARGIN = 25


def planner(view: View, chance: Stream) -> Move:
    """Choose by a fixed amount of thought: the same stream gives the same move everywhere."""
    return plan(view, chance, TURNS)


def plan(view: View, chance: Stream, turns: int) -> Move:
    """Choose after so many imagined turns, or a round more."""
    assert view.seat is not None
    state = imagine(view, chance)
    moves = candidates(state, view.seat)
    totals = [0] * len(moves)
    to_come = max(1, sum(map(len, (*state.hands, *state.worker_decks))))
    for round_number in count(1):
        if len(moves) == 1 or turns <= 0:
            break
        deal = imagine(view, chance)
        totals = [
            total + playout(apply(deal, view.seat, move).state, view.seat)
            for total, move in zip(totals, moves, strict=True)
        ]
        turns -= len(moves) * to_come
        if round_number % ROUNDS_BEFORE_HALVING == 0:
            moves, totals = _better_half(moves, totals)
    return moves[totals.index(max(totals))]


def candidates(state: GameState, seat: int) -> list[Move]:
    """The moves worth a playout, the best-looking first."""
    if state.owed[seat]:
        return list(sale_choices(state, seat))
    ranked = sorted(valued_layings(state), key=lambda valued: -valued[0])
    return [move for _, move in ranked[:CANDIDATES]]


def playout(state: GameState, seat: int) -> int:
    """How the game ends for a seat if everybody goes on greedily: the lead, and more for a win."""
    while owing := to_act(state):
        mover = next(iter(owing))
        state = apply(state, mover, best_move(state, mover)).state
    final = score(state)
    lead = final.gold[seat] - max(g for s, g in enumerate(final.gold) if s != seat)
    bounded = max(-_MOST_MARGIN, min(_MOST_MARGIN, lead))
    return bounded + (_WIN if seat in final.outcome.winners else 0)


def _better_half(moves: list[Move], totals: list[int]) -> tuple[list[Move], list[int]]:
    keep = sorted(range(len(moves)), key=lambda n: -totals[n])[: max(2, len(moves) // 2)]
    return [moves[n] for n in keep], [totals[n] for n in keep]
