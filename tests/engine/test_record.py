"""Reading, replaying and writing records (docs/record.md "Document")."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import (
    LayTile,
    Move,
    Player,
    Reason,
    RecordError,
    UseWorkers,
    apply,
    deal,
    decks,
    digest,
    legal_moves,
    new_game,
    read_record,
    replay,
    write_record,
)
from engine.bots import greedy, random
from engine.bots.match import play_match
from engine.record import Record, result_line, trace_line
from engine.record.reading import read_turn

RECORDS = Path(__file__).parents[1] / "records"
ANN_AND_BOB = (Player("Ann", "yellow"), Player("Bob", "red"))


@pytest.fixture
def document() -> dict[str, Any]:
    """A whole game of three players; storage fills up and sun tokens lapse in it."""
    loaded: dict[str, Any] = json.loads((RECORDS / "sun-tokens-full.json").read_text())
    return loaded


def replayed(document: dict[str, Any]) -> str:
    """The lines a document's replay gives."""
    found = replay(read_record(json.dumps(document)))
    lines = [trace_line(n, position) for n, position in enumerate(found.positions[1:])]
    return "\n".join([*lines, result_line(found.scoring)])


def moves_of(record: Record) -> list[tuple[int, Move]]:
    """The moves a record stands for."""
    moves: list[tuple[int, Move]] = []
    for index, raw in enumerate(record.raw_turns):
        turn = read_turn(raw, index, len(record.players))
        moves.append((turn.player, turn.laid._replace(jungle=turn.laid.jungle[:2])))
        moves += [(seat, UseWorkers(actions)) for seat, actions in turn.actions.items()]
    return moves


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_that_is_read_and_written_again_is_the_same(path: Path) -> None:
    text = path.read_text()
    record = read_record(text)
    again = write_record(record.players, record.worker_decks, record.jungle_deck, moves_of(record))
    assert again == text.rstrip("\n")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_that_is_written_and_read_again_is_the_same(players: int) -> None:
    seats = [Player(str(n), c) for n, c in enumerate(("red", "purple", "white", "yellow"))]
    for seed in (b"one", b"two", b"three"):
        end, moves = play_match(([random, greedy] * 2)[:players], seed)
        text = write_record(seats[:players], *decks(players, seed), moves)
        record = read_record(text)
        assert record.players == tuple(seats[:players])
        assert moves_of(record) == moves
        assert digest(replay(record).positions[-1]) == digest(end)


def test_a_record_may_be_read_from_bytes() -> None:
    text = (RECORDS / "won-by-gold.json").read_bytes()
    assert read_record(text) == read_record(text.decode())


def test_a_name_in_any_script_comes_back(document: dict[str, Any]) -> None:
    document["players"][0]["name"] = "Žofie 可可 \N{CHOCOLATE BAR}"
    record = read_record(json.dumps(document, ensure_ascii=False).encode())
    assert record.players[0].name == "Žofie 可可 \N{CHOCOLATE BAR}"


def test_a_replay_begins_with_the_deal_and_has_a_position_for_each_turn(
    document: dict[str, Any],
) -> None:
    found = replay(read_record(json.dumps(document)))
    assert found.positions[0] == deal(document["worker_decks"], document["jungle_deck"])
    assert [position.turn for position in found.positions] == list(range(31))


def test_an_unfinished_game_has_no_result(document: dict[str, Any]) -> None:
    del document["result"], document["turns"][17:]
    found = replay(read_record(json.dumps(document)))
    assert found.scoring is None
    assert found.positions[-1].turn == 17
    assert result_line(found.scoring) == '{"result":null}'


def test_a_game_without_turns_is_the_deal(document: dict[str, Any]) -> None:
    del document["result"], document["turns"][:]
    assert len(replay(read_record(json.dumps(document))).positions) == 1


def test_a_finished_game_may_lack_its_result(document: dict[str, Any]) -> None:
    expected = replayed(document)
    del document["result"]
    assert replayed(document) == expected
    assert '"winners":[1]' in expected


def test_a_missing_key_forgoes_like_an_empty_list(document: dict[str, Any]) -> None:
    turns = document["turns"]
    first = next(n for n, turn in enumerate(turns) if turn["actions"])
    del document["result"], turns[first + 1 :]
    turns[first]["actions"] = {seat: [] for seat in turns[first]["actions"]}
    expected = replayed(document)
    turns[first]["actions"] = {}
    assert replayed(document) == expected


def test_an_empty_list_is_taken_for_anybody(document: dict[str, Any]) -> None:
    expected = replayed(document)
    for turn in document["turns"]:
        turn["actions"] = {str(seat): [] for seat in range(3)} | turn["actions"]
    assert replayed(document) == expected


def test_the_order_of_the_players_in_actions_does_not_matter(document: dict[str, Any]) -> None:
    expected = replayed(document)
    assert any(len(turn["actions"]) > 1 for turn in document["turns"])
    for turn in document["turns"]:
        turn["actions"] = dict(reversed(turn["actions"].items()))
    assert replayed(document) == expected


@pytest.mark.parametrize("name", ["storage-full", "sun-tokens-full", "water-field-16"])
def test_workers_whose_gain_lapses_may_be_used(name: str) -> None:
    found = replay(read_record((RECORDS / f"{name}.json").read_text()))
    villages = [village for position in found.positions for village in position.villages]
    full = {"storage-full": 5, "sun-tokens-full": 3, "water-field-16": 16}[name]
    kind = {"storage-full": "cacao", "sun-tokens-full": "sun", "water-field-16": "water_value"}
    assert max(getattr(village, kind[name]) for village in villages) == full


def test_a_turn_that_is_not_over_is_not_written() -> None:
    _, moves = play_match([random, random], b"not over")
    turns = [n for n, (_, move) in enumerate(moves) if isinstance(move, LayTile)]
    asked = next(n for n in turns if n > 10 and n + 1 not in turns)
    text = write_record(ANN_AND_BOB, *decks(2, b"not over"), moves[: asked + 1])
    document = json.loads(text)
    assert len(document["turns"]) == turns.index(asked)
    assert "result" not in document


def test_a_player_who_forgoes_all_is_written_with_an_empty_list() -> None:
    state = new_game(2, b"forgo")
    laid = next(move for move in legal_moves(state, 0) if apply(state, 0, move).state.owed[0])
    text = write_record(ANN_AND_BOB, *decks(2, b"forgo"), [(0, laid), (0, UseWorkers())])
    assert json.loads(text)["turns"][0]["actions"] == {"0": []}


def test_a_player_with_nothing_activated_is_written_with_no_key() -> None:
    _, moves = play_match([random, random], b"forgo")
    text = write_record(ANN_AND_BOB, *decks(2, b"forgo"), moves[:2])
    assert "1" not in json.loads(text)["turns"][0]["actions"]


def test_a_drawn_third_tile_is_written_last() -> None:
    document = json.loads((RECORDS / "three-spaces-at-once.json").read_text())
    record = read_record(json.dumps(document))
    index = next(n for n, turn in enumerate(document["turns"]) if len(turn["jungle"]) == 3)
    before = replay(record).positions[index]
    assert document["turns"][index]["jungle"][2]["tile"] == before.pile[0]


def refusal(document: dict[str, Any]) -> tuple[Reason, int | None]:
    with pytest.raises(RecordError) as refused:
        replay(read_record(json.dumps(document)))
    return refused.value.reason, refused.value.turn


@pytest.mark.parametrize(
    ("gold", "winners"),
    [
        ([33, 51, 46], [1]),
        ([33, 51, 45], [0]),
        ([33, 51, 45], [1, 2]),
        ([33, 51, 45], []),
        ([33, 51, 45, 0], [1]),
        ([33, 51], [1]),
    ],
)
def test_a_result_that_the_rules_do_not_give_is_refused(
    document: dict[str, Any], gold: list[int], winners: list[int]
) -> None:
    assert document["result"] == {"gold": [33, 51, 45], "winners": [1]}
    document["result"] = {"gold": gold, "winners": winners}
    assert refusal(document) == (Reason.WRONG_RESULT, None)


def test_the_winners_of_a_shared_win_are_ascending() -> None:
    document = json.loads((RECORDS / "shared-win.json").read_text())
    document["result"]["winners"].reverse()
    assert refusal(document) == (Reason.WRONG_RESULT, None)


def test_a_result_in_an_unfinished_game(document: dict[str, Any]) -> None:
    document["turns"].pop()
    assert refusal(document) == (Reason.RESULT_TOO_EARLY, None)
