"""Small builders for positions, so that a test shows only what it is about.

Every position has the starting tiles unless it says otherwise: the plantation at (0, 0) and the
market of price 2 at (1, 1). Seat 0 is to lay.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from engine import (
    Action,
    Fill,
    GameState,
    LayTile,
    PlacedWorker,
    Space,
    Step,
    UseWorkers,
    Village,
    apply,
    legal_moves,
    new_game,
    to_act,
)

STARTING_TILES = {(0, 0): "plantation-1", (1, 1): "market-2"}
HAND = ("1111", "2101", "3001")

NEW = (1, 2)
"""Where `filling` wants the new tile: south of the market."""
TO_FILL = ((0, 2), (2, 2), (1, 3))
"""The spaces around `NEW` that are filled, as many as the test asks for."""
WEST = (-1, 0)
"""A space that touches the tile at (0, 0) with its east side, and no other jungle tile."""


def tile(seat: int, code: str = "1111", rotation: int = 0, over: PlacedWorker | None = None) -> PlacedWorker:
    return PlacedWorker(seat, code, rotation, over)


_Tile = TypeVar("_Tile")


def backwards(tiles: Mapping[Space, _Tile]) -> dict[Space, _Tile]:
    """The same tiles, as if they had been laid in the opposite order."""
    return dict(reversed(list(tiles.items())))


def position(
    players: int = 2,
    *,
    workers: Mapping[Space, PlacedWorker] | None = None,
    jungle: Mapping[Space, str] = STARTING_TILES,
    villages: Sequence[Village] = (),
    hand: Sequence[str] = HAND,
    deck: Sequence[str] = ("3100",),
    display: Sequence[str] = ("water", "sun"),
    pile: Sequence[str] = ("mine-1", "mine-2"),
    turn: int = 0,
) -> GameState:
    """A position before a turn; hand and deck are everybody's, villages left out are empty."""
    return GameState(
        workers=dict(workers or {}),
        jungle=dict(jungle),
        villages=(*villages, *(Village() for _ in range(players - len(villages)))),
        hands=(tuple(hand),) * players,
        worker_decks=(tuple(deck),) * players,
        display=tuple(display),
        pile=tuple(pile),
        turn=turn,
        owed=((),) * players,
    )


def filling(
    spaces: int,
    owner: int = 1,
    *,
    players: int = 2,
    villages: Sequence[Village] = (),
    display: Sequence[str] = ("water", "sun"),
    pile: Sequence[str] = ("mine-1", "mine-2"),
) -> GameState:
    """A tile laid on `NEW` makes the first so many of `TO_FILL` touch two worker tiles."""
    earlier = ((0, 1), (2, 1), (1, 4))[:spaces]
    return position(
        players,
        workers={at: tile(owner) for at in earlier},
        jungle={**STARTING_TILES, (1, 5): "temple"},
        villages=villages,
        display=display,
        pile=pile,
    )


def overbuilding(sun: int = 1, jungle: Mapping[Space, str] = STARTING_TILES) -> GameState:
    """No jungle tile is left; seat 0 has a tile at (0, 1), seat 1 one at (1, 0)."""
    return position(
        workers={(0, 1): tile(0), (1, 0): tile(1)},
        jungle=jungle,
        villages=[Village(sun=sun)],
        display=(),
        pile=(),
    )


def lay(
    state: GameState,
    worker: str,
    at: Space,
    rotation: int = 0,
    jungle: Mapping[Space, str] | None = None,
    *,
    overbuild: bool = False,
) -> Step:
    """The active seat lays a tile; `jungle` says which display tile goes on which space."""
    fills = tuple(Fill(code, space) for space, code in (jungle or {}).items())
    return apply(state, state.active, LayTile(worker, at, rotation, fills, overbuild))


def use(state: GameState, seat: int, *actions: tuple[Space, str, int]) -> Step:
    """A seat uses workers on these sides, in this order, and forgoes the rest."""
    return apply(state, seat, UseWorkers(tuple(Action(*action) for action in actions)))


def at_work(jungle_tile: str, village: Village, worker: str = "3001") -> GameState:
    """Seat 0 has laid a tile on `WEST`; the `a` workers of it stand east, at this jungle tile."""
    state = position(jungle={(0, 0): jungle_tile}, villages=[village])
    return lay(state, worker, WEST, 1).state


def activated(state: GameState, seat: int) -> set[tuple[Space, str]]:
    return {(side.at, side.side) for side in state.owed[seat]}


def layings(state: GameState, at: Space | None = None) -> list[LayTile]:
    """The active seat's legal layings, everywhere or on one space."""
    moves = legal_moves(state, state.active)
    return [m for m in moves if isinstance(m, LayTile) and at in (None, m.at)]


@cache
def whole_game(players: int) -> tuple[GameState, ...]:
    """Every position of one game, from the deal to the end; the moves are picked here and there."""
    states = [new_game(players, b"a whole game")]
    while owing := to_act(states[-1]):
        seat = max(owing)
        moves = legal_moves(states[-1], seat)
        states.append(apply(states[-1], seat, moves[len(states) * 37 % len(moves)]).state)
    return tuple(states)
