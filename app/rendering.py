"""What templates can use: pictures, times in the reader's zone, names."""

from datetime import datetime, timedelta

from flask import Flask
from flask_babel import format_datetime, format_timedelta, get_locale, gettext, ngettext
from markupsafe import Markup

from app import clock, drawing, telling
from app.models import GameStatus
from app.usecases.debts import owes_decision
from app.usecases.reading import name_of
from app.views import visitor

_NAMES_OF_LANGUAGES = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}


def register(app: Flask) -> None:
    """Add our filters and functions to the templates."""
    app.jinja_env.filters.update(when=when, pace=pace)
    app.jinja_env.globals.update(
        board=lambda *positional, **named: Markup(drawing.board_svg(*positional, **named)),  # noqa: S704
        tile=lambda code: Markup(drawing.tile_svg(code)),  # noqa: S704
        worker=lambda code, rotation, color: Markup(drawing.worker_svg(code, rotation, color)),  # noqa: S704
        village=lambda each, color: Markup(drawing.village_svg(each, color)),  # noqa: S704
        Ghost=drawing.Ghost,
        tile_name=drawing.tile_name,
        color_name=drawing.color_name,
        space=telling.space,
        name_of=name_of,
        owes_decision=owes_decision,
        signed_in=visitor.signed_in,
        languages=_NAMES_OF_LANGUAGES,
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
    absolute: str = format_datetime(moment, "EEE d MMM, HH:mm zzz")  # type: ignore[no-untyped-call]
    return f"{absolute} ({relative})"


def pace(hours: int | None) -> str:
    """The time for a move in words."""
    if hours is None:
        return gettext("no deadline")
    if hours < 24:
        return ngettext("%(num)d hour", "%(num)d hours", hours)
    return ngettext("%(num)d day", "%(num)d days", hours // 24)
