"""docs/rules.md §4 C: which workers are activated, and how their players use them."""

from itertools import permutations

import pytest

from engine import IllegalMove, Owes, Reason, Village, WorkersForgone, to_act
from tests.engine.positions import NEW, TO_FILL, activated, at_work, filling, lay, position, tile, use

SOUTH_WEST, SOUTH_EAST, SOUTH = TO_FILL


def test_the_new_tile_s_workers_that_touch_a_jungle_tile_are_activated() -> None:
    laid = lay(position(), "1111", (0, 1)).state
    assert activated(laid, 0) == {((0, 1), "N"), ((0, 1), "E")}


def test_so_are_those_that_touch_a_tile_just_filled() -> None:
    laid = lay(filling(1), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    assert activated(laid, 0) == {(NEW, "N"), (NEW, "W")}


def test_a_side_without_workers_is_not_activated() -> None:
    laid = lay(position(), "3001", (0, 1)).state
    assert activated(laid, 0) == {((0, 1), "N")}


def test_an_earlier_tile_of_another_player_is_activated_only_where_a_space_was_filled() -> None:
    laid = lay(filling(1), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    assert activated(laid, 1) == {((0, 1), "S")}


def test_the_active_player_s_own_earlier_workers_are_activated_by_a_fill_too() -> None:
    laid = lay(filling(1, owner=0), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    assert activated(laid, 0) == {(NEW, "N"), (NEW, "W"), ((0, 1), "S")}
    after = use(laid, 0, ((0, 1), "S", 1), (NEW, "W", 1)).state
    assert after.villages[0].sun == 2


def test_earlier_workers_are_not_activated_by_a_tile_that_fills_nothing() -> None:
    laid = lay(position(workers={(0, 1): tile(1)}), "1111", (1, 0)).state
    assert activated(laid, 1) == set()


def test_the_third_tile_drawn_from_the_pile_activates_as_well() -> None:
    laid = lay(filling(3), "1111", NEW, 0, {SOUTH_WEST: "sun", SOUTH_EAST: "water"}).state
    assert (NEW, "S") in activated(laid, 0)
    assert activated(laid, 1) == {((0, 1), "S"), ((2, 1), "S"), ((1, 4), "N")}


def test_an_earlier_tile_that_touches_two_filled_spaces_is_activated_on_both_sides() -> None:
    state = position(workers={(0, 1): tile(1, "2101", 2)}, jungle={(-2, 2): "temple"})
    laid = lay(state, "1111", (-1, 2), 0, {(-1, 1): "sun", (0, 2): "water"}).state
    assert {(side.side, side.workers) for side in laid.owed[1]} == {("S", 2), ("W", 1)}


def test_a_temple_activates_nobody_so_the_turn_ends_at_once() -> None:
    state = position(workers={(0, 1): tile(1)}, jungle={(1, 1): "temple"}, display=["temple"] * 2)
    after = lay(state, "1111", NEW, 0, {SOUTH_WEST: "temple"}).state
    assert after.turn == 1
    assert to_act(after) == {1: Owes.LAY_TILE}


def test_only_players_with_an_activated_worker_have_to_act() -> None:
    laid = lay(filling(1, owner=2, players=4), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    assert to_act(laid) == {0: Owes.USE_WORKERS, 2: Owes.USE_WORKERS}


def test_another_player_may_be_the_only_one_to_act() -> None:
    """Seat 0's workers stand east and south, where no jungle tile is."""
    state = position(workers={(0, 1): tile(1)}, hand=["3100"])
    laid = lay(state, "3100", NEW, 1, {SOUTH_WEST: "sun"}).state
    assert to_act(laid) == {1: Owes.USE_WORKERS}


@pytest.mark.parametrize("used", [1, 2, 3])
def test_all_or_some_workers_of_a_side_are_used(used: int) -> None:
    step = use(at_work("mine-1", Village()), 0, ((-1, 0), "E", used))
    assert step.state.villages[0].gold == used
    left = [event.workers for event in step.events if isinstance(event, WorkersForgone)]
    assert sum(left) == 3 - used


def test_all_may_be_forgone() -> None:
    step = use(at_work("mine-1", Village(gold=4)), 0)
    assert step.state.villages[0] == Village(gold=4)
    assert step.events[0] == WorkersForgone(0, (-1, 0), "E", 3, "mine-1")
    assert step.state.turn == 1


def test_one_side_may_be_used_and_another_forgone() -> None:
    laid = lay(filling(1), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    step = use(laid, 0, (NEW, "W", 1))
    assert step.state.villages[0] == Village(sun=1)
    assert WorkersForgone(0, NEW, "N", 1, "market-2") in step.events


def test_the_player_chooses_the_order_of_the_sides() -> None:
    """With a full storage a harvest before the sale lapses, one after it does not."""
    laid = lay(position(villages=[Village(cacao=5)]), "1111", (0, 1)).state
    north, east = ((0, 1), "N", 1), ((0, 1), "E", 1)
    assert use(laid, 0, north, east).state.villages[0] == Village(gold=2, cacao=4)
    assert use(laid, 0, east, north).state.villages[0] == Village(gold=2, cacao=5)


def test_a_side_is_finished_before_the_next_is_begun() -> None:
    """Two workers at the market: not one sale, then the harvest, then the other sale."""
    laid = lay(position(villages=[Village(cacao=1)]), "2101", (0, 1), 1).state
    north, east = ((0, 1), "N", 1), ((0, 1), "E", 1)
    with pytest.raises(IllegalMove) as refused:
        use(laid, 0, east, north, east)
    assert refused.value.reason is Reason.SIDE_REPEATED


def test_each_side_comes_at_most_once_even_if_workers_are_left_on_it() -> None:
    with pytest.raises(IllegalMove) as refused:
        use(at_work("mine-1", Village()), 0, ((-1, 0), "E", 1), ((-1, 0), "E", 2))
    assert refused.value.reason is Reason.SIDE_REPEATED


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_players_involved_act_in_any_order_with_the_same_result(order: list[int]) -> None:
    workers = {(0, 1): tile(1), (2, 1): tile(2)}
    villages = [Village(cacao=1), Village(cacao=2), Village()]
    state = position(3, workers=workers, villages=villages, display=["market-3", "mine-1"])
    state = lay(state, "1111", NEW, 0, {SOUTH_WEST: "market-3", SOUTH_EAST: "mine-1"}).state
    uses = [(NEW, "W", 1)], [((0, 1), "S", 1)], [((2, 1), "S", 1)]
    for seat in order:
        assert state.turn == 0
        state = use(state, seat, *uses[seat]).state
    assert state.turn == 1
    assert state.villages == (Village(gold=3), Village(gold=3, cacao=1), Village(gold=1))


def test_one_player_s_use_does_not_touch_another_s_village() -> None:
    state = filling(1, villages=[Village(), Village(cacao=3)])
    laid = lay(state, "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    after = use(laid, 0, (NEW, "W", 1)).state
    assert after.villages[1] == Village(cacao=3)
    assert activated(after, 1) == activated(laid, 1)
