"""The position: everything there is to know about a game at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine.material import WATER_TRACK, WORKERS_ON_SIDES
from engine.spaces import Space

T = TypeVar("T")


def with_seat(each: tuple[T, ...], seat: int, new: T) -> tuple[T, ...]:
    """The same for every seat but one."""
    return (*each[:seat], new, *each[seat + 1 :])


@dataclass(frozen=True, slots=True)
class Village:
    """One player's village board and gold. `water` is the index of the carrier's field."""

    gold: int = 0
    cacao: int = 0
    sun: int = 0
    water: int = 0

    @property
    def water_value(self) -> int:
        """The value printed on the field the water carrier stands on."""
        return WATER_TRACK[self.water]


@dataclass(frozen=True, slots=True)
class PlacedWorker:
    """A worker tile in play, with the tile it was built over, if any."""

    seat: int
    code: str
    rotation: int
    over: "PlacedWorker | None" = None
    workers: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "workers", WORKERS_ON_SIDES[self.code][self.rotation])

    @property
    def height(self) -> int:
        """How many tiles the stack holds: 1 or 2."""
        return 1 if self.over is None else 2


class ActiveSide(NamedTuple):
    """A side activated this turn: whose workers may use the jungle tile it touches. Never a temple."""

    at: Space
    side: str
    workers: int
    tile: str


@dataclass(frozen=True, slots=True)
class GameState:
    """A position. The mappings are never changed in place; a move makes new ones.

    `owed` holds for each seat the activated sides it has not answered with `UseWorkers`. While nobody owes
    anything, the active seat owes a `LayTile`, unless the game is over.
    """

    workers: Mapping[Space, PlacedWorker]
    jungle: Mapping[Space, str]
    villages: tuple[Village, ...]
    hands: tuple[tuple[str, ...], ...]
    worker_decks: tuple[tuple[str, ...], ...]
    display: tuple[str, ...]
    pile: tuple[str, ...]
    turn: int
    owed: tuple[tuple[ActiveSide, ...], ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.villages)

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.turn % len(self.villages)

    @property
    def awaits_workers(self) -> bool:
        """Whether a tile is laid and somebody has yet to use the workers it activated."""
        return any(self.owed)

    @property
    def over(self) -> bool:
        """Whether everybody has laid the last worker tile and all have acted (docs/rules.md §7)."""
        return not self.hands[self.active] and not self.awaits_workers
