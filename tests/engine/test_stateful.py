"""Whole games of any legal moves, and what must hold after every one of them."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine import (
    Action,
    ActiveSide,
    Fill,
    GameState,
    IllegalMove,
    LayTile,
    Move,
    Player,
    Reason,
    Space,
    UseWorkers,
    Village,
    apply,
    deal,
    decks,
    digest,
    forced,
    is_worker_space,
    legal_moves,
    neighbours,
    read_record,
    replay,
    to_act,
    write_record,
)

TURNS = {2: 22, 3: 30, 4: 36}
PLAYERS = (Player("Ann", "red"), Player("Bob", "white"), Player("Cem", "yellow"), Player("Dot", "purple"))
WORKERS = ("1111", "2101", "3001", "3100")
JUNGLE = ("plantation-1", "market-3", "water", "temple")


def legal(state: GameState, seat: int, move: Move) -> bool:
    """Whether the rules take a move."""
    try:
        apply(state, seat, move)
    except IllegalMove:
        return False
    return True


def canonical(move: LayTile) -> LayTile:
    """One form for all moves that come to the same."""
    rotation = 0 if move.worker == "1111" and move.rotation in range(4) else move.rotation
    return move._replace(rotation=rotation, jungle=tuple(sorted(move.jungle)))


def not_worse(one: Village, other: Village) -> bool:
    """Whether a village has at least as much of everything."""
    return (
        one.gold >= other.gold
        and one.cacao >= other.cacao
        and one.sun >= other.sun
        and one.water >= other.water
    )


@st.composite
def changed(draw: st.DrawFn, move: LayTile, display: tuple[str, ...]) -> LayTile:
    """A move with one or two things about it changed; mostly it is illegal then."""
    x, y = move.at
    near = st.tuples(st.integers(x - 2, x + 2), st.integers(y - 2, y + 2))
    tiles = st.sampled_from((*display, *JUNGLE))
    fills = st.builds(Fill, tiles, st.sampled_from(neighbours(move.at)))
    changes: dict[str, st.SearchStrategy[Any]] = {
        "worker": st.sampled_from(WORKERS),
        "at": near,
        "rotation": st.integers(-1, 4),
        "jungle": st.lists(fills, max_size=3).map(tuple),
        "overbuild": st.booleans(),
    }
    fields = draw(st.lists(st.sampled_from(sorted(changes)), min_size=1, max_size=2, unique=True))
    return move._replace(**{field: draw(changes[field]) for field in fields})


class WholeGames(RuleBasedStateMachine):
    """A game of 2–4 players who do whatever the rules allow."""

    @initialize(players=st.integers(2, 4), seed=st.binary(min_size=4, max_size=4))
    def deal_tiles(self, players: int, seed: bytes) -> None:
        self.worker_decks, self.jungle_deck = decks(players, seed)
        self.state = deal(self.worker_decks, self.jungle_deck)
        self.jungle = Counter(self.jungle_deck) + Counter(self.state.jungle.values())
        self.moves: list[tuple[int, Move]] = []
        self.activated: set[tuple[Space, str, int]] = set()
        self.at_end_of_turn = digest(self.state)

    def make(self, seat: int, move: Move) -> None:
        turn = self.state.turn
        self.state = apply(self.state, seat, move).state
        self.moves.append((seat, move))
        if self.state.turn > turn:
            self.at_end_of_turn = digest(self.state)

    @rule(data=st.data())
    def lay_or_answer_in_any_way(self, data: st.DataObject) -> None:
        self.go_on(data, self.answer_in_any_way)

    @rule(data=st.data())
    def lay_or_answer_what_is_forced(self, data: st.DataObject) -> None:
        self.go_on(data, self.answer_what_is_forced)

    def go_on(self, data: st.DataObject, answer: Callable[[st.DataObject], None]) -> None:
        """Hypothesis switches rules off at will: each of the two alone must carry a game to its end."""
        if self.state.over:
            self.take_nothing_after_the_end(data)
        elif self.state.awaits_workers:
            answer(data)
        else:
            self.lay_a_tile(data)

    def lay_a_tile(self, data: st.DataObject) -> None:
        seat = self.state.active
        listed = [move for move in legal_moves(self.state, seat) if isinstance(move, LayTile)]
        move = data.draw(st.sampled_from(listed))
        other = data.draw(changed(move, self.state.display))
        assert legal(self.state, seat, other) == (canonical(other) in map(canonical, listed)), other
        if move.worker == "1111":
            move = move._replace(rotation=data.draw(st.integers(0, 3)))
        if data.draw(st.booleans()):
            move = move._replace(jungle=move.jungle[::-1])
        self.make(seat, move)
        for side in (side for sides in self.state.owed for side in sides):
            self.activate_once(side)

    def activate_once(self, side: ActiveSide) -> None:
        key = (side.at, side.side, self.state.workers[side.at].height)
        assert key not in self.activated
        self.activated.add(key)

    def answer_in_any_way(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(list(to_act(self.state))))
        answer = self.any_answer(data, seat)
        got = apply(self.state, seat, answer).state.villages[seat]
        listed = [
            apply(self.state, seat, move).state.villages[seat] for move in legal_moves(self.state, seat)
        ]
        assert any(not_worse(village, got) for village in listed), answer
        if (only := forced(self.state, seat)) is None:
            assert len(listed) > 1
        else:
            assert not_worse(apply(self.state, seat, only).state.villages[seat], got), answer
        self.make(seat, answer)

    def any_answer(self, data: st.DataObject, seat: int) -> UseWorkers:
        """Sides in any order with any number of workers; sales without cacao are dropped."""
        sides = self.state.owed[seat]
        used: tuple[Action, ...] = ()
        for side in data.draw(st.permutations(sides)):
            count = data.draw(st.integers(0, side.workers))
            more = (*used, Action(side.at, side.side, count))
            if count and legal(self.state, seat, UseWorkers(more)):
                used = more
        return UseWorkers(used)

    def answer_what_is_forced(self, data: st.DataObject) -> None:
        answers = {seat: forced(self.state, seat) for seat in to_act(self.state)}
        certain = [(seat, answer) for seat, answer in answers.items() if answer is not None]
        if certain:
            self.make(*data.draw(st.sampled_from(certain)))
        else:
            self.answer_in_any_way(data)

    def take_nothing_after_the_end(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.state.players - 1))
        for move in (LayTile("1111", (0, 1), 0), UseWorkers()):
            with pytest.raises(IllegalMove) as refused:
                apply(self.state, seat, move)
            assert refused.value.reason is Reason.GAME_OVER

    @invariant()
    def the_jungle_tiles_are_conserved(self) -> None:
        state = self.state
        on_board = Counter(state.jungle.values())
        assert on_board + Counter(state.display) + Counter(state.pile) == self.jungle

    @invariant()
    def the_worker_tiles_are_conserved(self) -> None:
        for seat, deck in enumerate(self.worker_decks):
            tiles = [tile for tile in self.state.workers.values() if tile.seat == seat]
            stacked = [tile.code for tile in tiles] + [t.over.code for t in tiles if t.over]
            left = self.state.hands[seat] + self.state.worker_decks[seat]
            assert Counter(stacked) + Counter(left) == Counter(deck)

    @invariant()
    def the_villages_keep_to_their_caps(self) -> None:
        for village in self.state.villages:
            assert 0 <= village.cacao <= 5
            assert 0 <= village.sun <= 3
            assert -10 <= village.water_value <= 16
            assert village.gold >= 0

    @invariant()
    def the_area_is_a_chessboard_of_stacks_of_at_most_two(self) -> None:
        workers = self.state.workers
        assert all(is_worker_space(at) for at in workers)
        assert not any(is_worker_space(at) for at in self.state.jungle)
        assert not any(n in workers for at in workers for n in neighbours(at))
        for tile in workers.values():
            assert tile.over is None or (tile.over.seat == tile.seat and tile.over.over is None)

    @invariant()
    def everybody_who_owes_something_has_legal_moves_until_the_last_turn(self) -> None:
        state = self.state
        assert state.over == (state.turn == TURNS[state.players]) == (not to_act(state))
        for seat in to_act(state):
            moves = legal_moves(state, seat)
            assert moves
            assert all(legal(state, seat, move) for move in moves)
        idle = set(range(state.players)) - set(to_act(state))
        assert not any(legal_moves(state, seat) for seat in idle)

    def teardown(self) -> None:
        """The record of the game replays to the same position."""
        if not hasattr(self, "state"):
            return
        players = PLAYERS[: self.state.players]
        text = write_record(players, self.worker_decks, self.jungle_deck, self.moves)
        positions = replay(read_record(text)).positions
        assert digest(positions[-1]) == self.at_end_of_turn
        assert all(after.turn == before.turn + 1 for before, after in pairwise(positions))


WholeGames.TestCase.settings = settings(
    max_examples=100,
    stateful_step_count=170,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=True,
)
TestWholeGames = WholeGames.TestCase
