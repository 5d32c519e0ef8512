"""The parts of a record, once its form is checked."""

from dataclasses import dataclass
from typing import Any

from engine.moves import Action, LayTile
from engine.refusals import Reason


@dataclass(frozen=True, slots=True)
class Player:
    """A name and a colour."""

    name: str
    color: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as written: `laid.jungle` may hold a third tile, the drawn one."""

    player: int
    laid: LayTile
    actions: dict[int, tuple[Action, ...]]


@dataclass(frozen=True, slots=True)
class Result:
    """The final gold per player and who has won."""

    gold: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose head is checked; its turns are checked one by one as they are replayed."""

    players: tuple[Player, ...]
    worker_decks: tuple[tuple[str, ...], ...]
    jungle_deck: tuple[str, ...]
    raw_turns: list[Any]
    result: Result | None


class RecordError(Exception):
    """A record that is refused: the turn it happens in, if any, the reason, and where in the document."""

    def __init__(self, reason: Reason, turn: int | None = None, detail: str = "") -> None:
        super().__init__(reason.value, turn, detail)
        self.reason = reason
        self.turn = turn
        self.detail = detail
