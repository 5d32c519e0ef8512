"""Figures, each beside its limit of the same run: printed as a table, written as JSON and a chart."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

OUT = Path(__file__).parent / "out"
_BAR, _ROW, _LEFT = 320, 24, 380


@dataclass(frozen=True)
class Figure:
    """One measurement. `ratio` is what counts; the goal is a bound for it."""

    part: str
    name: str
    value: float
    unit: str
    limit: float | None = None
    ratio: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None if there is none."""
        if self.ratio is None or (self.at_least is None and self.at_most is None):
            return None
        if self.at_least is not None:
            return self.ratio >= self.at_least
        assert self.at_most is not None
        return self.ratio <= self.at_most


def compared(
    part: str,
    name: str,
    value: float,
    unit: str,
    limit: float,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> Figure:
    """A figure beside the limit it is measured against."""
    return Figure(part, name, value, unit, limit, value / limit if limit else 0.0, at_least, at_most)


def show(figures: Iterable[Figure]) -> None:
    """Print figures as a table."""
    print(f"{'figure':58}{'value':>12} {'unit':8}{'limit':>12}{'ratio':>8}{'goal':>9}  met")
    for figure in figures:
        limit = "" if figure.limit is None else f"{figure.limit:,.2f}"
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        met = {None: "", True: "yes", False: "NO"}[figure.met]
        value = f"{figure.value:12,.2f} {figure.unit:8}"
        print(f"{figure.name:58}{value}{limit:>12}{ratio:>8}{_goal(figure):>9}  {met}", flush=True)


def write(figures: list[Figure]) -> Path:
    """Write JSON and a chart of all ratios; where."""
    OUT.mkdir(exist_ok=True)
    rows = [{**asdict(figure), "met": figure.met} for figure in figures]
    (OUT / "figures.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    (OUT / "figures.svg").write_text(_chart([f for f in figures if f.met is not None]), encoding="utf-8")
    return OUT


def _goal(figure: Figure) -> str:
    if figure.at_least is not None:
        return f">= {figure.at_least:g}"
    return "" if figure.at_most is None else f"<= {figure.at_most:g}"


def _chart(figures: list[Figure]) -> str:
    """How far each goal is reached: a full bar is just the goal, or better."""
    rows = []
    for n, figure in enumerate(figures):
        assert figure.ratio is not None
        if figure.at_least is not None:
            share = figure.ratio / figure.at_least
        else:
            share = (figure.at_most or 0.0) / figure.ratio if figure.ratio else 1.0
        color = "#3f7d4e" if figure.met else "#b5442f"
        y = n * _ROW + 8
        length = min(share, 1.5) * _BAR / 1.5
        rows.append(
            f'<text x="{_LEFT - 8}" y="{y + 14}" text-anchor="end">{figure.name}</text>'
            f'<rect x="{_LEFT}" y="{y}" width="{length:.0f}" height="18" fill="{color}"/>'
            f'<text x="{_LEFT + _BAR + 8}" y="{y + 14}">{figure.ratio:.2f} (goal {_goal(figure)})</text>'
        )
    height, goal_x = len(figures) * _ROW + 16, _LEFT + _BAR / 1.5
    return (
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _BAR + 180}" height="{height}" '
            f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
            f'{"".join(rows)}<path d="M{goal_x} 0V{height}" stroke="#222" stroke-dasharray="4 4"/></svg>\n'
        )
        .replace(">= ", "≥ ")
        .replace("<= ", "≤ ")
    )
