"""Playing a record through the rules (docs/record.md "Legality")."""

from dataclasses import dataclass

from engine.events import JungleFilled
from engine.game import apply, to_act
from engine.material import DISPLAY_SIZE
from engine.moves import Fill, UseWorkers
from engine.record.document import Record, RecordError, Result, Turn
from engine.record.reading import read_turn
from engine.refusals import IllegalMove, Reason
from engine.scoring import FinalScoring, score
from engine.setup import deal
from engine.state import GameState
from engine.using import use_workers


@dataclass(frozen=True, slots=True)
class Replay:
    """The position before the first turn and after each, and the scoring of a finished game."""

    positions: tuple[GameState, ...]
    scoring: FinalScoring | None


def replay(record: Record) -> Replay:
    """Replay a record to its end, or raise `RecordError` at the first thing that is wrong."""
    try:
        positions = [deal(record.worker_decks, record.jungle_deck)]
    except IllegalMove as error:
        raise RecordError(error.reason) from None
    for index, raw in enumerate(record.raw_turns):
        turn = read_turn(raw, index, len(record.players))
        try:
            positions.append(_play(positions[-1], turn))
        except IllegalMove as error:
            raise RecordError(error.reason, index) from None
    scoring = score(positions[-1]) if positions[-1].over else None
    _check_result(record.result, scoring)
    return Replay(tuple(positions), scoring)


def _play(state: GameState, turn: Turn) -> GameState:
    written = turn.laid.jungle
    after, events = apply(state, turn.player, turn.laid._replace(jungle=written[:DISPLAY_SIZE]))
    _check_fills(written, [Fill(e.tile, e.at) for e in events if isinstance(e, JungleFilled)])
    owing = to_act(after) if after.awaits_workers else {}
    for seat, actions in turn.actions.items():
        if seat not in owing:
            use_workers(seat, after.villages[seat], (), actions, after.jungle)
    for seat in owing:
        after = apply(after, seat, UseWorkers(turn.actions.get(seat, ()))).state
    return after


def _check_fills(written: tuple[Fill, ...], filled: list[Fill]) -> None:
    """The first two were the player's choice and are checked by the rules; the third was drawn."""
    for fill, done in zip(written[DISPLAY_SIZE:], filled[DISPLAY_SIZE:], strict=False):
        if fill.at != done.at:
            raise IllegalMove(Reason.NEED_NOT_BE_FILLED)
        if fill.tile != done.tile:
            raise IllegalMove(Reason.NOT_THE_DRAWN_TILE)
    if len(written) > len(filled):
        raise IllegalMove(Reason.NEED_NOT_BE_FILLED)
    if len(written) < len(filled):
        raise IllegalMove(Reason.LEFT_EMPTY)


def _check_result(result: Result | None, scoring: FinalScoring | None) -> None:
    if result is None:
        return
    if scoring is None:
        raise RecordError(Reason.RESULT_TOO_EARLY)
    if result != Result(scoring.gold, scoring.outcome.winners):
        raise RecordError(Reason.WRONG_RESULT)
