"""A position as plain JSON values, and its digest."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import (
    GameState,
    LayTile,
    apply,
    digest,
    dump_events,
    dump_state,
    legal_moves,
    load_events,
    load_state,
    new_game,
)
from engine.bots import greedy, random
from engine.bots.match import play_match
from tests.engine.positions import backwards


def positions(players: int, seed: bytes) -> Iterator[GameState]:
    """Every position of a game between bots."""
    _, moves = play_match(([greedy, random] * 2)[:players], seed)
    state = new_game(players, seed)
    yield state
    for seat, move in moves:
        state = apply(state, seat, move).state
        yield state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_comes_back_from_json(players: int) -> None:
    overbuilt = False
    for state in positions(players, b"stored"):
        again = load_state(json.loads(json.dumps(dump_state(state))))
        assert again == state
        assert digest(again) == digest(state)
        overbuilt |= any(tile.height == 2 for tile in again.workers.values())
    assert overbuilt


def test_a_position_that_came_back_has_the_same_legal_moves() -> None:
    for state in positions(2, b"moves"):
        again = load_state(json.loads(json.dumps(dump_state(state))))
        for seat in range(2):
            assert legal_moves(again, seat) == legal_moves(state, seat)


def test_different_positions_have_different_digests() -> None:
    states = list(positions(3, b"different"))
    assert len({digest(state) for state in states}) == len(states) > 50


def test_a_digest_tells_every_part_of_a_position() -> None:
    state = list(positions(2, b"part"))[8]
    village = replace(state.villages[1], gold=state.villages[1].gold + 1)
    others = [
        replace(state, villages=(state.villages[0], village)),
        replace(state, pile=state.pile[::-1]),
        replace(state, display=()),
        replace(state, hands=state.hands[::-1]),
        replace(state, worker_decks=state.worker_decks[::-1]),
        replace(state, turn=state.turn + 2),
        replace(state, jungle={**state.jungle, (8, 8): "water"}),
        replace(state, workers={}),
        replace(state, owed=((), ())),
    ]
    different = [other for other in others if other != state]
    assert len(different) >= 8
    assert len({digest(state), *map(digest, different)}) == len(different) + 1


def test_equal_positions_have_equal_digests_whatever_the_order_of_filling() -> None:
    compared = 0
    for state in positions(2, b"order"):
        for move in legal_moves(state, state.active):
            if isinstance(move, LayTile) and len(move.jungle) == 2:
                one = apply(state, state.active, move).state
                swapped = move._replace(jungle=move.jungle[::-1])
                other = apply(state, state.active, swapped).state
                if one == other:
                    compared += 1
                    assert digest(one) == digest(other)
    assert compared


def test_the_order_in_which_tiles_were_laid_is_no_part_of_the_digest() -> None:
    for state in positions(2, b"reversed"):
        other = replace(state, workers=backwards(state.workers), jungle=backwards(state.jungle))
        assert digest(other) == digest(state)


def test_a_digest_is_the_same_on_every_machine() -> None:
    assert digest(new_game(2, b"pinned")) == (
        "668270b090e4751510ea59c9bffc64503122f49797f14986af5a199f81e009cb"
    )


def test_the_events_of_a_whole_game_come_back_as_they_were() -> None:
    state = new_game(3, b"events")
    _, moves = play_match([random, random, random], b"events")
    for seat, move in moves:
        state, events = apply(state, seat, move)
        assert load_events(json.loads(json.dumps(dump_events(events)))) == events
