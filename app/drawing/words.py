"""What the pictures say to those who do not see them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from flask_babel import gettext, lazy_gettext, ngettext
from flask_babel.speaklater import LazyString

from engine import PlacedWorker, Space, View, Village, is_worker_space

_TILES: Final[Mapping[str, LazyString]] = {
    "plantation-1": lazy_gettext("single plantation"),
    "plantation-2": lazy_gettext("double plantation"),
    "market-2": lazy_gettext("market (price 2)"),
    "market-3": lazy_gettext("market (price 3)"),
    "market-4": lazy_gettext("market (price 4)"),
    "mine-1": lazy_gettext("gold mine (value 1)"),
    "mine-2": lazy_gettext("gold mine (value 2)"),
    "water": lazy_gettext("water"),
    "sun": lazy_gettext("sun-worshiping site"),
    "temple": lazy_gettext("temple"),
}
_COLORS: Final[Mapping[str, LazyString]] = {
    "red": lazy_gettext("red"),
    "purple": lazy_gettext("purple"),
    "white": lazy_gettext("white"),
    "yellow": lazy_gettext("yellow"),
}


_MINUS: Final = "\N{MINUS SIGN}"
_HYPHEN: Final = "\N{NON-BREAKING HYPHEN}"
_SPACE: Final = "\N{NO-BREAK SPACE}"


def number_text(number: int) -> str:
    """A number for people: a hyphen before it could end a line, and would not be read aloud."""
    return str(number).replace("-", _MINUS)


def change_text(change: int) -> str:
    """How much more or less there is of something."""
    return f"{change:+d}".replace("-", _MINUS)


def space_text(at: Space) -> str:
    """A space as people write it, kept in one line."""
    return f"({number_text(at[0])},{_SPACE}{number_text(at[1])})"


def workers_text(sides: Iterable[int | str]) -> str:
    """The workers on the four sides, clockwise from the north, kept in one line."""
    return _HYPHEN.join(map(str, sides))


def tile_name(code: str) -> str:
    """What a jungle tile is called."""
    return str(_TILES[code])


def color_name(color: str) -> str:
    """What a player's colour is called."""
    return str(_COLORS[color])


def worker_name(tile: PlacedWorker, color: str) -> str:
    """A worker tile: its colour and the workers north, east, south and west."""
    words = {"color": color_name(color), "workers": workers_text(tile.workers)}
    if tile.height == 2:
        return gettext("worker tile %(color)s %(workers)s on top of another", **words)
    return gettext("worker tile %(color)s %(workers)s", **words)


def in_reading_order(spaces: Iterable[Space]) -> list[Space]:
    """Row by row, as one reads and as the keyboard goes through links."""
    return sorted(spaces, key=lambda space: (space[1], space[0]))


def space_name(view: View, colors: Sequence[str], space: Space) -> str:
    """Where a space is and what lies there."""
    x, y = map(number_text, space)
    return gettext("column %(x)s, row %(y)s: %(content)s", x=x, y=y, content=_content(view, colors, space))


def _content(view: View, colors: Sequence[str], space: Space) -> str:
    if space in view.jungle:
        return tile_name(view.jungle[space])
    if space in view.workers:
        tile = view.workers[space]
        return worker_name(tile, colors[tile.seat])
    return gettext("empty worker space") if is_worker_space(space) else gettext("empty jungle space")


def board_title(view: View) -> str:
    """The board in a sentence, for a title or a picture's alternative text."""
    jungle, workers = len(view.jungle), len(view.workers)
    return gettext(
        "Board with %(jungle)s and %(workers)s",
        jungle=ngettext("%(num)d jungle tile", "%(num)d jungle tiles", jungle),
        workers=ngettext("%(num)d worker tile", "%(num)d worker tiles", workers),
    )


def board_description(
    view: View, colors: Sequence[str], marked: Sequence[Space], ghost: Sequence[tuple[Space, str]]
) -> str:
    """What lies where, row by row; what is outlined; and the move that is only shown (`ghost`)."""
    spaces = in_reading_order((*view.jungle, *view.workers))
    sentences = [
        gettext("The workers of a tile are told north-east-south-west."),
        *(space_name(view, colors, space) + "." for space in spaces),
        *(
            gettext("Not yet laid, on %(at)s: %(content)s.", at=space_text(space), content=content)
            for space, content in ghost
        ),
    ]
    if marked:
        sentences.append(gettext("Outlined: %(spaces)s.", spaces=", ".join(map(space_text, marked))))
    return " ".join(sentences)


def village_name(village: Village, color: str) -> str:
    """A village board in a sentence."""
    return gettext(
        "Village %(color)s: gold %(gold)d, cacao %(cacao)d, sun tokens %(sun)d, water field %(water)s",
        color=color_name(color),
        gold=village.gold,
        cacao=village.cacao,
        sun=village.sun,
        water=number_text(village.water_value),
    )
