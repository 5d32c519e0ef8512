"""The chessboard of spaces and their neighbours (docs/rules.md §3, docs/record.md "Coordinates")."""

from functools import lru_cache
from typing import Final

Space = tuple[int, int]

SIDES: Final = ("N", "E", "S", "W")


@lru_cache(maxsize=4096)
def neighbours(space: Space) -> tuple[Space, Space, Space, Space]:
    """The spaces beyond the four sides, in the order of `SIDES`."""
    x, y = space
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def is_worker_space(space: Space) -> bool:
    """Whether worker tiles go there; the starting tiles make the others jungle spaces."""
    return (space[0] + space[1]) % 2 == 1


def beyond(space: Space, side: str) -> Space:
    """The space that touches this side."""
    return neighbours(space)[SIDES.index(side)]
