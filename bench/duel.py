"""Measuring two things against each other on a machine that others use as well."""

from collections.abc import Callable
from statistics import median
from time import perf_counter


class Duel:
    """Two sides, measured one right after the other, so that whatever else the machine does meets both."""

    def __init__(self) -> None:
        self._took: tuple[list[float], list[float]] = ([], [])

    def measure(self, one: Callable[[], float], other: Callable[[], float]) -> None:
        """Let both tell their figure; each is the first every other time."""
        sides = list(zip((one, other), self._took, strict=True))
        for act, times in sides if len(self._took[0]) % 2 else reversed(sides):
            times.append(act())

    @property
    def medians(self) -> tuple[float, float]:
        """What usually came of it."""
        one, other = map(median, self._took)
        return one, other


def timed(act: Callable[[], object]) -> float:
    """Milliseconds."""
    started = perf_counter()
    act()
    return (perf_counter() - started) * 1000
