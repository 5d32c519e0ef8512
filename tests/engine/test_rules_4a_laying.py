"""docs/rules.md §4 A: place one worker tile."""

import pytest

from engine import IllegalMove, PlacedWorker, Reason, to_act
from tests.engine.positions import (
    NEW,
    filling,
    lay,
    layings,
    position,
    tile,
    whole_game,
)


def test_the_first_tile_goes_beside_one_of_the_starting_tiles() -> None:
    spaces = {move.at for move in layings(position())}
    assert spaces == {(0, 1), (1, 0), (-1, 0), (0, -1), (2, 1), (1, 2)}


def test_an_occupied_space_is_open_to_nobody() -> None:
    taken = position(workers={(0, 1): tile(0), (1, 0): tile(1)})
    assert {move.at for move in layings(taken)} == {(-1, 0), (0, -1), (2, 1), (1, 2)}


def test_a_tile_filled_this_turn_opens_spaces_in_the_next() -> None:
    state = lay(filling(1, display=["temple", "temple"]), "3001", NEW, 2, {(0, 2): "temple"}).state
    assert not layings(filling(1), (-1, 2))
    assert layings(state, (-1, 2))


@pytest.mark.parametrize("rotation", range(4))
def test_a_tile_is_laid_in_any_of_four_orientations(rotation: int) -> None:
    state = lay(position(), "3001", (0, 1), rotation).state
    assert state.workers == {(0, 1): PlacedWorker(0, "3001", rotation)}


def test_each_orientation_that_looks_different_is_listed_once() -> None:
    turned = [(move.worker, move.rotation) for move in layings(position(), (0, 1))]
    four = range(4)
    assert turned == [("1111", 0), *(("2101", r) for r in four), *(("3001", r) for r in four)]


def test_a_tile_that_looks_the_same_may_be_turned_all_the_same() -> None:
    assert lay(position(), "1111", (0, 1), 3).state.workers == {(0, 1): tile(0, "1111", 3)}


def test_the_tile_leaves_the_hand_and_only_one_of_two_equal_ones() -> None:
    state = lay(position(hand=["1111", "2101", "1111"]), "1111", (0, 1)).state
    assert sorted(state.hands[0]) == ["1111", "2101"]
    assert state.hands[1] == ("1111", "2101", "1111")


def test_only_tiles_of_the_hand_are_laid() -> None:
    with pytest.raises(IllegalMove) as refused:
        lay(position(hand=["1111"], deck=["2101"]), "2101", (0, 1))
    assert refused.value.reason is Reason.NOT_IN_HAND


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_always_a_space_for_the_tile(players: int) -> None:
    before_turns = [s for s in whole_game(players) if to_act(s) and not s.awaits_workers]
    assert all(any(not m.overbuild for m in layings(s)) for s in before_turns)
