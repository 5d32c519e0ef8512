"""Counting what is asked, to say when it is too often.

Counted in Redis where there is one, so that all processes count together; and in this process where there is
none or it does not answer. A request waits for Redis a moment at most, and then not again for a while.
"""

import logging
from hashlib import sha256
from threading import Lock
from time import monotonic

from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from app.refused import TooOften

INVITATIONS_BY_PERSON = parse("40 per day")
INVITATIONS_TO_INBOX = parse("10 per day")
LINKS_TO_INBOX = parse("5 per hour")
"""Sign-in links, which anybody can have mailed to anybody."""

MOVES_OF_SEAT = parse("120 per hour")
SIGN_INS = parse("20 per hour")
FRESH_LINKS = parse("20 per hour")
NEW_GAMES = parse("30 per hour")
SEATS_TAKEN = parse("10 per hour")
MESSAGES = parse("60 per hour")
FORMS = parse("300 per hour")
"""All forms of one client that are not sent through a signed link, those above too."""

_FEW = 1000
"""So few counts are kept without asking whether their time is over."""
_PATIENCE = 0.25
_PAUSE_AFTER_FAILURE = 5.0
_log = logging.getLogger(__name__)


class Counters:
    """One for each process."""

    def __init__(self, broker_url: str) -> None:
        self._here = _Here()
        self._shared = _shared(broker_url)
        self._not_before = 0.0

    def check(self, limit: RateLimitItem, what: str, who: str) -> None:
        """Count it, or `TooOften`."""
        # A digest: addresses stay in the database, and keys are short whatever somebody sends.
        key = sha256(f"{what}\n{who}".encode("utf-8", "replace")).hexdigest()[:32]
        if not self._hit(limit, key):
            raise TooOften(limit.get_expiry())

    def reach_redis(self) -> bool:
        """Whether Redis answers within a moment, where there is one."""
        return self._shared is None or self._shared.storage.check()

    def _hit(self, limit: RateLimitItem, key: str) -> bool:
        if self._shared is not None and monotonic() >= self._not_before:
            try:
                return self._shared.hit(limit, key)
            except RedisError as error:
                self._not_before = monotonic() + _PAUSE_AFTER_FAILURE
                _log.warning("limits are counted in this process only: %s", type(error).__name__)
        return self._here.hit(limit, key)


class _Here:
    """Counts in this process. The library's way starts a thread for nearly every count."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, float]] = {}
        self._room = _FEW
        self._lock = Lock()

    def hit(self, limit: RateLimitItem, key: str) -> bool:
        """Count it; whether that was within the limit."""
        now = monotonic()
        with self._lock:
            count, end = self._counts.get(key, (0, now))
            if end <= now:
                count, end = 0, now + limit.get_expiry()
            self._counts[key] = count + 1, end
            if len(self._counts) > self._room:
                self._counts = {each: kept for each, kept in self._counts.items() if kept[1] > now}
                self._room = 2 * len(self._counts) + _FEW
        return count < limit.amount


def _shared(broker_url: str) -> FixedWindowRateLimiter | None:
    if not broker_url.startswith(("redis://", "rediss://")):
        return None
    once = Retry(NoBackoff(), 0)  # the client would try for seconds otherwise
    storage = storage_from_string(
        broker_url,
        socket_timeout=_PATIENCE,
        socket_connect_timeout=_PATIENCE,
        retry=once,  # type: ignore[arg-type]  # handed on to the client, which wants an object
    )
    return FixedWindowRateLimiter(storage)
