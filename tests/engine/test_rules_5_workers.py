"""docs/rules.md §5: what a used worker does."""

from itertools import permutations, product

import pytest

from engine import (
    Action,
    ActiveSide,
    CacaoHarvested,
    CacaoSold,
    IllegalMove,
    Reason,
    SunTokensTaken,
    UseWorkers,
    Village,
    WaterCarried,
    apply,
    best_order,
    forced,
    legal_moves,
)
from tests.engine.positions import NEW, at_work, filling, lay, position, use

EAST = (-1, 0), "E"


@pytest.mark.parametrize(
    ("jungle_tile", "before", "used", "after"),
    [
        ("plantation-1", Village(), 2, Village(cacao=2)),
        ("plantation-2", Village(), 2, Village(cacao=4)),
        ("plantation-1", Village(cacao=3), 3, Village(cacao=5)),
        ("plantation-2", Village(cacao=4), 1, Village(cacao=5)),
        ("plantation-2", Village(cacao=5), 3, Village(cacao=5)),
        ("market-2", Village(cacao=2), 1, Village(cacao=1, gold=2)),
        ("market-3", Village(cacao=5), 3, Village(cacao=2, gold=9)),
        ("market-4", Village(cacao=3, gold=1), 3, Village(gold=13)),
        ("mine-1", Village(), 3, Village(gold=3)),
        ("mine-2", Village(gold=1), 3, Village(gold=7)),
        ("water", Village(), 3, Village(water=3)),
        ("water", Village(water=7), 3, Village(water=8)),
        ("water", Village(water=8), 1, Village(water=8)),
        ("sun", Village(), 2, Village(sun=2)),
        ("sun", Village(sun=2), 3, Village(sun=3)),
        ("sun", Village(sun=3), 1, Village(sun=3)),
    ],
)
def test_each_worker_used_has_its_effect(
    jungle_tile: str, before: Village, used: int, after: Village
) -> None:
    assert use(at_work(jungle_tile, before), 0, (*EAST, used)).state.villages[0] == after


def test_cacao_above_five_in_storage_lapses() -> None:
    step = use(at_work("plantation-2", Village(cacao=2)), 0, (*EAST, 3))
    assert step.events[0] == CacaoHarvested(0, *EAST, cacao=3, lapsed=3)


def test_sun_tokens_above_three_lapse() -> None:
    step = use(at_work("sun", Village(sun=1)), 0, (*EAST, 3))
    assert step.events[0] == SunTokensTaken(0, *EAST, tokens=2, lapsed=1)


def test_on_sixteen_the_water_carrier_stays_and_further_steps_lapse() -> None:
    step = use(at_work("water", Village(water=6)), 0, (*EAST, 3))
    assert step.events[0] == WaterCarried(0, *EAST, fields=2, lapsed=1, value=16)


@pytest.mark.parametrize(("cacao", "used"), [(0, 1), (1, 2), (2, 3)])
def test_without_cacao_a_worker_at_the_market_cannot_be_used(cacao: int, used: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        use(at_work("market-3", Village(cacao=cacao)), 0, (*EAST, used))
    assert refused.value.reason is Reason.NO_CACAO


def test_a_temple_is_no_action() -> None:
    state = position(jungle={(0, 0): "temple", (1, 1): "mine-1"})
    laid = lay(state, "1111", (0, 1)).state
    with pytest.raises(IllegalMove) as refused:
        use(laid, 0, ((0, 1), "N", 1))
    assert refused.value.reason is Reason.AT_A_TEMPLE


def test_cacao_harvested_this_turn_can_be_sold_this_turn() -> None:
    laid = lay(position(), "1111", (0, 1)).state
    step = use(laid, 0, ((0, 1), "N", 1), ((0, 1), "E", 1))
    assert step.state.villages[0] == Village(gold=2)
    assert step.events[1] == CacaoSold(0, (0, 1), "E", cacao=1, price=2)


def test_but_not_before_it_is_harvested() -> None:
    laid = lay(position(), "1111", (0, 1)).state
    with pytest.raises(IllegalMove) as refused:
        use(laid, 0, ((0, 1), "E", 1), ((0, 1), "N", 1))
    assert refused.value.reason is Reason.NO_CACAO


NORTH_SIDE = ActiveSide((0, 1), "N", 1, "plantation-1")
EAST_SIDE = ActiveSide((0, 1), "E", 1, "market-2")
HARVEST, SALE = Action((0, 1), "N", 1), Action((0, 1), "E", 1)


@pytest.mark.parametrize(("cacao", "order"), [(0, (HARVEST, SALE)), (5, (SALE, HARVEST))])
def test_the_best_order_sells_what_is_harvested_but_makes_room_in_a_full_storage_first(
    cacao: int, order: tuple[Action, ...]
) -> None:
    assert best_order(cacao, (NORTH_SIDE, EAST_SIDE), {EAST_SIDE: 1}) == UseWorkers(order)


def test_there_is_no_best_order_for_sales_that_cannot_be_done() -> None:
    assert best_order(0, (EAST_SIDE,), {EAST_SIDE: 1}) is None


SIDES = (
    ActiveSide((0, 1), "N", 2, "plantation-2"),
    ActiveSide((0, 1), "E", 3, "plantation-1"),
    ActiveSide((0, 1), "S", 3, "market-3"),
    ActiveSide((0, 1), "W", 2, "market-4"),
)


def left_in_storage(cacao: int, steps: tuple[int, ...]) -> int:
    """The cacao after these harvests (+) and sales (-) in this order; -1 if it cannot be done."""
    for step in steps:
        cacao = min(cacao + step, 5)
        if cacao < 0:
            return -1
    return cacao


@pytest.mark.parametrize("cacao", range(6))
def test_no_other_order_leaves_more_cacao_than_the_best_one(cacao: int) -> None:
    change = {"N": 4, "E": 3}
    for south, west in product(range(4), range(3)):
        sold = {SIDES[2]: south, SIDES[3]: west}
        most = max(left_in_storage(cacao, p) for p in permutations((4, 3, -south, -west)))
        order = best_order(cacao, SIDES, sold)
        done = order.actions if order else [Action((0, 1), "S", 6)]
        steps = tuple(change.get(a.side, -a.workers) for a in done)
        assert left_in_storage(cacao, steps) == most


def test_there_is_one_move_for_each_number_of_cacao_sold() -> None:
    moves = legal_moves(at_work("market-3", Village(cacao=2)), 0)
    assert moves == [UseWorkers((Action(*EAST, 2),)), UseWorkers((Action(*EAST, 1),)), UseWorkers()]


@pytest.mark.parametrize("jungle_tile", ["plantation-1", "mine-2", "water", "sun"])
def test_nothing_is_to_decide_where_nothing_can_be_sold(jungle_tile: str) -> None:
    assert forced(at_work(jungle_tile, Village()), 0) == UseWorkers((Action(*EAST, 3),))


def test_nothing_is_to_decide_at_a_market_without_cacao() -> None:
    assert forced(at_work("market-4", Village()), 0) == UseWorkers()


@pytest.mark.parametrize("cacao", [0, 1])
def test_a_possible_sale_is_for_the_player_to_decide(cacao: int) -> None:
    laid = lay(position(villages=[Village(cacao=cacao)]), "1111", (0, 1)).state
    assert forced(laid, 0) is None


def test_nothing_is_forced_on_one_who_owes_nothing() -> None:
    assert forced(position(), 0) is None
    laid = lay(position(), "1111", (0, 1)).state
    assert forced(laid, 1) is None


@pytest.mark.parametrize(("seat", "sold"), [(0, [3, 2, 2, 2, 1, 1, 1, 0]), (1, [2, 1, 1, 0])])
def test_every_split_of_sales_among_the_markets_is_listed_and_can_be_made(seat: int, sold: list[int]) -> None:
    villages = [Village(cacao=4), Village(cacao=1)]
    state = filling(3, villages=villages, display=["plantation-2", "market-4"], pile=["market-3"])
    laid = lay(state, "1111", NEW, 0, {(0, 2): "market-4", (2, 2): "plantation-2"}).state
    steps = [apply(laid, seat, move) for move in legal_moves(laid, seat)]
    sales = [sum(e.cacao for e in s.events if isinstance(e, CacaoSold)) for s in steps]
    assert sorted(sales, reverse=True) == sold
