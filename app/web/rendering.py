"""What templates can use: pictures, times in the reader's zone, names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import groupby
from typing import Any
from urllib.parse import urlencode
from zoneinfo import available_timezones

from flask import Flask, url_for
from flask_babel import format_timedelta, get_locale, gettext, ngettext
from markupsafe import Markup

from app import clock, drawing, times
from app.drawing import workers
from app.drawing.document import document
from app.models import GameStatus
from app.tokens import TurnLink
from app.usecases import people
from app.usecases.absence import MOST_MORE_TIME
from app.usecases.choosing import Laying, Preview
from app.usecases.debts import owes_decision
from app.usecases.log import Told
from app.usecases.reading import name_of
from app.views import visitor
from engine import Fill, Space

_AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


def register(app: Flask) -> None:
    """Add our filters and functions to the templates."""
    app.jinja_env.filters.update(
        when=when,
        pace=pace,
        together=together,
        number=drawing.number_text,
        change=drawing.change_text,
        workers=drawing.workers_text,
    )
    app.jinja_env.globals.update(
        board=lambda *positional, **named: Markup(drawing.board_svg(*positional, **named)),  # noqa: S704
        tile=lambda code: Markup(drawing.tile_svg(code)),  # noqa: S704
        worker=lambda code, rotation, color: Markup(drawing.worker_svg(code, rotation, color)),  # noqa: S704
        village=lambda each, color: Markup(drawing.village_svg(each, color)),  # noqa: S704
        badge=badge,
        glimpse=lambda: Markup(drawing.glimpse_svg()),  # noqa: S704
        chart=lambda *positional: Markup(drawing.gold_chart_svg(*positional)),  # noqa: S704
        ghost=ghost,
        turn_links=turn_links,
        turn_token=turn_token,
        fills_text=fills_text,
        choice_query=choice_query,
        space_links=space_links,
        space_words=space_words,
        zones=zones,
        most_more_time=MOST_MORE_TIME,
        tile_name=drawing.tile_name,
        color_name=drawing.color_name,
        space=drawing.space_text,
        name_of=name_of,
        owes_decision=owes_decision,
        signed_in=visitor.signed_in,
        known_zone=visitor.known_zone,
        languages=people.LANGUAGES,
        page_language=lambda: str(get_locale() or "en"),
        GameStatus=GameStatus,
        has_mailbox=app.extensions["cacao"].settings.mailbox is not None,
    )


def when(moment: datetime | None) -> str:
    """A moment in the reader's zone, and how far away it is."""
    if moment is None:
        return ""
    away = moment - clock.now()
    relative = (
        format_timedelta(away, add_direction=True) if abs(away) > timedelta(minutes=1) else gettext("now")
    )
    return f"{times.moment(moment)} ({relative})"


def pace(hours: int | None) -> str:
    """The time for a move in words."""
    if hours is None:
        return gettext("no deadline")
    if hours < 24:
        return ngettext("%(num)d hour", "%(num)d hours", hours)
    return ngettext("%(num)d day", "%(num)d days", hours // 24)


def together(log: Iterable[Told]) -> list[Told]:
    """A laying and what its player's workers do next as one entry, for that is how people think of a turn."""
    told: list[Told] = []
    for entry in log:
        last = told[-1] if told else None
        if last is not None and last.lays and _goes_on(last, entry):
            told[-1] = replace(
                last,
                number=entry.number,
                at=entry.at,
                deeds=[*last.deeds, *entry.deeds],
                sentences=[*last.sentences, *entry.sentences],
                ends_turn=entry.ends_turn,
            )
        else:
            told.append(entry)
    return told


def _goes_on(last: Told, entry: Told) -> bool:
    """Whether an entry is the next move of the same turn, by the same hand or by itself."""
    expected = (last.number + 1, last.turn, last.seat)
    return (entry.number, entry.turn, entry.seat) == expected and entry.remark in ("", last.remark)


def badge(color: str) -> Markup:
    """The sign of a player colour as a small picture, to stand beside a name."""
    disc = '<circle r="19" fill="#fff9ea"/>'
    drawn = f'<g transform="translate(20 20)">{disc}{workers.badge(color)}</g>'
    return Markup(document((40, 40), drawing.color_name(color), drawn))  # noqa: S704


def ghost(preview: Preview, seat: int) -> drawing.Ghost:
    """A move that is only previewed, for the board."""
    fills: dict[Space, str | None] = {fill.at: fill.tile for fill in preview.move.jungle}
    if preview.draws is not None:
        fills[preview.draws] = None
    return drawing.Ghost(preview.move.at, seat, preview.move.worker, preview.move.rotation, fills)


def turn_token(game: str, seat: int, version: int) -> str:
    """The token in the address of a turn page."""
    return visitor.service().tokens.turn(TurnLink(game, seat, version))


def turn_links(token: str, laying: Laying) -> Callable[..., str]:
    """The address of the turn page with one of the choices changed, the others kept."""

    page = url_for("turn.look", token=token)

    def link(**changed: Any) -> str:
        chosen = {
            "worker": laying.worker,
            "at": laying.at,
            "rotation": laying.rotation,
            "fills": laying.fills,
            **changed,
        }
        return f"{page}?{urlencode(choice_query(**chosen))}#board"

    return link


def choice_query(
    worker: str | None, at: Space | None, rotation: int, fills: Sequence[Fill] | None
) -> dict[str, str]:
    """A choice as the turn page's address carries it."""
    query = {
        "worker": worker or "",
        "at": f"{at[0]},{at[1]}" if at else "",
        "rotation": str(rotation or ""),
        "fills": fills_text(fills or ()),
    }
    return {name: value for name, value in query.items() if value}


def fills_text(fills: Sequence[Fill]) -> str:
    """Which tile goes where, as in a move's notation."""
    return " ".join(f"{fill.tile}@{fill.at[0]},{fill.at[1]}" for fill in fills)


def space_links(link: Callable[..., str], laying: Laying) -> Callable[[Space], str]:
    """What a space on the board is for: lay the tile there, turn it, or fill the space otherwise."""

    def of_space(at: Space) -> str:
        if at in laying.exchanges:
            return link(fills=laying.exchanges[at])
        return link(rotation=laying.turned(1)) if at == laying.at else link(at=at, fills=())

    return of_space


def space_words(laying: Laying) -> dict[Space, str]:
    """What the links of the move that is shown do, where they do not lay the tile."""
    words = {at: gettext("Put another tile on %(at)s", at=drawing.space_text(at)) for at in laying.exchanges}
    if laying.at:
        words[laying.at] = gettext("Turn the tile on %(at)s", at=drawing.space_text(laying.at))
    return words


@cache
def zones() -> Mapping[str, list[str]]:
    """The time zones people live in, by area."""
    inhabited = sorted(zone for zone in available_timezones() if zone.partition("/")[0] in _AREAS)
    return {area: list(each) for area, each in groupby(inhabited, lambda zone: zone.partition("/")[0])}
