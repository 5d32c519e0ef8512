"""What things are worth to a bot, in tenths of gold. Whole numbers: the same on every machine."""

from functools import lru_cache

from engine.material import LAST_WATER_FIELD, STORAGE_SPACES, SUN_PLACES, WATER_TRACK
from engine.state import GameState, Village

GOLD = 10
CACAO = (1, 10, 15, 18)
"""A cacao fruit in storage, by how many tiles its owner has yet to lay after this turn."""
SUN = (10, 16, 22, 26)
"""A sun token: one gold at the end, or a tile overbuilt before."""
OPEN_SIDE = (0, 2, 5, 7)
"""A worker who looks at an empty jungle space: somebody may fill it."""
TEMPLE_WORKER = 4
"""A worker at a temple beyond the gold it brings as things stand."""


def by_tiles_left(worths: tuple[int, ...], left: int) -> int:
    """The worth for this many tiles left to lay; the last entry holds for all beyond."""
    return worths[min(left, len(worths) - 1)]


def tiles_left(state: GameState, seat: int) -> int:
    """How many worker tiles a seat has yet to lay."""
    return len(state.hands[seat]) + len(state.worker_decks[seat])


@lru_cache(maxsize=2**16)
def trade(stored: int, harvest: int, at_2: int, at_3: int, at_4: int, cacao: int) -> int:
    """Gain from harvesting so much and having so many workers at markets of each price.

    Sells at the best prices as long as a sale brings more than the fruit is worth (`cacao`).
    """
    gain = sold = 0
    for price, workers in ((4, at_4), (3, at_3), (2, at_2)):
        if price * GOLD > cacao:
            fruits = min(workers, stored + harvest - sold)
            sold += fruits
            gain += fruits * price * GOLD
    left = min(STORAGE_SPACES, stored + harvest - sold)
    return gain + (left - stored) * cacao


def water_gain(village: Village, steps: int) -> int:
    """What the carrier's way is worth: the fields as printed."""
    after = min(village.water + steps, LAST_WATER_FIELD)
    return GOLD * (WATER_TRACK[after] - WATER_TRACK[village.water])


def sun_gain(village: Village, tokens: int, sun: int) -> int:
    """What so many sun tokens are worth, as far as there are places."""
    return sun * min(tokens, SUN_PLACES - village.sun)
