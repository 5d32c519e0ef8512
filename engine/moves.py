"""The two commands that make a turn (docs/rules.md §4)."""

from typing import NamedTuple

from engine.spaces import Space


class Fill(NamedTuple):
    """One jungle tile put on one jungle space."""

    tile: str
    at: Space


class LayTile(NamedTuple):
    """Steps A and B: lay a worker tile and say which display tile goes where.

    `jungle` names display tiles only, at most two. A third space takes the tile drawn from the pile by
    itself: nobody sees that tile before the placement is committed.
    """

    worker: str
    at: Space
    rotation: int
    jungle: tuple[Fill, ...] = ()
    overbuild: bool = False


class Action(NamedTuple):
    """Use this many workers on one side of one's worker tile."""

    at: Space
    side: str
    workers: int


class UseWorkers(NamedTuple):
    """Step C for one player: the activated sides used, in order; a side left out is forgone."""

    actions: tuple[Action, ...] = ()


Move = LayTile | UseWorkers
