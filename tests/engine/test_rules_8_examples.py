"""docs/rules.md §8: the worked examples of the rule texts."""

from engine import Village, score
from tests.engine.positions import lay, position, tile, use


def test_yellow_harvests_and_sells_for_three_and_red_sells_too() -> None:
    """§8, first example: a new market activates yellow's new tile and red's older worker."""
    yellow, red = 0, 1
    state = position(
        workers={(0, 1): tile(red)},
        jungle={(1, 1): "plantation-1", (0, 0): "market-2"},
        villages=[Village(), Village(cacao=1)],
        display=["market-3", "temple"],
    )
    state = lay(state, "1111", (1, 2), 0, {(0, 2): "market-3"}).state
    state = use(state, yellow, ((1, 2), "N", 1), ((1, 2), "W", 1)).state
    state = use(state, red, ((0, 1), "S", 1)).state
    assert state.villages == (Village(gold=3), Village(gold=3))


def test_red_overbuilds_and_gets_eight_gold_and_one_field_of_water() -> None:
    """§8, second example: double plantation, then market 4 with two workers, then water."""
    red = 0
    state = position(
        workers={(0, 1): tile(red)},
        jungle={(0, 0): "plantation-2", (1, 1): "market-4", (0, 2): "water"},
        villages=[Village(sun=1)],
        display=[],
        pile=[],
    )
    state = lay(state, "2101", (0, 1), 1, overbuild=True).state
    step = use(state, red, ((0, 1), "N", 1), ((0, 1), "E", 2), ((0, 1), "S", 1))
    assert step.state.villages[red] == Village(gold=8, cacao=0, sun=0, water=1)


def test_yellow_and_red_share_the_first_place_at_a_temple_and_purple_gets_nothing() -> None:
    """§8, third example: Yellow 2, Red 2, Purple 1."""
    yellow, red, purple = range(3)
    workers = {
        (0, -1): tile(yellow, "2101", 2),
        (1, 0): tile(red, "2101", 3),
        (0, 1): tile(purple, "1111"),
    }
    (temple,) = score(position(3, workers=workers, jungle={(0, 0): "temple"})).temples
    assert temple.workers == (2, 2, 1)
    assert temple.gold == (3, 3, 0)
