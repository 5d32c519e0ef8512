"""The playing area as one picture, for pages and, through `png`, for mails."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape

from app.drawing.document import document
from app.drawing.frame import Frame, background, frame_around
from app.drawing.ghost import Ghost
from app.drawing.palette import INK, LIT, LIT_EDGE, MARKED
from app.drawing.symbols import Symbols
from app.drawing.words import board_description, board_title, in_reading_order, space_name
from engine import Space, View

Links = Callable[[Space], str | None]
_NO_WORDS: Mapping[Space, str] = {}


def board_svg(
    view: View,
    colors: Sequence[str],
    *,
    lit: Iterable[Space] = (),
    marked: Iterable[Space] = (),
    links: Links | None = None,
    words: Mapping[Space, str] = _NO_WORDS,
    ghost: Ghost | None = None,
    prefix: str = "board",
) -> str:
    """The tiles in play and a ring of one space around them.

    `colors` are those of the seats; `marked` spaces are outlined, `lit` ones offered for a move, as links
    where `links` knows an address, and said by what lies there unless `words` say it; `ghost` is a move
    shown but not made.
    """
    marked = in_reading_order(marked)
    tiles = {*view.jungle, *view.workers}
    covered = tiles | ({ghost.at, *ghost.fills} if ghost else set())
    frame = frame_around(covered)
    offered = in_reading_order(lit)
    symbols = Symbols(prefix)
    layers = [
        background(frame, tiles),
        _tiles(view, colors, frame, symbols),
        _ghost(ghost, view, colors, frame, symbols, offered) if ghost else "",
        *(mark(frame.corner(space)) for space in marked),
        *(
            _linked(
                _offer(frame.corner(space), space in covered),
                links(space) if links else None,
                space,
                words.get(space) or space_name(view, colors, space),
            )
            for space in offered
        ),
    ]
    return document(
        frame.size,
        board_title(view),
        symbols.defs() + "".join(layers),
        desc=board_description(view, colors, marked, list(ghost.words(view, colors)) if ghost else []),
        role="group" if links else "img",
    )


def _tiles(view: View, colors: Sequence[str], frame: Frame, symbols: Symbols) -> str:
    jungle = (symbols.jungle(code, frame.corner(space)) for space, code in sorted(view.jungle.items()))
    workers = (
        symbols.worker(view.workers[space], colors[view.workers[space].seat], frame.corner(space))
        for space in sorted(view.workers)
    )
    return "".join((*jungle, *workers))


def _ghost(
    ghost: Ghost,
    view: View,
    colors: Sequence[str],
    frame: Frame,
    symbols: Symbols,
    offered: Collection[Space],
) -> str:
    tile = symbols.worker(ghost.tile(view), colors[ghost.seat], frame.corner(ghost.at))
    fills = (symbols.jungle(code, frame.corner(space)) for space, code in sorted(ghost.fills.items()))
    outlines = (  # what is offered has a dashed outline of its own
        _outline(frame.corner(space), f'stroke="{INK}" stroke-width="4" stroke-dasharray="9 7"')
        for space in sorted((ghost.at, *ghost.fills))
        if space not in offered
    )
    return f'<g opacity=".9">{tile}{"".join(fills)}</g>{"".join(outlines)}'


def mark(corner: tuple[int, int]) -> str:
    """The outline of a space that is new: a light line between two dark ones, all of it inside the space."""
    x, y = corner
    ring = f'<rect x="{x + 4}" y="{y + 4}" width="92" height="92" rx="12" fill="none"'
    return (
        f'{ring} stroke="{INK}" stroke-width="8" data-marked=""/>'
        f'{ring} stroke="{MARKED}" stroke-width="4.5"/>'
    )


def _outline(corner: tuple[int, int], stroke: str, fill: str = "none") -> str:
    x, y = corner
    return f'<rect x="{x + 2}" y="{y + 2}" width="96" height="96" rx="13" fill="{fill}" {stroke}/>'


def _offer(corner: tuple[int, int], covered: bool) -> str:
    x, y = corner
    stroke = f'stroke="{LIT_EDGE}" stroke-width="5" stroke-dasharray="14 8"'
    if covered:  # what lies there stays visible, and the whole space can still be clicked
        return _outline(corner, f'fill-opacity="0" {stroke}', LIT)
    plus = f'<path d="M{x + 50} {y + 34}v32m-16-16h32" stroke="{LIT_EDGE}" stroke-width="7"/>'
    return _outline(corner, stroke, LIT) + plus


def _linked(drawn: str, address: str | None, space: Space, name: str) -> str:
    if not address:
        return drawn
    place = f'data-space="{space[0]},{space[1]}"'
    return f'<a href="{escape(address)}" {place} aria-label="{escape(name)}">{drawn}</a>'
