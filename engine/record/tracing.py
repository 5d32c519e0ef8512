"""The lines `replay` prints (docs/record.md "Command line")."""

import json
from typing import Any

from engine.scoring import FinalScoring
from engine.state import GameState


def trace_line(turn: int, state: GameState) -> str:
    """The position after a turn, before any final scoring."""
    return _line(
        {
            "turn": turn,
            "players": [_player(state, seat) for seat in range(state.players)],
            "display": sorted(state.display),
            "pile": len(state.pile),
            "workers": [
                [*at, tile.seat, tile.code, tile.rotation, tile.height]
                for at, tile in sorted(state.workers.items(), key=lambda item: item[0])
            ],
            "jungle": [[*at, tile] for at, tile in sorted(state.jungle.items())],
        }
    )


def result_line(scoring: FinalScoring | None) -> str:
    """The final scoring, or null for a game that is not over."""
    if scoring is None:
        return _line({"result": None})
    temples = [{"at": list(t.at), "workers": list(t.workers), "gold": list(t.gold)} for t in scoring.temples]
    return _line(
        {
            "result": {
                "gold": list(scoring.gold),
                "winners": list(scoring.outcome.winners),
                "temples": temples,
                "sun": list(scoring.sun),
                "water": list(scoring.water),
                "cacao": list(scoring.cacao),
            }
        }
    )


def _player(state: GameState, seat: int) -> dict[str, Any]:
    village = state.villages[seat]
    return {
        "gold": village.gold,
        "cacao": village.cacao,
        "sun": village.sun,
        "water": village.water_value,
        "hand": sorted(state.hands[seat]),
        "deck": len(state.worker_decks[seat]),
    }


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))
