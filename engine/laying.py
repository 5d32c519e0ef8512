"""Steps A and B of a turn: lay a worker tile, fill jungle spaces (docs/rules.md §4, §6)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.events import Event, JungleFilled, TileLaid
from engine.moves import Fill, LayTile
from engine.refusals import IllegalMove, Reason
from engine.spaces import SIDES, Space, is_worker_space, neighbours
from engine.state import ActiveSide, GameState, PlacedWorker, Village, with_seat


def touched_spaces(state: GameState) -> set[Space]:
    """The empty jungle spaces beside a worker tile: one more tile beside them, and they are filled."""
    jungle = state.jungle
    return {space for at in state.workers for space in neighbours(at) if space not in jungle}


def spaces_to_fill(at: Space, touched: set[Space]) -> list[Space]:
    """The empty jungle spaces that touch two worker tiles once one lies at `at`."""
    return [space for space in neighbours(at) if space in touched]


def lay_tile(state: GameState, move: LayTile) -> tuple[GameState, tuple[Event, ...]]:
    """Carry out a `LayTile` of the active seat, up to who owes `UseWorkers`."""
    seat = state.active
    _check_tile(state, move)
    if move.overbuild:
        _check_overbuild(state, move)
        fills: tuple[Fill, ...] = ()
        villages = _sun_token_paid(state)
    else:
        _check_space(state, move)
        fills = _all_fills(state, move)
        villages = state.villages
    tile = PlacedWorker(seat, move.worker, move.rotation, state.workers.get(move.at))
    workers = {**state.workers, move.at: tile}
    jungle = {**state.jungle, **{at: code for code, at in fills}} if fills else state.jungle
    on_display = len(move.jungle)
    laid = GameState(
        workers=workers,
        jungle=jungle,
        villages=villages,
        hands=with_seat(state.hands, seat, _without(state.hands[seat], (move.worker,))),
        worker_decks=state.worker_decks,
        display=_without(state.display, (fill.tile for fill in move.jungle)),
        pile=state.pile[len(fills) - on_display :],
        turn=state.turn,
        owed=_activated(state.players, workers, jungle, move.at, fills),
    )
    events: tuple[Event, ...] = (
        TileLaid(seat, move.worker, move.at, move.rotation, move.overbuild),
        *(JungleFilled(seat, code, at, n >= on_display) for n, (code, at) in enumerate(fills)),
    )
    return laid, events


def _check_tile(state: GameState, move: LayTile) -> None:
    if move.worker not in state.hands[state.active]:
        raise IllegalMove(Reason.NOT_IN_HAND)
    if move.rotation not in range(4):
        raise IllegalMove(Reason.NOT_A_ROTATION)
    if not is_worker_space(move.at):
        raise IllegalMove(Reason.NOT_A_WORKER_SPACE)


def _check_space(state: GameState, move: LayTile) -> None:
    if move.at in state.workers:
        raise IllegalMove(Reason.OCCUPIED)
    if not any(n in state.jungle for n in neighbours(move.at)):
        raise IllegalMove(Reason.NOT_TOUCHING_JUNGLE)


def may_overbuild(state: GameState) -> bool:
    """Whether the active seat may overbuild at all: no jungle tile left, and a sun token to pay."""
    return not state.display and not state.pile and state.villages[state.active].sun > 0


def _check_overbuild(state: GameState, move: LayTile) -> None:
    if state.display or state.pile:
        raise IllegalMove(Reason.JUNGLE_TILES_REMAIN)
    if not state.villages[state.active].sun:
        raise IllegalMove(Reason.NO_SUN_TOKEN)
    tile = state.workers.get(move.at)
    if tile is None:
        raise IllegalMove(Reason.NOTHING_TO_OVERBUILD)
    if tile.seat != state.active:
        raise IllegalMove(Reason.NOT_OWN_TILE)
    if tile.over is not None:
        raise IllegalMove(Reason.OVERBUILT_BEFORE)
    if move.jungle:
        raise IllegalMove(Reason.NEED_NOT_BE_FILLED)


def _sun_token_paid(state: GameState) -> tuple[Village, ...]:
    village = state.villages[state.active]
    paid = replace(village, sun=village.sun - 1)
    return with_seat(state.villages, state.active, paid)


def _all_fills(state: GameState, move: LayTile) -> tuple[Fill, ...]:
    """The fills the player chose, and the drawn tile on the one space that is left."""
    empty = [space for space in neighbours(move.at) if _touched(state, space)]
    on_display = list(state.display)
    for tile, at in move.jungle:
        if at not in empty:
            raise IllegalMove(Reason.NEED_NOT_BE_FILLED)
        if tile not in on_display:
            raise IllegalMove(Reason.NOT_ON_DISPLAY)
        on_display.remove(tile)
        empty.remove(at)
    if empty and on_display:
        raise IllegalMove(Reason.LEFT_EMPTY)
    return move.jungle + tuple(Fill(t, at) for t, at in zip(state.pile, empty, strict=False))


def _touched(state: GameState, space: Space) -> bool:
    """Whether an empty jungle space lies beside a worker tile; `touched_spaces` lists them all."""
    return space not in state.jungle and not state.workers.keys().isdisjoint(neighbours(space))


def _without(tiles: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def _activated(
    players: int,
    workers: Mapping[Space, PlacedWorker],
    jungle: Mapping[Space, str],
    at: Space,
    fills: tuple[Fill, ...],
) -> tuple[tuple[ActiveSide, ...], ...]:
    """Per seat: the sides of the new tile that touch jungle, and all sides that touch a fill."""
    touching = [(at, side, space) for side, space in enumerate(neighbours(at)) if space in jungle]
    for _, filled in fills:
        touching += (
            (space, (side + 2) % 4, filled)
            for side, space in enumerate(neighbours(filled))
            if space != at and space in workers
        )
    owed: tuple[list[ActiveSide], ...] = tuple([] for _ in range(players))
    for space, side, beside in touching:
        worker = workers[space]
        tile = jungle[beside]
        if worker.workers[side] and tile != "temple":
            owed[worker.seat].append(ActiveSide(space, SIDES[side], worker.workers[side], tile))
    return tuple(map(tuple, owed))
