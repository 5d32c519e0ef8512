"""docs/rules.md §6: overbuilding."""

import pytest

from engine import IllegalMove, Reason, TileLaid, Village, score
from tests.engine.positions import (
    STARTING_TILES,
    activated,
    filling,
    lay,
    layings,
    overbuilding,
    position,
    tile,
    use,
)


def test_for_a_sun_token_the_tile_is_laid_on_an_own_tile() -> None:
    step = lay(overbuilding(sun=2), "2101", (0, 1), 1, overbuild=True)
    assert step.state.workers[(0, 1)] == tile(0, "2101", 1, over=tile(0))
    assert step.state.workers[(0, 1)].height == 2
    assert step.state.villages[0].sun == 1
    assert step.state.hands[0] == ("1111", "3001")
    assert step.events == (TileLaid(0, "2101", (0, 1), 1, overbuild=True),)


def test_only_the_new_tile_s_workers_that_touch_a_jungle_tile_are_activated() -> None:
    laid = lay(overbuilding(), "1111", (0, 1), overbuild=True).state
    assert activated(laid, 0) == {((0, 1), "N"), ((0, 1), "E")}
    assert activated(laid, 1) == set()


def test_the_workers_below_are_out_of_play() -> None:
    """The new tile has nobody in the north, where the covered one had a worker."""
    laid = lay(overbuilding(), "3001", (0, 1), 2, overbuild=True).state
    assert activated(laid, 0) == {((0, 1), "E")}


def test_nothing_is_filled() -> None:
    state = overbuilding()
    assert lay(state, "1111", (0, 1), overbuild=True).state.jungle == state.jungle


def test_the_turn_ends_as_usual() -> None:
    laid = lay(overbuilding(), "1111", (0, 1), overbuild=True).state
    after = use(laid, 0, ((0, 1), "N", 1), ((0, 1), "E", 1)).state
    assert after.villages[0] == Village(gold=2)
    assert after.hands[0] == ("2101", "3001", "3100")
    assert (after.turn, after.active) == (1, 1)


def test_the_token_is_paid_before_the_workers_act_so_its_place_is_free_again() -> None:
    state = overbuilding(sun=3, jungle={**STARTING_TILES, (0, 0): "sun"})
    laid = lay(state, "1111", (0, 1), overbuild=True).state
    assert laid.villages[0].sun == 2
    assert use(laid, 0, ((0, 1), "N", 1)).state.villages[0].sun == 3


@pytest.mark.parametrize(
    ("display", "pile"),
    [(["sun"], []), (["sun", "water"], []), (["sun", "water"], ["temple"]), ([], ["temple"])],
)
def test_not_while_a_jungle_tile_is_left_on_the_display_or_in_the_pile(
    display: list[str], pile: list[str]
) -> None:
    state = position(workers={(0, 1): tile(0)}, villages=[Village(sun=3)], display=display, pile=pile)
    assert not any(move.overbuild for move in layings(state))
    with pytest.raises(IllegalMove) as refused:
        lay(state, "1111", (0, 1), overbuild=True)
    assert refused.value.reason is Reason.JUNGLE_TILES_REMAIN


def test_not_in_the_turn_that_takes_the_last_jungle_tile_but_in_the_next() -> None:
    state = filling(1, display=["temple"], pile=[], villages=[Village(sun=1), Village(sun=1)])
    assert not any(move.overbuild for move in layings(state))
    after = use(lay(state, "1111", (1, 2), 0, {(0, 2): "temple"}).state, 0).state
    assert after.active == 1
    assert {move.at for move in layings(after) if move.overbuild} == {(0, 1)}


def test_without_a_sun_token_the_player_places_as_usual() -> None:
    state = overbuilding(sun=0)
    assert {move.at for move in layings(state)} == {(-1, 0), (0, -1), (2, 1), (1, 2)}
    assert not any(move.overbuild for move in layings(state))


def test_another_player_s_token_does_not_pay() -> None:
    state = position(workers={(0, 1): tile(0)}, villages=[Village(), Village(sun=3)], display=[], pile=[])
    with pytest.raises(IllegalMove) as refused:
        lay(state, "1111", (0, 1), overbuild=True)
    assert refused.value.reason is Reason.NO_SUN_TOKEN


def test_with_a_token_the_player_may_still_place_on_an_empty_space() -> None:
    laid = lay(overbuilding(sun=1), "1111", (-1, 0)).state
    assert laid.villages[0].sun == 1
    assert laid.workers[(-1, 0)] == tile(0)


def test_only_own_tiles_are_listed() -> None:
    assert {move.at for move in layings(overbuilding()) if move.overbuild} == {(0, 1)}


def test_a_tile_that_overbuilt_another_is_not_overbuilt_again() -> None:
    stack = tile(0, "2101", 0, over=tile(0))
    state = position(workers={(0, 1): stack, (1, 0): tile(0)}, villages=[Village(sun=2)], display=[], pile=[])
    assert {move.at for move in layings(state) if move.overbuild} == {(1, 0)}
    with pytest.raises(IllegalMove) as refused:
        lay(state, "1111", (0, 1), overbuild=True)
    assert refused.value.reason is Reason.OVERBUILT_BEFORE


def test_several_tiles_may_be_overbuilt_once_each() -> None:
    state = position(
        workers={(0, 1): tile(0, over=tile(0)), (1, 0): tile(0)},
        villages=[Village(sun=1)],
        display=[],
        pile=[],
    )
    laid = lay(state, "1111", (1, 0), overbuild=True).state
    assert [worker.height for worker in laid.workers.values()] == [2, 2]


def test_at_a_temple_only_the_top_tile_counts() -> None:
    """Seat 0 covers its one worker in the north by a tile with three, then none there."""
    state = overbuilding(jungle={(0, 0): "temple", (1, 1): "market-2"})
    assert score(state).temples[0].workers == (1, 1)
    three = lay(state, "3001", (0, 1), overbuild=True).state
    assert score(three).temples[0].workers == (3, 1)
    none = lay(state, "3001", (0, 1), 2, overbuild=True).state
    assert score(none).temples[0].workers == (0, 1)
