"""docs/rules.md §7: the end of the game and the scoring."""

from dataclasses import replace

import pytest

from engine import DecidedBy, GameEnded, GameState, PlacedWorker, Village, score, to_act
from tests.engine.positions import lay, position, tile, use, whole_game

AROUND_THE_TEMPLE = ((0, -1), (1, 0), (0, 1), (-1, 0))
CODES = {0: "3001", 1: "1111", 2: "2101", 3: "3001"}


def facing(seat: int, place: int, workers: int) -> PlacedWorker:
    """A tile with so many workers on the side towards the temple in the middle."""
    turned = (tile(seat, CODES[workers], rotation) for rotation in range(4))
    return next(t for t in turned if t.workers[(place + 2) % 4] == workers)


def at_the_temple(*strengths: int) -> GameState:
    """Each seat has one tile at the temple, with so many workers towards it."""
    tiles = (facing(seat, seat, workers) for seat, workers in enumerate(strengths))
    workers = dict(zip(AROUND_THE_TEMPLE, tiles, strict=False))
    return position(len(strengths), workers=workers, jungle={(0, 0): "temple"})


@pytest.mark.parametrize(
    ("workers", "gold"),
    [
        ((3, 2, 1, 0), (6, 3, 0, 0)),
        ((1, 3), (3, 6)),
        ((2, 2, 1), (3, 3, 0)),
        ((2, 2, 1, 1), (3, 3, 0, 0)),
        ((1, 1, 1), (2, 2, 2)),
        ((3, 3, 3, 1), (2, 2, 2, 0)),
        ((1, 1, 1, 1), (1, 1, 1, 1)),
        ((2, 1, 1), (6, 1, 1)),
        ((2, 1, 1, 1), (6, 1, 1, 1)),
        ((1, 2, 3, 2), (0, 1, 6, 1)),
        ((0, 2), (0, 6)),
        ((0, 1, 0, 0), (0, 6, 0, 0)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_a_temple_brings_six_and_three_gold_and_ties_share(
    workers: tuple[int, ...], gold: tuple[int, ...]
) -> None:
    (temple,) = score(at_the_temple(*workers)).temples
    assert (temple.workers, temple.gold) == (workers, gold)


def test_a_temple_nobody_stands_at_brings_nothing() -> None:
    (temple,) = score(position(jungle={(0, 0): "temple"})).temples
    assert (temple.workers, temple.gold) == ((0, 0), (0, 0))


def test_the_workers_of_all_a_player_s_tiles_at_the_temple_add_up() -> None:
    places = [(0, 1), (1, 3), (0, 1), (1, 1)]
    workers = {
        at: facing(seat, place, count)
        for place, (at, (seat, count)) in enumerate(zip(AROUND_THE_TEMPLE, places, strict=True))
    }
    (temple,) = score(position(workers=workers, jungle={(0, 0): "temple"})).temples
    assert temple.workers == (2, 4)


def test_only_the_side_that_touches_the_temple_counts() -> None:
    """Three workers look east, away from the temple; none looks at it."""
    state = position(workers={(1, 0): tile(0, "3001", 1)}, jungle={(0, 0): "temple"})
    assert score(state).temples[0].workers == (0, 0)


def test_each_temple_is_scored_by_itself() -> None:
    """Two at one temple and one at the other: 6 + 3, not three workers against two."""
    state = position(
        workers={(0, 1): tile(0, "2101", 0), (2, 1): tile(1)},
        jungle={(0, 0): "temple", (1, 1): "temple", (-3, 1): "temple"},
    )
    temples = score(state).temples
    assert [t.at for t in temples] == [(-3, 1), (0, 0), (1, 1)]
    assert [t.gold for t in temples] == [(0, 0), (6, 0), (3, 3)]
    assert score(state).gold == (-1, -7)


@pytest.mark.parametrize(("field", "gold"), list(enumerate([-10, -4, -1, 0, 2, 4, 7, 11, 16])))
def test_the_water_field_counts_plus_or_minus(field: int, gold: int) -> None:
    final = score(position(villages=[Village(gold=20, water=field)]))
    assert final.water == (gold, -10)
    assert final.gold == (20 + gold, -10)


def test_each_sun_token_is_worth_one_gold() -> None:
    final = score(position(villages=[Village(sun=3, water=3), Village(sun=1, water=3)]))
    assert (final.sun, final.gold) == ((3, 1), (3, 1))


def test_left_over_cacao_is_worth_nothing() -> None:
    final = score(position(villages=[Village(cacao=5, water=3), Village(gold=1, water=3)]))
    assert final.gold == (0, 1)
    assert final.outcome.winners == (1,)


def test_the_total_may_be_negative_and_still_win() -> None:
    final = score(position(villages=[Village(gold=2), Village(gold=3)]))
    assert final.gold == (-8, -7)
    assert (final.outcome.winners, final.outcome.decided_by) == ((1,), DecidedBy.GOLD)


def test_everything_adds_up() -> None:
    state = at_the_temple(2, 1)
    villages = (Village(gold=10, sun=2, water=5), Village(gold=7, sun=0, water=1))
    final = score(position(workers=state.workers, jungle=state.jungle, villages=villages))
    assert final.gold_before == (10, 7)
    assert final.gold == (10 + 6 + 2 + 4, 7 + 3 + 0 - 4)


@pytest.mark.parametrize(
    ("gold", "cacao", "winners", "decided_by"),
    [
        ((9, 8, 7), (0, 5, 5), (0,), DecidedBy.GOLD),
        ((9, 9, 7), (1, 2, 5), (1,), DecidedBy.CACAO),
        ((9, 9, 9), (4, 0, 3), (0,), DecidedBy.CACAO),
        ((9, 9, 7), (2, 2, 5), (0, 1), DecidedBy.SHARED),
        ((9, 9, 9), (3, 1, 3), (0, 2), DecidedBy.SHARED),
        ((9, 9, 9), (0, 0, 0), (0, 1, 2), DecidedBy.SHARED),
    ],
)
def test_most_gold_wins_then_most_cacao_then_the_win_is_shared(
    gold: tuple[int, ...], cacao: tuple[int, ...], winners: tuple[int, ...], decided_by: DecidedBy
) -> None:
    villages = [Village(gold=g, cacao=c) for g, c in zip(gold, cacao, strict=True)]
    outcome = score(position(3, villages=villages)).outcome
    assert (outcome.winners, outcome.decided_by) == (winners, decided_by)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_when_everybody_has_laid_the_last_tile(players: int) -> None:
    *earlier, final = whole_game(players)
    assert final.over
    assert to_act(final) == {}
    assert not any(state.over for state in earlier)
    assert not any((*final.hands, *final.worker_decks))
    laid = sum(worker.height for worker in final.workers.values())
    assert laid == final.turn


def last_tile(seat: int) -> GameState:
    """Seats before this one have laid their last tile; everybody else holds one."""
    before = position(3, hand=["1111"], deck=[], turn=27 + seat)
    hands = tuple(() if n < seat else hand for n, hand in enumerate(before.hands))
    return replace(before, hands=hands)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_round_is_finished(seat: int) -> None:
    after = use(lay(last_tile(seat), "1111", (0, 1)).state, seat).state
    assert not after.over
    assert after.hands[seat] == ()


def test_the_last_tile_s_workers_still_act_before_the_end() -> None:
    laid = lay(last_tile(2), "1111", (0, 1)).state
    assert not laid.over
    step = use(laid, 2, ((0, 1), "N", 1), ((0, 1), "E", 1))
    assert step.state.over
    assert step.state.villages[2].gold == 2
    assert step.events[-1] == GameEnded(turns=30)
