"""The gold of every player over the turns and in the final scoring, as a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import Final

from flask_babel import gettext

from app.drawing.document import document
from app.drawing.glyphs import number
from app.drawing.jungle import ART
from app.drawing.palette import CREAM, INK, PAINTS, PAPER, STONE, WORKER_SPACE
from app.drawing.shapes import COIN, placed
from app.drawing.words import color_name
from app.drawing.workers import badge

_SIZE: Final = (650, 430)
_LEFT, _TOP, _RIGHT, _BOTTOM = 75, 60, 620, 375
_LAST_TURN: Final = 545
"""Where the turns end; from here to the right edge goes the final scoring."""
_SCORING: Final = (
    f'<rect x="{_LAST_TURN}" y="{_TOP - 25}" width="{_RIGHT - _LAST_TURN}" height="{_BOTTOM - _TOP + 25}" '
    f'fill="{CREAM}"/>' + placed(ART["temple"], (_LAST_TURN + _RIGHT) / 2 - 18, _BOTTOM + 8, "scale(.36)")
)
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LINES: Final = 7
_MARKS: Final = 8


@dataclass(frozen=True, slots=True)
class _Scale:
    turns: int
    lowest: int
    highest: int

    def point(self, turn: int, gold: int) -> tuple[float, float]:
        across = _RIGHT if turn > self.turns else _LEFT + (_LAST_TURN - _LEFT) * turn / self.turns
        up = (_BOTTOM - _TOP) * (gold - self.lowest) / (self.highest - self.lowest)
        return round(across, 1), round(_BOTTOM - up, 1)


def gold_chart_svg(series: Sequence[Sequence[int]], colors: Sequence[str], names: Sequence[str]) -> str:
    """A line for each player, told apart by paint, dashes and badge.

    `series[seat][turn]` is the gold after that many turns; the last is the total of the final scoring.
    """
    every = [0, *chain.from_iterable(series)]
    scale = _Scale(max(1, *(len(line) - 2 for line in series)), min(every), max(*every, min(every) + 1))
    lines = "".join(
        _line(seat, series[seat], colors[seat], names[seat], scale) for seat in range(len(series))
    )
    return document(
        _SIZE, gettext("Gold over the turns"), _grid(scale) + lines, desc=_told(series, colors, names)
    )


def _told(series: Sequence[Sequence[int]], colors: Sequence[str], names: Sequence[str]) -> str:
    return " ".join(
        gettext(
            "%(name)s (%(color)s) ends with %(gold)d gold.", name=name, color=color_name(color), gold=line[-1]
        )
        for line, color, name in zip(series, colors, names, strict=True)
    )


def _grid(scale: _Scale) -> str:
    width, height = _SIZE
    paper = f'<rect width="{width}" height="{height}" rx="16" fill="{PAPER}"/>'
    gold = (_gold_line(value, scale) for value in _rounded(scale.lowest, scale.highest))
    turns = (
        number(turn, (scale.point(turn, scale.lowest)[0], _BOTTOM + 30), 22, STONE)
        for turn in _rounded(0, scale.turns)
    )
    return paper + _SCORING + "".join((*gold, *turns)) + placed(COIN, 38, 22, "scale(.6)")


def _gold_line(value: int, scale: _Scale) -> str:
    y = scale.point(0, value)[1]
    line = f'<path d="M{_LEFT} {y}H{_RIGHT}" stroke="{WORKER_SPACE if value else STONE}" stroke-width="2"/>'
    return line + number(value, (38, y), 22, STONE)


def _rounded(lowest: int, highest: int) -> Iterator[int]:
    step = next((step for step in _STEPS if (highest - lowest) / step <= _LINES), _STEPS[-1])
    return (value for value in range(lowest, highest + 1) if value % step == 0)


def _line(seat: int, gold: Sequence[int], color: str, name: str, scale: _Scale) -> str:
    paint = PAINTS[color]
    points = [scale.point(turn, value) for turn, value in enumerate(gold)]
    path = f"M{'L'.join(f'{x:.4g} {y:.4g}' for x, y in points)}"
    every = max(1, scale.turns // _MARKS)
    # each seat's marks stand at turns of their own, so that one line does not hide another's
    marks = [*points[(seat + 1) * every // 2 : -every : every * 2], points[-1]]
    return (
        f'<g><title>{escape(name)}</title><path d="{path}" fill="none" stroke="{paint.line}" '
        f'stroke-width="4" stroke-dasharray="{paint.dashes}" stroke-linejoin="round"/>'
        f"{''.join(_mark(color, *at) for at in marks)}</g>"
    )


def _mark(color: str, x: float, y: float) -> str:
    disc = f'<circle r="18" fill="{CREAM}" stroke="{INK}" stroke-width="2"/>'
    return placed(disc + badge(color), x, y, "scale(.72)")
