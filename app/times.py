"""Moments in words: in the reader's zone and language."""

from datetime import datetime, timedelta

from babel.dates import format_datetime
from flask_babel import get_locale, get_timezone

from app import clock


def moment(at: datetime) -> str:
    """A day and a time, and whose: the place says more to people than an offset; UTC has none."""
    zone = get_timezone() or clock.zone("UTC")
    place = "'UTC'" if str(zone) == "UTC" else "VVV"
    return format_datetime(at, f"EEE {_day()}, HH:mm {place}", tzinfo=zone, locale=get_locale())


def last_day(end: datetime) -> str:
    """The day that ends then, at the latest."""
    before = end - timedelta(minutes=1)
    return format_datetime(before, f"EEE {_day()}", tzinfo=get_timezone(), locale=get_locale())


def _day() -> str:
    locale = get_locale()
    return "d. MMM" if locale is not None and locale.language == "de" else "d MMM"
