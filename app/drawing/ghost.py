"""A move that is shown but not made."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from flask_babel import gettext

from app.drawing.words import tile_name, worker_name
from engine import PlacedWorker, Space, View


@dataclass(frozen=True, slots=True)
class Ghost:
    """A worker tile as it would lie, and the spaces it would fill; None is a tile yet to be drawn."""

    at: Space
    seat: int
    code: str
    rotation: int
    fills: Mapping[Space, str | None] = field(default_factory=dict)

    def tile(self, view: View) -> PlacedWorker:
        """The worker tile, on top of the one it would overbuild, if any."""
        return PlacedWorker(self.seat, self.code, self.rotation, view.workers.get(self.at))

    def words(self, view: View, colors: Sequence[str]) -> Iterator[tuple[Space, str]]:
        """What would lie where."""
        yield self.at, worker_name(self.tile(view), colors[self.seat])
        for space, code in sorted(self.fills.items()):
            yield space, gettext("a tile yet to be drawn") if code is None else tile_name(code)
