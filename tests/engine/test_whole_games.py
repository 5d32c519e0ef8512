"""Whole games in `tests/records`; each file's name says which rare thing happens in it."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import (
    CacaoHarvested,
    CacaoSold,
    DecidedBy,
    Event,
    FinalScoring,
    GameState,
    GoldMined,
    JungleFilled,
    LayTile,
    Space,
    SunTokensTaken,
    UseWorkers,
    WaterCarried,
    WorkersForgone,
    apply,
    neighbours,
    read_record,
    replay,
    score,
    to_act,
)
from engine.record import Record
from engine.record.reading import read_turn
from engine.scoring import score_temple

WORKERS_USED = (CacaoHarvested, CacaoSold, GoldMined, WaterCarried, SunTokensTaken)
RECORDS = Path(__file__).parents[1] / "records"


class Turn(NamedTuple):
    """One turn of a record, played: before it, the tile laid, what happened, after it."""

    before: GameState
    laid: LayTile
    events: tuple[Event, ...]
    after: GameState


Game = list[Turn]


def played(record: Record) -> Iterator[Turn]:
    """The record's turns, made anew with their events."""
    for index, (before, after) in enumerate(pairwise(replay(record).positions)):
        turn = read_turn(record.raw_turns[index], index, before.players)
        move = turn.laid._replace(jungle=turn.laid.jungle[:2])
        state, events = apply(before, turn.player, move)
        for seat in to_act(state) if state.awaits_workers else ():
            state, more = apply(state, seat, UseWorkers(turn.actions.get(seat, ())))
            events += more
        assert state == after
        yield Turn(before, move, events, after)


def to_fill(turn: Turn) -> list[Space]:
    """The empty jungle spaces beside the new tile that now touch two worker tiles (docs/rules.md §4 B)."""
    empty = [space for space in neighbours(turn.laid.at) if space not in turn.before.jungle]
    return [s for s in empty if sum(n in turn.after.workers for n in neighbours(s)) >= 2]


def filled(turn: Turn) -> list[JungleFilled]:
    return [event for event in turn.events if isinstance(event, JungleFilled)]


def decided_by(way: DecidedBy) -> Callable[[Game, FinalScoring], bool]:
    return lambda _, scoring: scoring.outcome.decided_by is way


def lapses(kind: type[Event]) -> Callable[[Game, FinalScoring], bool]:
    return lambda game, _: any(
        isinstance(event, kind) and getattr(event, "lapsed", 0) > 0 for turn in game for event in turn.events
    )


def three_spaces_with_a_drawn_tile(game: Game, _: FinalScoring) -> bool:
    return any([fill.drawn for fill in filled(turn)] == [False, False, True] for turn in game)


def fewer_tiles_than_spaces(game: Game, _: FinalScoring) -> bool:
    return any(0 < len(filled(turn)) < len(to_fill(turn)) and not turn.after.display for turn in game)


def a_display_with_one_tile(game: Game, _: FinalScoring) -> bool:
    return any(len(turn.before.display) == 1 and filled(turn) for turn in game)


def overbuilding(game: Game, _: FinalScoring) -> bool:
    return any(turn.laid.overbuild for turn in game) and any(
        tile.height == 2 for tile in game[-1].after.workers.values()
    )


def overbuilding_changes_a_temple(game: Game, _: FinalScoring) -> bool:
    return any(
        score_temple(turn.before, at).gold != score_temple(turn.after, at).gold
        for turn in game
        if turn.laid.overbuild
        for at in neighbours(turn.laid.at)
        if turn.before.jungle.get(at) == "temple"
    )


def somebody_forgoes_all(game: Game, _: FinalScoring) -> bool:
    """Some seat has activated workers this turn and uses none of them."""
    for turn in game:
        forgoing = {e.seat for e in turn.events if isinstance(e, WorkersForgone)}
        using = {e.seat for e in turn.events if isinstance(e, WORKERS_USED)}
        if forgoing - using:
            return True
    return False


RARE_THINGS: dict[str, Callable[[Game, FinalScoring], bool]] = {
    "won-by-gold": decided_by(DecidedBy.GOLD),
    "won-by-cacao": decided_by(DecidedBy.CACAO),
    "shared-win": decided_by(DecidedBy.SHARED),
    "negative-total": lambda _, scoring: min(scoring.gold) < 0,
    "three-spaces-at-once": three_spaces_with_a_drawn_tile,
    "fewer-tiles-than-spaces": fewer_tiles_than_spaces,
    "display-with-one-tile": a_display_with_one_tile,
    "overbuilding": overbuilding,
    "temple-after-overbuilding": overbuilding_changes_a_temple,
    "storage-full": lapses(CacaoHarvested),
    "sun-tokens-full": lapses(SunTokensTaken),
    "water-field-16": lapses(WaterCarried),
    "everything-forgone": somebody_forgoes_all,
}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_whole_game_replays_and_shows_what_its_name_says(path: Path) -> None:
    text = path.read_text()
    record = read_record(text)
    game = list(played(record))
    scoring = score(game[-1].after)
    assert game[-1].after.over
    stored = json.loads(text)["result"]
    assert stored == {"gold": list(scoring.gold), "winners": list(scoring.outcome.winners)}
    assert RARE_THINGS[path.stem](game, scoring)


def test_every_rare_thing_has_a_game() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} == set(RARE_THINGS)


def test_the_games_are_for_two_three_and_four_players() -> None:
    records = [read_record(path.read_text()) for path in RECORDS.glob("*.json")]
    assert {len(record.players) for record in records} == {2, 3, 4}
