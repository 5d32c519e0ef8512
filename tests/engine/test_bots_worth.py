"""What a laying is worth to the bots at once, and how a game that is over counts in a playout."""

import pytest

from engine import Fill, GameState, LayTile, Village, score
from engine.bots.laying import valued_layings
from engine.bots.planner import playout
from engine.bots.worth import CACAO, GOLD, SUN, TEMPLE_WORKER
from tests.engine.positions import NEW, WEST, overbuilding, position, tile

FRUIT, TOKEN = CACAO[-1], SUN[-1]
THREE_EAST = LayTile("3001", WEST, 1)
NORTH_UNMANNED = LayTile("3001", (0, 1), 2, (), overbuild=True)


def worth(state: GameState, laying: LayTile) -> int:
    (value,) = (value for value, listed in valued_layings(state) if listed == laying)
    return value


def worth_of_three_at(jungle_tile: str, village: Village) -> int:
    """What three workers there bring, beside three who only lapse."""
    idle = position(jungle={(0, 0): "water"}, villages=[Village(water=8)])
    state = position(jungle={(0, 0): jungle_tile}, villages=[village])
    return worth(state, THREE_EAST) - worth(idle, THREE_EAST)


@pytest.mark.parametrize(
    ("jungle_tile", "village", "expected"),
    [
        ("mine-1", Village(), 3 * GOLD),
        ("mine-2", Village(), 6 * GOLD),
        ("water", Village(), 10 * GOLD),
        ("water", Village(water=7), 5 * GOLD),
        ("sun", Village(), 3 * TOKEN),
        ("sun", Village(sun=2), TOKEN),
        ("sun", Village(sun=3), 0),
        ("plantation-1", Village(), 3 * FRUIT),
        ("plantation-1", Village(cacao=4), FRUIT),
        ("plantation-2", Village(), 5 * FRUIT),
        ("plantation-2", Village(cacao=5), 0),
        ("market-3", Village(), 0),
        ("market-3", Village(cacao=2), 2 * (3 * GOLD - FRUIT)),
        ("market-4", Village(cacao=5), 3 * (4 * GOLD - FRUIT)),
        ("temple", Village(), 6 * GOLD + 3 * TEMPLE_WORKER),
    ],
)
def test_workers_are_worth_what_they_bring_as_far_as_there_is_room(
    jungle_tile: str, village: Village, expected: int
) -> None:
    assert worth_of_three_at(jungle_tile, village) == expected


def test_what_the_others_gain_by_a_fill_counts_against_it() -> None:
    laying = LayTile("1111", NEW, 0, (Fill("mine-2", (0, 2)),))
    looking, turned_away = (
        position(workers={(0, 1): tile(1, "3001", rotation)}, display=["mine-2"]) for rotation in (2, 0)
    )
    assert worth(looking, laying) == worth(turned_away, laying) - 3 * 2 * GOLD


def test_overbuilding_costs_what_the_covered_workers_hold_at_a_temple() -> None:
    """Seat 0 gives up a tie of one worker each: 3 gold fewer, and 3 more for seat 1."""
    contested = overbuilding(jungle={(0, 0): "temple", (1, 1): "market-2"})
    elsewhere = overbuilding(jungle={(1, 1): "market-2"})
    lost = 6 * GOLD + TEMPLE_WORKER
    assert worth(contested, NORTH_UNMANNED) == worth(elsewhere, NORTH_UNMANNED) - lost


def test_overbuilding_costs_a_sun_token() -> None:
    lapsing = {(1, 1): "water"}
    full = [Village(sun=1, water=8)]
    state = position(workers={(0, 1): tile(0)}, jungle=lapsing, villages=full, display=[], pile=[])
    assert worth(state, NORTH_UNMANNED) == -TOKEN


@pytest.mark.parametrize(("lead", "counted"), [(1, 1), (20, 20), (40, 25)])
def test_a_playout_counts_the_lead_up_to_a_bound_and_more_for_a_win(lead: int, counted: int) -> None:
    over = position(villages=[Village(gold=lead), Village()], hand=[], deck=[])
    assert score(over).outcome.winners == (0,)
    assert (playout(over, 0), playout(over, 1)) == (counted + 12, -counted)
