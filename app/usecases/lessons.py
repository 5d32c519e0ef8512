"""The examples on the rules page: small positions, played by the engine so that they are true."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

from engine import (
    Action,
    Fill,
    GameState,
    LayTile,
    PlacedWorker,
    Space,
    UseWorkers,
    View,
    Village,
    apply,
    legal_moves,
    new_game,
    view_for,
)

COLORS = ("red", "yellow")
"""The players of the examples, by seat."""

_RED, _YELLOW = 0, 1
_START = {(0, 0): "plantation-1", (1, 1): "market-2"}
_AT = (1, 0)
"""Where Red's tile lies in all the examples."""


@dataclass(frozen=True)
class Lesson:
    """One turn: what lay there, what is laid, and what has come of it."""

    before: View
    seat: int
    move: LayTile
    after: View


@cache
def beginning() -> tuple[View, tuple[Space, ...]]:
    """The starting tiles, and where the first worker tile can go."""
    state = _position(_START)
    spaces = {move.at for move in legal_moves(state, _RED) if isinstance(move, LayTile)}
    return view_for(state, None), tuple(sorted(spaces))


@cache
def filling() -> Lesson:
    """Yellow fills a space; what is harvested is sold there, by Red too (docs/rules.md §8)."""
    state = _laid(_position(_START), LayTile("2101", _AT, 0), Action(_AT, "W", 1))
    move = LayTile("1111", (0, -1), 0, (Fill("market-3", (1, -1)),))
    after = _laid(state, move, Action((0, -1), "S", 1), Action((0, -1), "E", 1))
    after = apply(after, _RED, UseWorkers((Action(_AT, "N", 1),))).state
    return Lesson(view_for(state, None), _YELLOW, move, view_for(after, None))


@cache
def overbuilding() -> Lesson:
    """Red builds over the own tile: cacao, a sale of it, and water (docs/rules.md §8)."""
    state = _position(
        {(0, 0): "plantation-2", (1, 1): "market-4", (2, 0): "water"},
        workers={_AT: PlacedWorker(_RED, "1111", 0)},
        villages=(Village(sun=1), Village()),
        display=(),
    )
    move = LayTile("2101", _AT, 2, (), overbuild=True)
    after = _laid(state, move, Action(_AT, "W", 1), Action(_AT, "S", 2), Action(_AT, "E", 1))
    return Lesson(view_for(state, None), _RED, move, view_for(after, None))


@cache
def tiles_in_game(players: int) -> Counter[str]:
    """How many there are of each jungle tile, the starting tiles included."""
    state = new_game(players, b"any shuffle has the same tiles")
    return Counter((*state.jungle.values(), *state.display, *state.pile))


def _position(
    jungle: dict[Space, str],
    workers: dict[Space, PlacedWorker] | None = None,
    villages: tuple[Village, ...] = (Village(), Village()),
    display: tuple[str, ...] = ("market-3", "temple"),
) -> GameState:
    """A position in which Red is to lay one of two tiles."""
    return GameState(
        workers=workers or {},
        jungle=jungle,
        villages=villages,
        hands=(("1111", "2101"),) * 2,
        worker_decks=((),) * 2,
        display=display,
        pile=(),
        turn=0,
        owed=((),) * 2,
    )


def _laid(state: GameState, move: LayTile, *actions: Action) -> GameState:
    """The position after a tile is laid and its player's workers have acted."""
    seat = state.active
    return apply(apply(state, seat, move).state, seat, UseWorkers(actions)).state
