"""What a bot is, and the position it may think about."""

from collections import Counter
from collections.abc import Callable

from engine.material import worker_tiles
from engine.moves import Move
from engine.shuffle import Stream
from engine.state import GameState
from engine.view import View, unseen_jungle

Bot = Callable[[View, Stream], Move]
"""Given what its seat sees and a stream of chance, a bot names a legal move that the seat owes."""


def imagine(view: View, chance: Stream) -> GameState:
    """A position that looks the same to this seat; what it cannot see is dealt by chance."""
    players = len(view.villages)
    unseen = [worker_tiles(players) for _ in range(players)]
    for tile in view.workers.values():
        unseen[tile.seat][tile.code] -= 1
        if tile.over:
            unseen[tile.seat][tile.over.code] -= 1
    hands: list[tuple[str, ...]] = []
    decks: list[tuple[str, ...]] = []
    for seat, left in enumerate(unseen):
        known = view.hand if seat == view.seat else ()
        dealt = known + chance.shuffled(sorted((left - Counter(known)).elements()))
        hands.append(dealt[: view.hand_sizes[seat]])
        decks.append(dealt[view.hand_sizes[seat] :])
    return GameState(
        workers=view.workers,
        jungle=view.jungle,
        villages=view.villages,
        hands=tuple(hands),
        worker_decks=tuple(decks),
        display=view.display,
        pile=chance.shuffled(sorted(unseen_jungle(view).elements())),
        turn=view.turn,
        owed=view.owed,
    )
