"""Positions and events as plain JSON values, for a database row, and a position's digest."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, get_args

from engine.events import Event
from engine.state import ActiveSide, GameState, PlacedWorker, Village

RULES_VERSION = 1
"""Changes when a stored log of moves would be replayed to another position."""

_compact = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


def dump_state(state: GameState) -> dict[str, Any]:
    """The whole position, hidden parts too, as values `json` can write."""
    return {
        "workers": [[*at, *_dump_worker(tile)] for at, tile in sorted(state.workers.items())],
        "jungle": [[*at, tile] for at, tile in sorted(state.jungle.items())],
        "villages": [[v.gold, v.cacao, v.sun, v.water] for v in state.villages],
        "hands": [list(hand) for hand in state.hands],
        "worker_decks": [list(deck) for deck in state.worker_decks],
        "display": list(state.display),
        "pile": list(state.pile),
        "turn": state.turn,
        "owed": [[[*s.at, s.side, s.workers, s.tile] for s in sides] for sides in state.owed],
    }


def load_state(stored: dict[str, Any]) -> GameState:
    """The position that `dump_state` wrote."""
    return GameState(
        workers={(x, y): _load_worker(tile) for x, y, *tile in stored["workers"]},
        jungle={(x, y): tile for x, y, tile in stored["jungle"]},
        villages=tuple(Village(*village) for village in stored["villages"]),
        hands=tuple(map(tuple, stored["hands"])),
        worker_decks=tuple(map(tuple, stored["worker_decks"])),
        display=tuple(stored["display"]),
        pile=tuple(stored["pile"]),
        turn=stored["turn"],
        owed=tuple(tuple(ActiveSide((x, y), *side) for x, y, *side in sides) for sides in stored["owed"]),
    )


def digest(state: GameState) -> str:
    """A fingerprint of the position: equal positions, equal digests, on every machine."""
    return sha256(_compact(dump_state(state)).encode()).hexdigest()


def dump_events(events: Iterable[Event]) -> list[list[Any]]:
    """Events as values `json` can write: the kind's name, then its fields."""
    return [[type(event).__name__, *event] for event in events]


def load_events(stored: Iterable[list[Any]]) -> tuple[Event, ...]:
    """The events that `dump_events` wrote."""
    return tuple(_EVENTS[kind](*map(_tupled, fields)) for kind, *fields in stored)


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _dump_worker(tile: PlacedWorker) -> list[Any]:
    top = [tile.seat, tile.code, tile.rotation]
    return [*top, _dump_worker(tile.over)] if tile.over else top


def _load_worker(stored: list[Any]) -> PlacedWorker:
    seat, code, rotation, *over = stored
    return PlacedWorker(seat, code, rotation, _load_worker(over[0]) if over else None)
