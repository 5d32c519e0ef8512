"""Numbers as paths: a picture for a mail is made without any font."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

_HEIGHT: Final = 16
_ADVANCE: Final = 13
_WIDTH: Final = 10

_STROKES: Final[Mapping[str, str]] = {
    "0": "M5 1C0 1 0 15 5 15S10 1 5 1z",
    "1": "M2 4L6 1V15",
    "2": "M1 5C1 0 9 0 9 5C9 9 1 11 1 15H9",
    "3": "M1 3C3 0 9 0 9 4.5C9 8 4 8 4 8C4 8 9 8 9 11.5C9 16 3 16 1 13",
    "4": "M7 15V1L1 11H9.5",
    "5": "M8.5 1H2V7C5 5.5 9 7 9 10.5C9 15 3 16 1 13.5",
    "6": "M8 1C4 3 1 7 1 11C1 16 9 16 9 11C9 6 2 6 1 11",
    "7": "M1 1H9L4 15",
    "8": "M5 8C0 7 1 1 5 1S10 7 5 8C-.5 9 0 15 5 15S10.5 9 5 8z",
    "9": "M2 15C6 13 9 9 9 5C9 0 1 0 1 5C1 10 8 10 9 5",
    "-": "M1.5 8H8.5",
    "?": "M1 4C1 0 9 0 9 5C9 8 5 8 5 11M5 15v.01",
}


def glyphs(text: str, middle: tuple[float, float], height: float, color: str) -> str:
    """Digits, a minus or a question mark, centred on a point."""
    scale = height / _HEIGHT
    left = middle[0] - scale * (_ADVANCE * len(text) - (_ADVANCE - _WIDTH)) / 2
    paths = "".join(
        f'<path d="{_STROKES[char]}"' + (f' transform="translate({_ADVANCE * i})"/>' if i else "/>")
        for i, char in enumerate(text)
    )
    return (
        f'<g transform="translate({left:.4g} {middle[1] - height / 2:.4g})scale({scale:.4g})" fill="none" '
        f'stroke="{color}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">{paths}</g>'
    )


@lru_cache(1000)
def number(value: int, middle: tuple[float, float], height: float, color: str) -> str:
    """A whole number, centred on a point."""
    return glyphs(str(value), middle, height, color)
