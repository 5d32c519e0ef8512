"""Random games with every legal move listed before each, beside python-chess doing the same."""

from dataclasses import dataclass
from time import perf_counter

import chess

from engine import Stream, apply, legal_moves, new_game, to_act

SECONDS = 5.0


@dataclass
class Count:
    """What was done in how many seconds."""

    seconds: float = 0.0
    turns: int = 0
    options: int = 0


def run() -> None:
    """Print both engines' options and turns a second, taking turns so that noise meets both."""
    ours = {players: Count() for players in (2, 3, 4)}
    theirs = Count()
    seed = 0
    while theirs.seconds < SECONDS:
        seed += 1
        _chess_game(theirs, seed)
        for players, count in ours.items():
            while count.seconds < theirs.seconds:
                seed += 1
                _cacao_game(count, players, seed)
    chess_rate = theirs.options / theirs.seconds
    print(f"{'':12}{'options/s':>12}{'to chess':>10}{'turns/s':>10}{'options/turn':>14}")
    for name, count in [("chess", theirs), *((f"cacao {n}p", count) for n, count in ours.items())]:
        rate = count.options / count.seconds
        print(
            f"{name:12}{rate:12,.0f}{rate / chess_rate:10.2f}{count.turns / count.seconds:10,.0f}"
            f"{count.options / count.turns:14.1f}"
        )


def _cacao_game(count: Count, players: int, seed: int) -> None:
    chance = Stream(b"bench %d" % seed)
    started = perf_counter()
    state = new_game(players, b"%d" % seed)
    while owing := to_act(state):
        for seat in owing:
            moves = legal_moves(state, seat)
            count.options += len(moves)
            state = apply(state, seat, moves[chance.below(len(moves))]).state
    count.turns += state.turn
    count.seconds += perf_counter() - started


def _chess_game(count: Count, seed: int) -> None:
    chance = Stream(b"bench %d" % seed)
    started = perf_counter()
    board = chess.Board()
    for _ply in range(150):
        moves = list(board.legal_moves)
        if not moves:
            break
        count.options += len(moves)
        board.push(moves[chance.below(len(moves))])
        count.turns += 1
    count.seconds += perf_counter() - started
