"""Facts: what a move did, in the order it happened. Everybody may know all of them."""

from typing import NamedTuple

from engine.spaces import Space


class TileLaid(NamedTuple):
    """A worker tile was laid; if `overbuild`, for a sun token on an own tile."""

    seat: int
    worker: str
    at: Space
    rotation: int
    overbuild: bool


class JungleFilled(NamedTuple):
    """A jungle tile was put on a space, from the display or drawn from the pile."""

    seat: int
    tile: str
    at: Space
    drawn: bool


class CacaoHarvested(NamedTuple):
    """Workers at a plantation brought cacao; `lapsed` fruits found no storage space."""

    seat: int
    at: Space
    side: str
    cacao: int
    lapsed: int


class CacaoSold(NamedTuple):
    """Workers at a market sold one cacao each."""

    seat: int
    at: Space
    side: str
    cacao: int
    price: int


class GoldMined(NamedTuple):
    """Workers at a gold mine brought gold."""

    seat: int
    at: Space
    side: str
    gold: int


class WaterCarried(NamedTuple):
    """The water carrier moved; `value` is the field it stands on now."""

    seat: int
    at: Space
    side: str
    fields: int
    lapsed: int
    value: int


class SunTokensTaken(NamedTuple):
    """Workers at a sun-worshiping site brought sun tokens; `lapsed` ones found no place."""

    seat: int
    at: Space
    side: str
    tokens: int
    lapsed: int


class WorkersForgone(NamedTuple):
    """Workers of an activated side were not used."""

    seat: int
    at: Space
    side: str
    workers: int
    tile: str


class TurnEnded(NamedTuple):
    """Everybody involved has acted. `refilled` are the jungle tiles new on the display."""

    turn: int
    seat: int
    refilled: tuple[str, ...]


class GameEnded(NamedTuple):
    """The last worker tile is laid and used; the scoring follows."""

    turns: int


Event = (
    TileLaid
    | JungleFilled
    | CacaoHarvested
    | CacaoSold
    | GoldMined
    | WaterCarried
    | SunTokensTaken
    | WorkersForgone
    | TurnEnded
    | GameEnded
)
