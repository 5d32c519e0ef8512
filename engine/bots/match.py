"""Bots playing each other."""

from collections.abc import Sequence

from engine.bots.seat import Bot
from engine.game import apply, to_act
from engine.moves import Move
from engine.setup import new_game
from engine.shuffle import stream
from engine.state import GameState
from engine.view import view_for


def play_match(bots: Sequence[Bot], seed: bytes) -> tuple[GameState, list[tuple[int, Move]]]:
    """A whole game between bots, one for each seat: where it ended, and the moves."""
    state = new_game(len(bots), seed)
    chance = [stream(seed, f"bot {seat}") for seat in range(len(bots))]
    moves: list[tuple[int, Move]] = []
    while owing := to_act(state):
        seat = next(iter(owing))
        move = bots[seat](view_for(state, seat), chance[seat])
        moves.append((seat, move))
        state = apply(state, seat, move).state
    return state, moves
