"""The bots: they move legally, and better ones win."""

import pytest

from engine import (
    LayTile,
    Move,
    Stream,
    UseWorkers,
    View,
    apply,
    legal_moves,
    new_game,
    score,
    to_act,
    view_for,
)
from engine.bots import Bot, greedy, plan, planner, random
from engine.bots.match import play_match


def short_plan(view: View, chance: Stream) -> Move:
    """The planner with one round of playouts at the beginning of a game, and more towards its end."""
    return plan(view, chance, turns=20)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", [random, greedy, short_plan])
def test_a_bot_makes_only_legal_moves_to_the_end(bot: Bot, players: int) -> None:
    state, chance = new_game(players, b"legal"), Stream(b"legal")
    kinds = set()
    while owing := to_act(state):
        seat = list(owing)[-1]
        move = bot(view_for(state, seat), chance)
        assert move in legal_moves(state, seat)
        kinds.add(type(move))
        state = apply(state, seat, move).state
    assert kinds == {LayTile, UseWorkers}
    assert state.turn == {2: 22, 3: 30, 4: 36}[players]


@pytest.mark.parametrize("bot", [random, greedy, short_plan])
def test_a_bot_makes_the_same_moves_with_the_same_chance(bot: Bot) -> None:
    assert play_match([bot, bot], b"same") == play_match([bot, bot], b"same")


def test_the_random_bot_makes_any_of_its_moves() -> None:
    state, chance = new_game(2, b"any"), Stream(b"any")
    moves = set(legal_moves(state, 0))
    assert {random(view_for(state, 0), chance) for _ in range(40 * len(moves))} == moves


def test_the_planner_plays_what_looks_best_if_it_has_no_time() -> None:
    state = new_game(3, b"stop")
    view = view_for(state, 0)
    assert plan(view, Stream(b"stop"), turns=0) == greedy(view, Stream(b"stop"))


def test_the_planner_makes_a_legal_move_with_all_its_thought() -> None:
    state, moves = new_game(2, b"all"), play_match([greedy, greedy], b"all")[1]
    for seat, move in moves[:-8]:
        state = apply(state, seat, move).state
    seat = next(iter(to_act(state)))
    assert planner(view_for(state, seat), Stream(b"all")) in legal_moves(state, seat)


@pytest.mark.parametrize("game", range(10))
def test_greedy_beats_random(game: int) -> None:
    end, _ = play_match([greedy, random], f"greedy {game}".encode())
    assert score(end).outcome.winners == (0,)


def test_the_planner_beats_random() -> None:
    end, _ = play_match([random, short_plan], b"planner")
    assert score(end).outcome.winners == (1,)
