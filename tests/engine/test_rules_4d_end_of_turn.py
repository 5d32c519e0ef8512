"""docs/rules.md §4, the end of the turn."""

import pytest

from engine import GameState, Owes, TurnEnded, Village, to_act
from tests.engine.positions import HAND, NEW, TO_FILL, filling, lay, position, tile, use, whole_game

SOUTH_WEST, SOUTH_EAST, SOUTH = TO_FILL


def two_to_act(pile: tuple[str, ...] = ("mine-1", "mine-2")) -> GameState:
    """Seat 0 has laid a tile that activates its own and seat 1's workers."""
    return lay(filling(1, pile=pile), "1111", NEW, 0, {SOUTH_WEST: "water"}).state


def test_the_active_player_draws_one_worker_tile_and_nobody_else_does() -> None:
    state = position(deck=["3100", "1111"])
    after = use(lay(state, "2101", (0, 1)).state, 0).state
    assert after.hands == (("1111", "3001", "3100"), HAND)
    assert after.worker_decks == (("1111",), ("3100", "1111"))


def test_without_a_tile_to_draw_the_hand_shrinks() -> None:
    after = use(lay(position(deck=[]), "2101", (0, 1)).state, 0).state
    assert after.hands[0] == ("1111", "3001")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_the_last_three_rounds_the_hands_shrink_from_three_to_none(players: int) -> None:
    game = whole_game(players)
    last = game[-1].turn
    sizes = {s.turn: len(s.hands[s.active]) for s in game if not s.awaits_workers}
    assert [sizes[turn] for turn in range(last - 4 * players, last + 1, players)] == [3, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("pile", "display", "left"),
    [
        (("mine-1", "mine-2"), ("sun", "mine-1"), ("mine-2",)),
        (("mine-1",), ("sun", "mine-1"), ()),
        ((), ("sun",), ()),
    ],
)
def test_the_display_is_refilled_to_two_as_far_as_the_pile_reaches(
    pile: tuple[str, ...], display: tuple[str, ...], left: tuple[str, ...]
) -> None:
    step = use(use(two_to_act(pile), 0).state, 1)
    assert (step.state.display, step.state.pile) == (display, left)
    assert step.events[-1] == TurnEnded(0, 0, display[1:])


def test_an_empty_display_gets_the_one_tile_that_is_left() -> None:
    laid = lay(filling(2, pile=["temple"]), "1111", NEW, 0, {SOUTH_WEST: "sun", SOUTH_EAST: "water"}).state
    after = use(use(laid, 0).state, 1).state
    assert (after.display, after.pile) == (("temple",), ())


def test_an_unused_display_stays_as_it_is() -> None:
    after = use(lay(position(), "1111", (0, 1)).state, 0).state
    assert (after.display, after.pile) == (("water", "sun"), ("mine-1", "mine-2"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_left_neighbour_is_next_and_after_the_last_the_first(players: int) -> None:
    order = [next(iter(to_act(s))) for s in whole_game(players)[:-1] if not s.awaits_workers]
    assert order == [turn % players for turn in range(len(order))]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_the_turn_is_not_over_until_everybody_involved_has_acted(first: int, second: int) -> None:
    between = use(two_to_act(), first).state
    assert to_act(between) == {second: Owes.USE_WORKERS}
    assert (between.turn, between.display) == (0, ("sun",))
    assert between.hands[0] == ("2101", "3001")
    after = use(between, second).state
    assert to_act(after) == {1: Owes.LAY_TILE}
    assert (after.turn, after.display) == (1, ("sun", "mine-1"))
    assert after.hands[0] == ("2101", "3001", "3100")


def test_the_next_player_sees_the_results() -> None:
    state = position(3, workers={(0, 1): tile(2)}, villages=[Village()] * 3)
    laid = lay(state, "1111", NEW, 0, {SOUTH_WEST: "sun"}).state
    after = use(use(laid, 0, (NEW, "W", 1)).state, 2, ((0, 1), "S", 1)).state
    assert to_act(after) == {1: Owes.LAY_TILE}
    assert [village.sun for village in after.villages] == [1, 0, 1]
