"""Moves as short texts and back."""

import pytest

from engine import (
    Action,
    Fill,
    LayTile,
    Move,
    NotAMove,
    UseWorkers,
    apply,
    legal_moves,
    new_game,
    read_move,
    write_move,
)
from engine.bots import greedy, random
from engine.bots.match import play_match


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_move_of_a_game_comes_back_from_its_text(players: int) -> None:
    _, moves = play_match(([random, greedy] * 2)[:players], b"notation")
    state = new_game(players, b"notation")
    for seat, move in moves:
        for listed in legal_moves(state, seat):
            assert read_move(write_move(listed)) == listed
        state = apply(state, seat, move).state
    assert state.over


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("2101@0,-1:2", LayTile("2101", (0, -1), 2)),
        ("2101@0,-1:2 water@1,-1", LayTile("2101", (0, -1), 2, (Fill("water", (1, -1)),))),
        (
            "1111@-12,3:0 market-4@-12,4 temple@-13,3",
            LayTile("1111", (-12, 3), 0, (Fill("market-4", (-12, 4)), Fill("temple", (-13, 3)))),
        ),
        ("3001^0,1:0", LayTile("3001", (0, 1), 0, (), True)),
        ("use 0,1:N2 0,1:E1", UseWorkers((Action((0, 1), "N", 2), Action((0, 1), "E", 1)))),
        ("use", UseWorkers()),
    ],
)
def test_a_move_is_written_and_read_like_this(text: str, move: Move) -> None:
    assert write_move(move) == text
    assert read_move(text) == move


def test_different_moves_have_different_texts() -> None:
    moves = legal_moves(new_game(2, b"texts"), 0)
    assert len(moves) > 10
    assert len({write_move(move) for move in moves}) == len(moves)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "USE",
        "use ",
        "use  0,1:N1",
        "use 0,1:N0",
        "use 0,1:N4",
        "use 0,1:n1",
        "use 0,1:X1",
        "use 0,1:N",
        "use 0,1N1",
        "use 1111@0,1:0",
        "1111",
        "1111@0,1",
        "1111@0,1:4",
        "1111@0,1:-1",
        "1111@0:0",
        "1111@0.5,1:0",
        "1111@+1,0:0",
        "1111@\u0662,1:0",
        "1111@0,1:0 water@\u0662,0",
        "use \u0662,1:N1",
        "1111@1000,1:0",
        "1111@0,1:0 ",
        "1111@0,1:0\n",
        "1111@0,1:\u0661",
        "4000@0,1:0",
        "1111#0,1:0",
        "1111@0,1:0 lake@1,1",
        "1111@0,1:0 water^1,1",
        "1111@0,1:0 water@1,1:0",
        " 1111@0,1:0",
        "1111@0,1:0\twater@1,1",
        "x" * 100_000,
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_any_other_text_is_not_a_move(text: str) -> None:
    with pytest.raises(NotAMove) as refused:
        read_move(text)
    assert len(str(refused.value)) <= 40
