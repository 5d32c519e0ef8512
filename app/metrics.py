"""Figures for Prometheus: requests of all web processes, and what the database tells when asked."""

import os
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from app.usecases.health import Health

_own = CollectorRegistry()
_REQUESTS = Histogram(
    "cacao_request_seconds",
    "Time to answer a request",
    ("endpoint", "status"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=_own,
)
_REFUSED = Counter(
    "cacao_refused", "Requests that were refused, by reason and page", ("reason", "page"), registry=_own
)


def request_done(endpoint: str, status: int, seconds: float) -> None:
    """Count a request under the name of its page, never its address: addresses hold secrets."""
    _requests(endpoint, status).observe(seconds)


def request_refused(reason: str, page: str) -> None:
    """Count a refusal, by the name of its page too."""
    _REFUSED.labels(reason, page).inc()


@cache
def _requests(endpoint: str, status: int) -> Histogram:
    return _REQUESTS.labels(endpoint, f"{status // 100}xx")


class Refusals(NamedTuple):
    """How often one page refused for one reason."""

    reason: str
    page: str
    times: int


def refusals() -> list[Refusals]:
    """What was refused since the service was started, the most frequent first."""
    samples = (sample for metric in _counted().collect() for sample in metric.samples)
    found = (
        Refusals(sample.labels["reason"], sample.labels["page"], int(sample.value))
        for sample in samples
        if sample.name == "cacao_refused_total"
    )
    return sorted(found, key=lambda each: (-each.times, each))


def exposition(health: Health | None, games_running: int) -> tuple[bytes, str]:
    """All figures as text, and its content type."""
    now = CollectorRegistry()
    now.register(_Moment(health, games_running))
    return generate_latest(_counted()) + generate_latest(now), CONTENT_TYPE_LATEST


def _counted() -> CollectorRegistry:
    """What this process has counted, or all web processes that share a folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return _own
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


class _Moment(Collector):
    """What the database tells now."""

    def __init__(self, health: Health | None, games_running: int) -> None:
        self._health = health
        self._games_running = games_running

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One gauge for each figure; only the first if the database does not answer."""
        yield GaugeMetricFamily("cacao_database_up", "Whether the database answers", self._health is not None)
        found = self._health
        if found is None:
            return
        for name, words, value in (
            ("mails_due", "Mails that should have gone out", found.mails_due),
            ("oldest_mail_seconds", "How long the oldest of them has waited", found.oldest_mail_seconds),
            ("mails_quarantined", "Mails given up", found.mails_quarantined),
            ("clocks_overdue", "Seats the worker should have played for", found.clocks_overdue),
            ("games_running", "Games being played", self._games_running),
            ("relay_paused", "Whether nothing is sent at present", found.relay_paused is not None),
        ):
            yield GaugeMetricFamily(f"cacao_{name}", words, value)
