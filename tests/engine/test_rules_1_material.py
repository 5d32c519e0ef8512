"""docs/rules.md §1: what is in the box."""

from collections import Counter

import pytest

from engine import PlacedWorker, Village, new_game
from engine.material import COLORS
from tests.engine.positions import at_work, use, whole_game

ALL_JUNGLE = {
    "plantation-1": 6,
    "plantation-2": 2,
    "market-2": 2,
    "market-3": 4,
    "market-4": 1,
    "mine-1": 2,
    "mine-2": 1,
    "water": 3,
    "sun": 2,
    "temple": 5,
}
REMOVED_WITH_TWO = {"plantation-1": 2, "market-3": 1, "mine-1": 1, "water": 1, "sun": 1, "temple": 1}


@pytest.mark.parametrize(
    ("players", "removed", "total"),
    [(2, REMOVED_WITH_TWO, 21), (3, {}, 28), (4, {}, 28)],
)
def test_the_jungle_tiles_of_each_number_of_players(
    players: int, removed: dict[str, int], total: int
) -> None:
    state = new_game(players, b"seed")
    tiles = Counter([*state.jungle.values(), *state.display, *state.pile])
    assert tiles == Counter(ALL_JUNGLE) - Counter(removed)
    assert tiles.total() == total


@pytest.mark.parametrize(
    ("players", "tiles"),
    [
        (2, {"1111": 4, "2101": 5, "3001": 1, "3100": 1}),
        (3, {"1111": 3, "2101": 5, "3001": 1, "3100": 1}),
        (4, {"1111": 3, "2101": 4, "3001": 1, "3100": 1}),
    ],
)
def test_everybody_has_the_same_worker_tiles(players: int, tiles: dict[str, int]) -> None:
    state = new_game(players, b"seed")
    decks = [Counter(h + d) for h, d in zip(state.hands, state.worker_decks, strict=True)]
    assert decks == [Counter(tiles)] * players


@pytest.mark.parametrize(("players", "turns"), [(2, 22), (3, 30), (4, 36)])
def test_so_many_turns_are_played(players: int, turns: int) -> None:
    assert whole_game(players)[-1].turn == turns


def test_there_are_four_colours() -> None:
    assert COLORS == ("red", "purple", "white", "yellow")


@pytest.mark.parametrize(
    ("code", "rotation", "north_east_south_west"),
    [
        ("1111", 3, (1, 1, 1, 1)),
        ("2101", 0, (2, 1, 0, 1)),
        ("2101", 1, (1, 2, 1, 0)),
        ("2101", 2, (0, 1, 2, 1)),
        ("2101", 3, (1, 0, 1, 2)),
        ("3001", 0, (3, 0, 0, 1)),
        ("3001", 1, (1, 3, 0, 0)),
        ("3100", 0, (3, 1, 0, 0)),
        ("3100", 3, (1, 0, 0, 3)),
    ],
)
def test_the_digits_are_the_workers_clockwise_and_a_rotation_turns_them_clockwise(
    code: str, rotation: int, north_east_south_west: tuple[int, ...]
) -> None:
    assert PlacedWorker(0, code, rotation).workers == north_east_south_west


def test_the_two_tiles_with_three_workers_are_no_turned_copies_but_mirror_images() -> None:
    turned = {PlacedWorker(0, "3001", r).workers for r in range(4)}
    mirrored = {PlacedWorker(0, "3100", r).workers[::-1] for r in range(4)}
    assert PlacedWorker(0, "3100", 0).workers not in turned
    assert mirrored == turned


def test_the_water_track_has_nine_fields() -> None:
    village = Village()
    values = [village.water_value]
    for _ in range(8):
        village = use(at_work("water", village), 0, ((-1, 0), "E", 1)).state.villages[0]
        values.append(village.water_value)
    assert values == [-10, -4, -1, 0, 2, 4, 7, 11, 16]


def test_the_bank_is_unlimited() -> None:
    after = use(at_work("mine-2", Village(gold=10_000)), 0, ((-1, 0), "E", 3)).state
    assert after.villages[0].gold == 10_006


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_jungle_tile_appears_or_vanishes_in_a_game(players: int) -> None:
    totals = {len(state.jungle) + len(state.display) + len(state.pile) for state in whole_game(players)}
    assert totals == {21 if players == 2 else 28}
