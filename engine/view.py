"""What one seat may see. The one place that decides it, by naming what is shown."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.material import STARTING_TILES, jungle_tiles
from engine.spaces import Space
from engine.state import ActiveSide, GameState, PlacedWorker, Village


@dataclass(frozen=True, slots=True)
class View:
    """A position as a seat sees it; `seat` is None and `hand` empty for somebody who only watches."""

    seat: int | None
    hand: tuple[str, ...]
    workers: Mapping[Space, PlacedWorker]
    jungle: Mapping[Space, str]
    villages: tuple[Village, ...]
    hand_sizes: tuple[int, ...]
    deck_sizes: tuple[int, ...]
    display: tuple[str, ...]
    pile_size: int
    turn: int
    owed: tuple[tuple[ActiveSide, ...], ...]


def unseen_jungle(view: View) -> Counter[str]:
    """The jungle tiles that are still to come: neither in play nor on the display."""
    in_play = Counter(tile for at, tile in view.jungle.items() if at not in STARTING_TILES)
    return jungle_tiles(len(view.villages)) - in_play - Counter(view.display)


def view_for(state: GameState, seat: int | None) -> View:
    """The position without other hands and without any pile's order."""
    return View(
        seat=seat,
        hand=() if seat is None else tuple(sorted(state.hands[seat])),
        workers=state.workers,
        jungle=state.jungle,
        villages=state.villages,
        hand_sizes=tuple(map(len, state.hands)),
        deck_sizes=tuple(map(len, state.worker_decks)),
        display=tuple(sorted(state.display)),
        pile_size=len(state.pile),
        turn=state.turn,
        owed=state.owed,
    )
