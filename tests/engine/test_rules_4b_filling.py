"""docs/rules.md §4 B: fill jungle spaces."""

from collections.abc import Mapping

import pytest

from engine import Fill, IllegalMove, JungleFilled, Reason, Space, TileLaid
from tests.engine.positions import NEW, STARTING_TILES, TO_FILL, filling, lay, layings, position, tile

SOUTH_WEST, SOUTH_EAST, SOUTH = TO_FILL


def ways(display: list[str], spaces: int, pile: list[str] | None = None) -> set[frozenset[Fill]]:
    """How the active player may fill, whatever tile he lays."""
    state = filling(spaces, display=display, pile=pile or [])
    return {frozenset(move.jungle) for move in layings(state, NEW)}


def filled(before: Mapping[Space, str], after: Mapping[Space, str]) -> dict[Space, str]:
    return {at: code for at, code in after.items() if at not in before}


def test_a_space_that_touches_one_worker_tile_stays_empty() -> None:
    assert lay(position(), "1111", (0, 1)).state.jungle == STARTING_TILES


@pytest.mark.parametrize("owner", [0, 1], ids=["own", "another's"])
def test_a_space_that_touches_two_worker_tiles_of_anybody_is_filled(owner: int) -> None:
    after = lay(filling(1, owner), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    assert after.jungle[SOUTH_WEST] == "sun"


def test_it_must_be_filled() -> None:
    with pytest.raises(IllegalMove) as refused:
        lay(filling(1), "1111", NEW)
    assert refused.value.reason is Reason.LEFT_EMPTY


def test_for_one_space_the_player_takes_either_tile_of_the_display() -> None:
    assert ways(["water", "sun"], 1, ["mine-1"]) == {
        frozenset({Fill("water", SOUTH_WEST)}),
        frozenset({Fill("sun", SOUTH_WEST)}),
    }


def test_for_two_spaces_the_player_decides_which_tile_goes_where() -> None:
    assert ways(["water", "sun"], 2, ["mine-1"]) == {
        frozenset({Fill("water", SOUTH_WEST), Fill("sun", SOUTH_EAST)}),
        frozenset({Fill("sun", SOUTH_WEST), Fill("water", SOUTH_EAST)}),
    }


def test_two_equal_tiles_give_one_way_to_fill_two_spaces() -> None:
    assert len(ways(["water", "water"], 2)) == 1
    orders = [move.jungle for move in layings(filling(2, display=["sun", "sun"]), NEW)]
    assert len(set(orders)) == 1


def test_two_equal_display_tiles_are_both_placed() -> None:
    state = filling(2, display=["water", "water"])
    after = lay(state, "1111", NEW, 0, {SOUTH_EAST: "water", SOUTH_WEST: "water"}).state
    assert filled(state.jungle, after.jungle) == {SOUTH_WEST: "water", SOUTH_EAST: "water"}


@pytest.mark.parametrize("third", TO_FILL)
def test_of_three_spaces_the_one_the_player_leaves_gets_the_top_of_the_pile(third: Space) -> None:
    first, second = (space for space in TO_FILL if space != third)
    state = filling(3, pile=["mine-2", "temple"])
    after = lay(state, "1111", NEW, 0, {first: "sun", second: "water"}).state
    assert filled(state.jungle, after.jungle) == {first: "sun", second: "water", third: "mine-2"}
    assert (after.display, after.pile) == ((), ("temple",))


def test_the_third_tile_is_seen_before_anybody_acts() -> None:
    step = lay(filling(3), "1111", NEW, 0, {SOUTH: "sun", SOUTH_EAST: "water"})
    assert step.state.awaits_workers
    assert step.state.jungle[SOUTH_WEST] == "mine-1"
    assert step.events == (
        TileLaid(0, "1111", NEW, 0, False),
        JungleFilled(0, "sun", SOUTH, drawn=False),
        JungleFilled(0, "water", SOUTH_EAST, drawn=False),
        JungleFilled(0, "mine-1", SOUTH_WEST, drawn=True),
    )


def test_the_placement_is_committed_before_the_third_tile_is_drawn() -> None:
    """So the moves are the same whatever lies on top of the pile."""
    assert ways(["water", "sun"], 3, ["mine-1"]) == ways(["water", "sun"], 3, ["temple"])
    assert len(ways(["water", "sun"], 3, ["mine-1"])) == 6


def test_two_spaces_take_nothing_from_the_pile() -> None:
    after = lay(filling(2), "1111", NEW, 0, {SOUTH_WEST: "sun", SOUTH_EAST: "water"}).state
    assert after.pile == ("mine-1", "mine-2")


@pytest.mark.parametrize("empty", TO_FILL)
def test_with_two_tiles_left_for_three_spaces_the_player_chooses_which_stays_empty(
    empty: Space,
) -> None:
    first, second = (space for space in TO_FILL if space != empty)
    state = filling(3, pile=[])
    after = lay(state, "1111", NEW, 0, {first: "water", second: "sun"}).state
    assert filled(state.jungle, after.jungle) == {first: "water", second: "sun"}


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_a_display_of_one_tile_goes_on_whichever_space_the_player_chooses(spaces: int) -> None:
    expected = {frozenset({Fill("temple", space)}) for space in TO_FILL[:spaces]}
    assert ways(["temple"], spaces) == expected


@pytest.mark.parametrize(("display", "spaces"), [(["sun"], 2), (["sun"], 3), (["sun", "water"], 3)])
def test_all_the_tiles_that_are_left_must_be_placed(display: list[str], spaces: int) -> None:
    state = filling(spaces, display=display, pile=[])
    fewer = dict(zip(TO_FILL, display[1:], strict=False))
    with pytest.raises(IllegalMove) as refused:
        lay(state, "1111", NEW, 0, fewer)
    assert refused.value.reason is Reason.LEFT_EMPTY


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_without_tiles_nothing_is_filled(spaces: int) -> None:
    state = filling(spaces, display=[], pile=[])
    assert lay(state, "1111", NEW).state.jungle == state.jungle
    assert ways([], spaces) == {frozenset()}


def test_a_filled_space_does_not_set_off_another() -> None:
    """(-1, 1) touches two worker tiles, but the new tile does not touch it."""
    workers = {(0, 1): tile(1), (-1, 2): tile(1)}
    after = lay(position(workers=workers), "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    assert (-1, 1) not in after.jungle
    assert filled(STARTING_TILES, after.jungle) == {SOUTH_WEST: "sun"}


def test_the_display_is_not_refilled_before_the_end_of_the_turn() -> None:
    laid = lay(filling(1), "1111", NEW, 0, {SOUTH_WEST: "water"}).state
    assert laid.awaits_workers
    assert (laid.display, laid.pile) == (("sun",), ("mine-1", "mine-2"))
