"""Setting up a game (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Sequence

from engine.material import (
    DISPLAY_SIZE,
    HAND_SIZE,
    PLAYER_COUNTS,
    STARTING_TILES,
    jungle_tiles,
    worker_tiles,
)
from engine.refusals import IllegalMove, Reason
from engine.shuffle import decks
from engine.state import GameState, Village


def new_game(players: int, seed: bytes) -> GameState:
    """The starting position for 2–4 players with the decks of this seed."""
    return deal(*decks(players, seed))


def deal(worker_decks: Sequence[Sequence[str]], jungle_deck: Sequence[str]) -> GameState:
    """The starting position with these decks, each in draw order, hand and display first."""
    players = len(worker_decks)
    if players not in PLAYER_COUNTS or Counter(jungle_deck) != jungle_tiles(players):
        raise IllegalMove(Reason.WRONG_DECK)
    if any(Counter(deck) != worker_tiles(players) for deck in worker_decks):
        raise IllegalMove(Reason.WRONG_DECK)
    return GameState(
        workers={},
        jungle=dict(STARTING_TILES),
        villages=(Village(),) * players,
        hands=tuple(tuple(deck[:HAND_SIZE]) for deck in worker_decks),
        worker_decks=tuple(tuple(deck[HAND_SIZE:]) for deck in worker_decks),
        display=tuple(jungle_deck[:DISPLAY_SIZE]),
        pile=tuple(jungle_deck[DISPLAY_SIZE:]),
        turn=0,
        owed=((),) * players,
    )
