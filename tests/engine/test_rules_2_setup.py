"""docs/rules.md §2: the starting position."""

import pytest

from engine import Owes, Village, deal, decks, new_game, to_act

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@PLAYERS
def test_everybody_starts_with_nothing_and_the_water_carrier_on_minus_ten(players: int) -> None:
    villages = new_game(players, b"seed").villages
    assert villages == (Village(gold=0, cacao=0, sun=0, water=0),) * players
    assert {village.water_value for village in villages} == {-10}


@PLAYERS
def test_the_top_three_worker_tiles_are_the_starting_hand(players: int) -> None:
    worker_decks, jungle_deck = decks(players, b"seed")
    state = deal(worker_decks, jungle_deck)
    assert state.hands == tuple(deck[:3] for deck in worker_decks)
    assert state.worker_decks == tuple(deck[3:] for deck in worker_decks)


@PLAYERS
def test_the_top_two_jungle_tiles_are_the_display(players: int) -> None:
    worker_decks, jungle_deck = decks(players, b"seed")
    state = deal(worker_decks, jungle_deck)
    assert state.display == jungle_deck[:2]
    assert state.pile == jungle_deck[2:]


@pytest.mark.parametrize(("players", "tiles"), [(2, 19), (3, 26), (4, 26)])
def test_so_many_jungle_tiles_are_shuffled(players: int, tiles: int) -> None:
    assert len(decks(players, b"seed")[1]) == tiles


@PLAYERS
def test_the_starting_tiles_lie_diagonal_to_each_other(players: int) -> None:
    state = new_game(players, b"seed")
    assert state.jungle == {(0, 0): "plantation-1", (1, 1): "market-2"}
    assert state.workers == {}


@PLAYERS
def test_seat_zero_starts_by_laying_a_tile(players: int) -> None:
    assert to_act(new_game(players, b"seed")) == {0: Owes.LAY_TILE}


def test_the_same_seed_deals_the_same_game_and_another_seed_another() -> None:
    assert new_game(3, b"seed") == new_game(3, b"seed")
    assert new_game(3, b"seed") != new_game(3, b"other seed")


def test_each_player_s_tiles_are_shuffled_on_their_own() -> None:
    worker_decks, _ = decks(4, b"seed")
    assert len(set(worker_decks)) == 4
