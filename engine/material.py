"""What is in the box: tiles, tracks and caps (docs/rules.md §1)."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Kind = Literal["plantation", "market", "mine", "water", "sun", "temple"]


class JungleTile(NamedTuple):
    """A kind of jungle tile: what it does, for how much, and how many there are."""

    kind: Kind
    value: int
    in_box: int
    removed_with_two_players: int


JUNGLE_TILES: Final[Mapping[str, JungleTile]] = {
    "plantation-1": JungleTile("plantation", 1, 6, 2),
    "plantation-2": JungleTile("plantation", 2, 2, 0),
    "market-2": JungleTile("market", 2, 2, 0),
    "market-3": JungleTile("market", 3, 4, 1),
    "market-4": JungleTile("market", 4, 1, 0),
    "mine-1": JungleTile("mine", 1, 2, 1),
    "mine-2": JungleTile("mine", 2, 1, 0),
    "water": JungleTile("water", 1, 3, 1),
    "sun": JungleTile("sun", 1, 2, 1),
    "temple": JungleTile("temple", 0, 5, 1),
}

WORKER_TILES: Final[Mapping[str, int]] = {"1111": 4, "2101": 5, "3001": 1, "3100": 1}

_WORKERS_REMOVED: Final[Mapping[int, tuple[str, ...]]] = {2: (), 3: ("1111",), 4: ("1111", "2101")}

PLAYER_COUNTS: Final = tuple(_WORKERS_REMOVED)
COLORS: Final = ("red", "purple", "white", "yellow")
STARTING_TILES: Final = {(0, 0): "plantation-1", (1, 1): "market-2"}

HAND_SIZE: Final = 3
DISPLAY_SIZE: Final = 2
STORAGE_SPACES: Final = 5
SUN_PLACES: Final = 3
WATER_TRACK: Final = (-10, -4, -1, 0, 2, 4, 7, 11, 16)
LAST_WATER_FIELD: Final = len(WATER_TRACK) - 1


def worker_tiles(players: int) -> Counter[str]:
    """The worker tiles each player begins with."""
    return Counter(WORKER_TILES) - Counter(_WORKERS_REMOVED[players])


def jungle_tiles(players: int) -> Counter[str]:
    """The jungle tiles that are shuffled: without the two starting tiles."""
    used = Counter({code: tile.in_box for code, tile in JUNGLE_TILES.items()})
    if players == 2:
        used -= Counter({code: t.removed_with_two_players for code, t in JUNGLE_TILES.items()})
    return used - Counter(STARTING_TILES.values())


def _turned(code: str, rotation: int) -> tuple[int, int, int, int]:
    workers = [int(digit) for digit in code]
    north, east, south, west = workers[-rotation:] + workers[:-rotation]
    return north, east, south, west


WORKERS_ON_SIDES: Final[Mapping[str, tuple[tuple[int, int, int, int], ...]]] = {
    code: tuple(_turned(code, rotation) for rotation in range(4)) for code in WORKER_TILES
}
"""`WORKERS_ON_SIDES[code][rotation]`: the workers N, E, S and W after that many quarter turns."""

DISTINCT_ROTATIONS: Final[Mapping[str, tuple[int, ...]]] = {
    code: tuple(r for r in range(4) if turned.index(turned[r]) == r)
    for code, turned in WORKERS_ON_SIDES.items()
}
"""The rotations that look different; a `1111` looks the same in all four."""
