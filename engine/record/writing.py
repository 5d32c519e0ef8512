"""From a deal and its moves to the JSON document."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from engine.events import JungleFilled
from engine.game import Step, apply
from engine.moves import Action, LayTile, Move
from engine.record.document import Player
from engine.record.reading import FORMAT
from engine.scoring import FinalScoring, score
from engine.setup import deal


def write_record(
    players: Sequence[Player],
    worker_decks: Sequence[Sequence[str]],
    jungle_deck: Sequence[str],
    moves: Iterable[tuple[int, Move]],
) -> str:
    """The record of a game as one line of JSON; the moves are made anew on the way.

    Of an unfinished game the turn that is not over is left out: in a record, an answer that is missing
    would mean that its player forgoes everything.
    """
    state = deal(worker_decks, jungle_deck)
    turns: list[dict[str, Any]] = []
    for seat, move in moves:
        step = apply(state, seat, move)
        if isinstance(move, LayTile):
            turns.append(_turn(seat, move, step))
        else:
            turns[-1]["actions"][str(seat)] = [_action(action) for action in move.actions]
        state = step.state
    if state.awaits_workers:
        turns.pop()
    document: dict[str, Any] = {
        "format": FORMAT,
        "players": [{"name": player.name, "color": player.color} for player in players],
        "worker_decks": [list(deck) for deck in worker_decks],
        "jungle_deck": list(jungle_deck),
        "turns": turns,
    }
    if state.over:
        document["result"] = _result(score(state))
    return json.dumps(document, separators=(",", ":"))


def _turn(seat: int, move: LayTile, step: Step) -> dict[str, Any]:
    filled = (event for event in step.events if isinstance(event, JungleFilled))
    return {
        "player": seat,
        "worker": move.worker,
        "at": list(move.at),
        "rotation": move.rotation,
        "overbuild": move.overbuild,
        "jungle": [{"tile": event.tile, "at": list(event.at)} for event in filled],
        "actions": {},
    }


def _action(action: Action) -> dict[str, Any]:
    return {"at": list(action.at), "side": action.side, "workers": action.workers}


def _result(scoring: FinalScoring) -> dict[str, Any]:
    return {"gold": list(scoring.gold), "winners": list(scoring.outcome.winners)}
