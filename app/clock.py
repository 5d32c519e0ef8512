"""Times: UTC inside, the person's zone outside. Pure: whoever asks says what time it is."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

NIGHT_BEGINS, NIGHT_ENDS = 22, 9
"""No deadline falls between these hours of the player's day: it is put off to the morning."""

PACES = (4, 12, 24, 48, 72, 168, 336)
"""The times for a move that a host can choose, in hours."""

LONGEST_HOLIDAY = timedelta(days=42)


def now() -> datetime:
    """This moment. Only those at the edge call it: views, tasks and commands."""
    return datetime.now(UTC)


@cache
def _known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def zone(name: str) -> ZoneInfo:
    """A zone by its name; UTC if this machine does not know it."""
    return ZoneInfo(name if name in _known_zones() else "UTC")


def deadline(start: datetime, hours: int, zone_name: str) -> datetime:
    """When the time for a move ends: that many hours later, but not in the player's night."""
    return by_day(start + timedelta(hours=hours), zone_name)


def by_day(moment: datetime, zone_name: str) -> datetime:
    """This moment, or the next morning if it falls into the player's night."""
    local = moment.astimezone(zone(zone_name))
    if NIGHT_ENDS <= local.hour < NIGHT_BEGINS:
        return moment.astimezone(UTC)
    morning = local.date() + timedelta(days=1 if local.hour >= NIGHT_BEGINS else 0)
    return datetime.combine(morning, time(NIGHT_ENDS), zone(zone_name)).astimezone(UTC)


def next_morning(moment: datetime, zone_name: str) -> datetime:
    """The next time the player's night ends."""
    local = moment.astimezone(zone(zone_name))
    day = local.date() + timedelta(days=0 if local.hour < NIGHT_ENDS else 1)
    return datetime.combine(day, time(NIGHT_ENDS), zone(zone_name)).astimezone(UTC)


def reminder(due: datetime, hours: int) -> datetime:
    """When to remind: a quarter of the time before the end, but at most a day."""
    return due - min(timedelta(hours=hours) / 4, timedelta(days=1))


def end_of(day: date, zone_name: str) -> datetime:
    """The end of a day in somebody's zone."""
    return datetime.combine(day + timedelta(days=1), time(0), zone(zone_name)).astimezone(UTC)
