"""The part of the unbounded playing area that is shown: empty spaces and coordinates at its edges."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from app.drawing.document import TILE
from app.drawing.glyphs import number
from app.drawing.palette import JUNGLE_SPACE, PAPER, STONE, WORKER_SPACE
from engine import Space, is_worker_space

_GAP: Final = 10
_EMPTY: Final = "h80q8 0 8 8v80q0 8-8 8h-80q-8 0-8-8v-80q0-8 8-8z"


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of spaces, by its first and last column and row."""

    left: int
    top: int
    right: int
    bottom: int
    label: int = field(init=False)
    """How high the coordinates are written: higher on a big board, which is shown smaller."""
    margin: int = field(init=False)
    """The strip for the coordinates, west and north of the spaces."""

    def __post_init__(self) -> None:
        # Once, for they are asked for at every space.
        object.__setattr__(self, "label", min(14 + 2 * (self.right - self.left), 33))
        object.__setattr__(self, "margin", self.label * 11 // 25 * 5)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        columns, rows = self.right - self.left + 1, self.bottom - self.top + 1
        return self.margin + columns * TILE + _GAP, self.margin + rows * TILE + _GAP

    def corner(self, space: Space) -> tuple[int, int]:
        """Where the north-west corner of a space is drawn."""
        return self.margin + (space[0] - self.left) * TILE, self.margin + (space[1] - self.top) * TILE

    def spaces(self) -> Iterator[Space]:
        """Every space shown, row by row."""
        for y in range(self.top, self.bottom + 1):
            for x in range(self.left, self.right + 1):
                yield x, y


def frame_around(spaces: Iterable[Space]) -> Frame:
    """The smallest rectangle around these spaces and a ring of one space more."""
    columns, rows = zip(*spaces, strict=True)
    return Frame(min(columns) - 1, min(rows) - 1, max(columns) + 1, max(rows) + 1)


def background(frame: Frame, taken: Collection[Space]) -> str:
    """Paper, the coordinates, and every space that is not taken."""
    width, height = frame.size
    empty: dict[bool, list[str]] = {False: [], True: []}
    for space in frame.spaces():
        if space not in taken:
            x, y = frame.corner(space)
            empty[is_worker_space(space)].append(f"M{x + 10} {y + 2}{_EMPTY}")
    return (
        f'<rect width="{width}" height="{height}" rx="16" fill="{PAPER}"/>'
        f'<path fill="{JUNGLE_SPACE}" d="{"".join(empty[False])}"/>'
        f'<path fill="{WORKER_SPACE}" d="{"".join(empty[True])}"/>'
        f"{_coordinates(frame)}"
    )


def empty_space(for_worker: bool, corner: tuple[int, int]) -> str:
    """One space that is not taken."""
    x, y = corner
    return f'<path fill="{WORKER_SPACE if for_worker else JUNGLE_SPACE}" d="M{x + 10} {y + 2}{_EMPTY}"/>'


def coordinate(value: int, middle: tuple[float, float], height: int) -> str:
    """One of the numbers at the edges."""
    return number(value, middle, height, STONE)


def _coordinates(frame: Frame) -> str:
    edge, half = frame.margin / 2, TILE // 2
    columns = (
        coordinate(x, (frame.corner((x, frame.top))[0] + half, edge), frame.label)
        for x in range(frame.left, frame.right + 1)
    )
    rows = (
        coordinate(y, (edge, frame.corner((frame.left, y))[1] + half), frame.label)
        for y in range(frame.top, frame.bottom + 1)
    )
    return "".join((*columns, *rows))
