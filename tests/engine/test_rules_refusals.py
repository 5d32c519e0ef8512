"""Every refusal of a move or a deal, and that it leaves the position as it was."""

from typing import NamedTuple

import pytest

from engine import (
    Action,
    Fill,
    GameState,
    IllegalMove,
    LayTile,
    Move,
    Reason,
    UseWorkers,
    Village,
    apply,
    deal,
    decks,
    dump_state,
)
from engine.wording import REFUSALS
from tests.engine.positions import (
    NEW,
    at_work,
    filling,
    lay,
    overbuilding,
    position,
    tile,
    use,
    whole_game,
)

OF_RECORDS = {
    Reason.NOT_THE_DRAWN_TILE,
    Reason.WRONG_RESULT,
    Reason.RESULT_TOO_EARLY,
    Reason.MALFORMED,
}
OF_THE_DEAL = {Reason.WRONG_DECK}


class Case(NamedTuple):
    reason: Reason
    state: GameState
    seat: int
    move: Move


def fill(*fills: tuple[str, tuple[int, int]]) -> LayTile:
    return LayTile("1111", NEW, 0, tuple(Fill(*one) for one in fills))


def over(at: tuple[int, int], *fills: Fill) -> LayTile:
    return LayTile("1111", at, 0, fills, overbuild=True)


def uses(*actions: tuple[tuple[int, int], str, int]) -> UseWorkers:
    return UseWorkers(tuple(Action(*action) for action in actions))


TO_USE = lay(position(), "2101", (0, 1), 1).state
"""Seat 0 owes: one worker N at the plantation, two E at the market."""
BOTH_TO_USE = lay(filling(1), "1111", NEW, 0, {(0, 2): "sun"}).state
AFTER_MINE = use(BOTH_TO_USE, 0).state
AT_TEMPLE = lay(position(jungle={(0, 0): "temple", (1, 1): "mine-1"}), "1111", (0, 1)).state
MINE = at_work("mine-1", Village())
STACK = position(workers={(0, 1): tile(0, over=tile(0))}, villages=[Village(sun=1)], display=[], pile=[])
JUNGLE_LEFT = position(workers={(0, 1): tile(0)}, villages=[Village(sun=1)])
OVER = whole_game(2)[-1]
FIRST = LayTile("1111", (0, 1), 0)

CASES = {
    "laying in another's turn": Case(Reason.WRONG_PLAYER, position(), 1, FIRST),
    "laying for a seat that is none": Case(Reason.WRONG_PLAYER, position(), 2, FIRST),
    "laying twice": Case(Reason.TURN_NOT_OVER, TO_USE, 0, LayTile("1111", (1, 0), 0)),
    "laying before all have acted": Case(Reason.TURN_NOT_OVER, AFTER_MINE, 1, LayTile("1111", (1, 0), 0)),
    "using before laying": Case(Reason.NOTHING_OWED, position(), 0, UseWorkers()),
    "using without activated workers": Case(Reason.NOTHING_OWED, TO_USE, 1, UseWorkers()),
    "using twice": Case(Reason.NOTHING_OWED, AFTER_MINE, 0, UseWorkers()),
    "using for a seat that is none": Case(Reason.NOTHING_OWED, TO_USE, 2, UseWorkers()),
    "using for a negative seat": Case(Reason.NOTHING_OWED, TO_USE, -2, UseWorkers()),
    "laying after the end": Case(Reason.GAME_OVER, OVER, 0, FIRST),
    "using after the end": Case(Reason.GAME_OVER, OVER, 0, UseWorkers()),
    "a tile of the deck": Case(Reason.NOT_IN_HAND, position(), 0, LayTile("3100", (0, 1), 0)),
    "a tile there is not": Case(Reason.NOT_IN_HAND, position(), 0, LayTile("4000", (0, 1), 0)),
    "four quarter turns": Case(Reason.NOT_A_ROTATION, position(), 0, LayTile("1111", (0, 1), 4)),
    "turned back": Case(Reason.NOT_A_ROTATION, position(), 0, LayTile("1111", (0, 1), -1)),
    "a jungle space": Case(Reason.NOT_A_WORKER_SPACE, position(), 0, LayTile("1111", (0, 2), 0)),
    "overbuilding a jungle space": Case(Reason.NOT_A_WORKER_SPACE, overbuilding(), 0, over((0, 0))),
    "an own tile there": Case(Reason.OCCUPIED, overbuilding(), 0, FIRST),
    "another's tile there": Case(Reason.OCCUPIED, overbuilding(), 0, LayTile("1111", (1, 0), 0)),
    "far from the jungle": Case(Reason.NOT_TOUCHING_JUNGLE, position(), 0, LayTile("1111", (3, 2), 0)),
    "beside a worker tile's empty space only": Case(
        Reason.NOT_TOUCHING_JUNGLE, filling(1), 0, LayTile("1111", (0, 3), 0)
    ),
    "overbuilding too early": Case(Reason.JUNGLE_TILES_REMAIN, JUNGLE_LEFT, 0, over((0, 1))),
    "overbuilding for nothing": Case(Reason.NO_SUN_TOKEN, overbuilding(sun=0), 0, over((0, 1))),
    "overbuilding an empty space": Case(Reason.NOTHING_TO_OVERBUILD, overbuilding(), 0, over((2, 1))),
    "overbuilding another's tile": Case(Reason.NOT_OWN_TILE, overbuilding(), 0, over((1, 0))),
    "overbuilding twice": Case(Reason.OVERBUILT_BEFORE, STACK, 0, over((0, 1))),
    "filling when overbuilding": Case(
        Reason.NEED_NOT_BE_FILLED, overbuilding(), 0, over((0, 1), Fill("sun", (0, 2)))
    ),
    "a tile of the pile": Case(Reason.NOT_ON_DISPLAY, filling(1), 0, fill(("mine-1", (0, 2)))),
    "one display tile twice": Case(
        Reason.NOT_ON_DISPLAY, filling(2), 0, fill(("sun", (0, 2)), ("sun", (2, 2)))
    ),
    "naming the drawn tile": Case(
        Reason.NOT_ON_DISPLAY,
        filling(3),
        0,
        fill(("sun", (0, 2)), ("water", (2, 2)), ("mine-1", (1, 3))),
    ),
    "a space beside one tile only": Case(Reason.NEED_NOT_BE_FILLED, filling(1), 0, fill(("sun", (2, 2)))),
    "a jungle tile on a jungle tile": Case(Reason.NEED_NOT_BE_FILLED, filling(1), 0, fill(("sun", (1, 1)))),
    "a jungle tile on a worker space": Case(Reason.NEED_NOT_BE_FILLED, filling(1), 0, fill(("sun", (2, 3)))),
    "two tiles on one space": Case(
        Reason.NEED_NOT_BE_FILLED, filling(1), 0, fill(("sun", (0, 2)), ("water", (0, 2)))
    ),
    "filling nothing": Case(Reason.LEFT_EMPTY, filling(1), 0, fill()),
    "filling one of two": Case(Reason.LEFT_EMPTY, filling(2), 0, fill(("sun", (0, 2)))),
    "filling one of three": Case(Reason.LEFT_EMPTY, filling(3), 0, fill(("sun", (0, 2)))),
    "a side that touches nothing": Case(Reason.NOT_ACTIVATED, MINE, 0, uses(((-1, 0), "N", 1))),
    "an earlier side": Case(Reason.NOT_ACTIVATED, BOTH_TO_USE, 1, uses(((0, 1), "N", 1))),
    "another's side": Case(Reason.NOT_ACTIVATED, BOTH_TO_USE, 1, uses((NEW, "W", 1))),
    "a side there is not": Case(Reason.NOT_ACTIVATED, MINE, 0, uses(((-1, 0), "X", 1))),
    "an empty space": Case(Reason.NOT_ACTIVATED, MINE, 0, uses(((9, 9), "N", 1))),
    "at a temple": Case(Reason.AT_A_TEMPLE, AT_TEMPLE, 0, uses(((0, 1), "N", 1))),
    "a side used up and again": Case(
        Reason.SIDE_REPEATED, MINE, 0, uses(((-1, 0), "E", 3), ((-1, 0), "E", 1))
    ),
    "a side used in part and again": Case(
        Reason.SIDE_REPEATED, MINE, 0, uses(((-1, 0), "E", 1), ((-1, 0), "E", 1))
    ),
    "no worker": Case(Reason.WRONG_WORKER_COUNT, MINE, 0, uses(((-1, 0), "E", 0))),
    "fewer than none": Case(Reason.WRONG_WORKER_COUNT, MINE, 0, uses(((-1, 0), "E", -1))),
    "one worker more than stands there": Case(Reason.WRONG_WORKER_COUNT, TO_USE, 0, uses(((0, 1), "N", 2))),
    "too many workers": Case(Reason.WRONG_WORKER_COUNT, MINE, 0, uses(((-1, 0), "E", 4))),
    "selling nothing": Case(Reason.NO_CACAO, TO_USE, 0, uses(((0, 1), "E", 1))),
    "selling more than was harvested": Case(
        Reason.NO_CACAO, TO_USE, 0, uses(((0, 1), "N", 1), ((0, 1), "E", 2))
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_move_is_refused_and_the_position_is_unchanged(case: Case) -> None:
    before = dump_state(case.state)
    with pytest.raises(IllegalMove) as refused:
        apply(case.state, case.seat, case.move)
    assert refused.value.reason is case.reason
    assert dump_state(case.state) == before


def test_every_reason_a_move_can_be_refused_for_is_provoked() -> None:
    assert {case.reason for case in CASES.values()} == set(Reason) - OF_RECORDS - OF_THE_DEAL


TWO, THREE = decks(2, b"seed"), decks(3, b"seed")
WRONG_DECKS = {
    "one player": (TWO[0][:1], TWO[1]),
    "five players": (decks(4, b"seed")[0] + THREE[0][:1], THREE[1]),
    "nobody": ((), TWO[1]),
    "a jungle tile too few": (TWO[0], TWO[1][1:]),
    "a jungle tile too many": (TWO[0], (*TWO[1], "temple")),
    "the starting tiles left in": (TWO[0], (*TWO[1], "plantation-1", "market-2")),
    "the jungle of three players for two": (TWO[0], THREE[1]),
    "the jungle of two players for three": (THREE[0], TWO[1]),
    "the worker tiles of three players for two": (THREE[0][:2], TWO[1]),
    "one worker tile exchanged": ((TWO[0][0], ("1111", *sorted(TWO[0][1])[:-1])), TWO[1]),
    "an unknown jungle tile": (TWO[0], ("volcano", *TWO[1][1:])),
}


@pytest.mark.parametrize("worker_and_jungle", WRONG_DECKS.values(), ids=WRONG_DECKS.keys())
def test_wrong_decks_are_not_dealt(
    worker_and_jungle: tuple[tuple[tuple[str, ...], ...], tuple[str, ...]],
) -> None:
    with pytest.raises(IllegalMove) as refused:
        deal(*worker_and_jungle)
    assert refused.value.reason is Reason.WRONG_DECK


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason: Reason) -> None:
    assert len(REFUSALS[reason]) > 15
    assert REFUSALS[reason].endswith(".")
