"""Nobody learns what a seat may not see: neither from a view, nor from legal moves, nor from a bot."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GameState, Move, Stream, View, apply, legal_moves, new_game, to_act, view_for
from engine.bots import BOTS, Bot, greedy, plan, random

QUIET = settings(max_examples=60, deadline=None, derandomize=True)


def short_plan(view: View, chance: Stream) -> Move:
    """The planner with one round of playouts."""
    return plan(view, chance, 1)


@st.composite
def positions(draw: st.DrawFn) -> GameState:
    """Any position on the way of a game between bots."""
    players = draw(st.integers(2, 4))
    key = draw(st.binary(min_size=4, max_size=4))
    state, chance = new_game(players, key), Stream(key)
    bots = draw(st.lists(st.sampled_from([random, greedy]), min_size=players, max_size=players))
    for _ in range(draw(st.integers(0, 90))):
        for seat in list(to_act(state))[-1:]:
            state = apply(state, seat, bots[seat](view_for(state, seat), chance)).state
    return state


def with_other_secrets(state: GameState, seat: int | None, chance: Stream) -> GameState:
    """The same position to this seat, with all it cannot see dealt anew."""
    hands, decks = [], []
    for other, (hand, deck) in enumerate(zip(state.hands, state.worker_decks, strict=True)):
        known = hand if other == seat else ()
        hidden = chance.shuffled((*hand[len(known) :], *deck))
        hands.append((*known, *hidden)[: len(hand)])
        decks.append((*known, *hidden)[len(hand) :])
    pile = chance.shuffled(state.pile)
    return replace(state, hands=tuple(hands), worker_decks=tuple(decks), pile=pile)


@QUIET
@given(state=positions(), key=st.binary(max_size=4))
def test_what_a_seat_cannot_see_does_not_change_its_view(state: GameState, key: bytes) -> None:
    for seat in range(state.players):
        other = with_other_secrets(state, seat, Stream(key))
        assert view_for(other, seat) == view_for(state, seat)
        assert repr(view_for(other, seat)) == repr(view_for(state, seat))


@QUIET
@given(state=positions(), key=st.binary(max_size=4))
def test_what_nobody_can_see_does_not_change_the_watchers_view(state: GameState, key: bytes) -> None:
    other = with_other_secrets(state, None, Stream(key))
    assert repr(view_for(other, None)) == repr(view_for(state, None))


@QUIET
@given(state=positions(), key=st.binary(max_size=4))
def test_what_a_seat_cannot_see_does_not_change_its_legal_moves(state: GameState, key: bytes) -> None:
    for seat in range(state.players):
        other = with_other_secrets(state, seat, Stream(key))
        assert legal_moves(other, seat) == legal_moves(state, seat)


@pytest.mark.parametrize("bot", [random, greedy, short_plan])
def test_what_a_seat_cannot_see_does_not_change_what_a_bot_does(bot: Bot) -> None:
    @QUIET
    @given(state=positions(), key=st.binary(max_size=4))
    def check(state: GameState, key: bytes) -> None:
        for seat in to_act(state):
            other = with_other_secrets(state, seat, Stream(key))
            chosen = bot(view_for(state, seat), Stream(b"equal"))
            assert bot(view_for(other, seat), Stream(b"equal")) == chosen

    check()


def test_the_secrets_that_are_changed_here_are_real_ones() -> None:
    state = new_game(3, b"secrets")
    other = with_other_secrets(state, 0, Stream(b"other"))
    assert other.hands[0] == state.hands[0]
    assert sorted(other.hands[1]) != sorted(state.hands[1])
    assert other.worker_decks[0] != state.worker_decks[0]
    assert other.pile != state.pile


def test_a_view_holds_just_what_is_meant_to_be_seen() -> None:
    assert {field.name for field in fields(View)} == {
        "seat",
        "hand",
        "workers",
        "jungle",
        "villages",
        "hand_sizes",
        "deck_sizes",
        "display",
        "pile_size",
        "turn",
        "owed",
    }


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:
    view = view_for(new_game(4, b"hands"), 2)
    assert view.seat == 2
    assert view.hand == ("2101", "2101", "2101")
    assert view.hand_sizes == (3, 3, 3, 3)
    assert view.deck_sizes == (6, 6, 6, 6)
    assert view.pile_size == 24


def test_hand_and_display_are_seen_in_order_however_they_were_drawn() -> None:
    state = new_game(4, b"unsorted")
    assert (state.hands[2], state.display) == (("2101", "1111", "3001"), ("temple", "plantation-2"))
    view = view_for(state, 2)
    assert (view.hand, view.display) == (("1111", "2101", "3001"), ("plantation-2", "temple"))


def test_a_watcher_sees_no_hand() -> None:
    view = view_for(new_game(2, b"hands"), None)
    assert view.seat is None
    assert view.hand == ()
    assert view.hand_sizes == (3, 3)


def test_every_bot_is_held_to_it() -> None:
    assert set(BOTS) == {"random", "greedy", "planner"}
