"""The things that appear on tiles and village boards alike, each around (0, 0)."""

from typing import Final

from app.drawing.palette import COCOA, COCOA_DARK, CREAM, GOLD, GOLD_DARK, LEAF, LEAF_LIGHT, WATER_LIGHT

POD: Final = (
    f'<path d="M0-31C18-20 20 8 0 31C-20 8-18-20 0-31z" fill="{COCOA}" stroke="{COCOA_DARK}" '
    f'stroke-width="3"/>'
    f'<path d="M0-24V24M-8-15Q-11 4-3 19M8-15Q11 4 3 19" fill="none" stroke="{COCOA_DARK}" stroke-width="2"/>'
    f'<path d="M0-30Q3-42 16-41Q14-29 0-30z" fill="{LEAF_LIGHT}" stroke="{LEAF}" stroke-width="2"/>'
)
"""A cacao fruit around (0, 0), 62 units high."""

COIN: Final = (
    f'<circle r="22" fill="{GOLD}" stroke="{GOLD_DARK}" stroke-width="3"/>'
    f'<circle r="17" fill="none" stroke="{GOLD_DARK}" stroke-width="1.5"/>'
)
"""A gold coin around (0, 0)."""

SUN: Final = (
    f'<path d="M0-34L7-19L24-24L19-7L34 0L19 7L24 24L7 19L0 34L-7 19L-24 24L-19 7L-34 0L-19-7L-24-24L-7-19z" '
    f'fill="{GOLD}" stroke="{COCOA_DARK}" stroke-width="2.5" stroke-linejoin="round"/>'
    f'<circle r="15" fill="{CREAM}" stroke="{COCOA_DARK}" stroke-width="2.5"/>'
    f'<path d="M-6-3v2M6-3v2M-6 5Q0 10 6 5" fill="none" stroke="{COCOA_DARK}" '
    'stroke-width="3" stroke-linecap="round"/>'
)
"""A sun token around (0, 0)."""

DROP: Final = (
    f'<path d="M0-32C8-16 22-4 22 10A22 21 0 0 1-22 10C-22-4-8-16 0-32z" fill="{WATER_LIGHT}" '
    'stroke="#1d5878" stroke-width="3.5"/><path d="M-11 9A11 11 0 0 0 0 20" fill="none" stroke="#fff" '
    'stroke-width="4" stroke-linecap="round"/>'
)
"""A drop of water around (0, 0)."""


def placed(art: str, x: float, y: float, turned: str = "") -> str:
    """A drawing moved to its place; `turned` is a further transformation."""
    return f'<g transform="translate({x:.4g} {y:.4g}){turned}">{art}</g>'
