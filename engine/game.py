"""A game from move to move: who owes what, what a move does, when a turn ends."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from engine.events import Event, GameEnded, TurnEnded
from engine.laying import lay_tile
from engine.material import DISPLAY_SIZE
from engine.moves import LayTile, Move, UseWorkers
from engine.refusals import IllegalMove, Reason
from engine.state import GameState, with_seat
from engine.using import use_workers


class Step(NamedTuple):
    """A move's result: the position after it, and what happened."""

    state: GameState
    events: tuple[Event, ...]


class Owes(Enum):
    """What a seat must do before the game goes on."""

    LAY_TILE = "lay-tile"
    USE_WORKERS = "use-workers"


def to_act(state: GameState) -> Mapping[int, Owes]:
    """The seats that owe something, and what. Nobody once the game is over."""
    if state.awaits_workers:
        return {seat: Owes.USE_WORKERS for seat, sides in enumerate(state.owed) if sides}
    return {} if state.over else {state.active: Owes.LAY_TILE}


def apply(state: GameState, seat: int, move: Move) -> Step:
    """Make a move, or raise `IllegalMove`. When nobody owes anything more, the turn ends with it."""
    if state.over:
        raise IllegalMove(Reason.GAME_OVER)
    if isinstance(move, LayTile):
        if state.awaits_workers:
            raise IllegalMove(Reason.TURN_NOT_OVER)
        if seat != state.active:
            raise IllegalMove(Reason.WRONG_PLAYER)
        after, events = lay_tile(state, move)
    else:
        after, events = _answer(state, seat, move)
    if after.awaits_workers:
        return Step(after, events)
    ended, facts = _end_turn(after)
    return Step(ended, events + facts)


def _answer(state: GameState, seat: int, move: UseWorkers) -> tuple[GameState, tuple[Event, ...]]:
    if seat not in range(state.players) or not state.owed[seat]:
        raise IllegalMove(Reason.NOTHING_OWED)
    village, events = use_workers(seat, state.villages[seat], state.owed[seat], move.actions, state.jungle)
    after = GameState(
        workers=state.workers,
        jungle=state.jungle,
        villages=with_seat(state.villages, seat, village),
        hands=state.hands,
        worker_decks=state.worker_decks,
        display=state.display,
        pile=state.pile,
        turn=state.turn,
        owed=with_seat(state.owed, seat, ()),
    )
    return after, events


def _end_turn(state: GameState) -> tuple[GameState, tuple[Event, ...]]:
    """Draw a worker tile, refill the display, pass the turn to the left (docs/rules.md §4, its last part)."""
    seat, hands, decks = state.active, state.hands, state.worker_decks
    if decks[seat]:
        hands = with_seat(hands, seat, (*hands[seat], decks[seat][0]))
        decks = with_seat(decks, seat, decks[seat][1:])
    refilled = state.pile[: DISPLAY_SIZE - len(state.display)]
    after = GameState(
        workers=state.workers,
        jungle=state.jungle,
        villages=state.villages,
        hands=hands,
        worker_decks=decks,
        display=state.display + refilled,
        pile=state.pile[len(refilled) :],
        turn=state.turn + 1,
        owed=state.owed,
    )
    ended = TurnEnded(state.turn, seat, refilled)
    return after, (ended, GameEnded(after.turn)) if after.over else (ended,)
