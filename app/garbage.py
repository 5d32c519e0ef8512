"""The collector of garbage, set for a process that lives long and makes many short-lived things."""

import gc

_NEW_THINGS = 10_000
"""So many, not 700, are made before somebody looks for circles among them; a request makes thousands."""


def collect_seldom() -> None:
    """For the end of the start: what is here by now is no garbage, and need not be looked through again."""
    gc.freeze()
    gc.set_threshold(_NEW_THINGS, *gc.get_threshold()[1:])
