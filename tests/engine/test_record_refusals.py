"""The refusals of docs/record.md "Legality": a legal record with one thing changed.

What is not even of the form is in `test_fuzz`, a wrong result in `test_record`.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import (
    SIDES,
    GameState,
    PlacedWorker,
    Reason,
    RecordError,
    Space,
    read_record,
    replay,
)
from engine.spaces import beyond

RECORDS = Path(__file__).parents[1] / "records"
Document = dict[str, Any]


def load(name: str) -> Document:
    document: Document = json.loads((RECORDS / f"{name}.json").read_text())
    return document


def positions(document: Document) -> tuple[GameState, ...]:
    return replay(read_record(json.dumps(document))).positions


def turn_where(document: Document, holds: Callable[[GameState, Document], bool]) -> int:
    """The first turn for which something holds of the position before it and its text."""
    before = positions(document)
    return next(n for n, turn in enumerate(document["turns"]) if holds(before[n], turn))


def refusal(document: Document) -> tuple[Reason, int | None]:
    with pytest.raises(RecordError) as refused:
        replay(read_record(json.dumps(document)))
    return refused.value.reason, refused.value.turn


@pytest.fixture
def game() -> Document:
    return load("won-by-gold")


@pytest.mark.parametrize("deck", ["worker_decks", "jungle_deck"])
@pytest.mark.parametrize("take", [slice(1, None), slice(0), slice(-1)])
def test_a_deck_that_lacks_tiles(game: Document, deck: str, take: slice) -> None:
    tiles = game[deck][1] if deck == "worker_decks" else game[deck]
    tiles[:] = tiles[take]
    assert refusal(game) == (Reason.WRONG_DECK, None)


def test_a_deck_with_another_tile(game: Document) -> None:
    deck = game["worker_decks"][1]
    deck[0] = next(tile for tile in deck if tile != deck[0])
    assert refusal(game) == (Reason.WRONG_DECK, None)


def test_decks_of_another_number_of_players(game: Document) -> None:
    other = load("overbuilding")
    game["players"] = other["players"]
    game["worker_decks"] *= 2
    assert refusal(game) == (Reason.WRONG_DECK, None)


def test_a_player_without_a_deck(game: Document) -> None:
    """The two decks there are would do for two players."""
    colors = {"red", "purple", "white"} - {player["color"] for player in game["players"]}
    game["players"].append({"name": "Cem", "color": min(colors)})
    assert refusal(game) == (Reason.WRONG_DECK, None)


@pytest.mark.parametrize("player", [0, -1, 2, 99])
def test_a_wrong_player(game: Document, player: int) -> None:
    game["turns"][5]["player"] = player
    assert refusal(game) == (Reason.WRONG_PLAYER, 5)


def test_a_tile_not_in_hand(game: Document) -> None:
    index = turn_where(game, lambda state, _: "3001" not in state.hands[state.active])
    game["turns"][index]["worker"] = "3001"
    assert refusal(game) == (Reason.NOT_IN_HAND, index)


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ([0, 0], Reason.NOT_A_WORKER_SPACE),
        ([40, -2], Reason.NOT_A_WORKER_SPACE),
        ([40, -1], Reason.NOT_TOUCHING_JUNGLE),
        ([10**30, 1], Reason.NOT_TOUCHING_JUNGLE),
    ],
)
def test_a_space_where_no_worker_tile_goes(game: Document, at: list[int], reason: Reason) -> None:
    game["turns"][0]["at"] = at
    assert refusal(game) == (reason, 0)


def test_an_occupied_space(game: Document) -> None:
    game["turns"][1]["at"] = game["turns"][0]["at"]
    assert refusal(game) == (Reason.OCCUPIED, 1)


def overbuilt(document: Document, index: int, at: Any) -> Document:
    """The document with this turn overbuilding there."""
    document["turns"][index] |= {"overbuild": True, "at": list(at), "jungle": [], "actions": {}}
    return document


def test_overbuilding_while_jungle_tiles_remain(game: Document) -> None:
    wrong = overbuilt(game, 2, game["turns"][0]["at"])
    assert refusal(wrong) == (Reason.JUNGLE_TILES_REMAIN, 2)


def anywhere(state: GameState, holds: Callable[[PlacedWorker], bool]) -> list[Space]:
    return [at for at, tile in state.workers.items() if holds(tile)]


WRONG_TO_OVERBUILD: dict[Reason, Callable[[GameState], list[Space]]] = {
    Reason.NOTHING_TO_OVERBUILD: lambda _: [(40, 41)],
    Reason.NOT_OWN_TILE: lambda s: anywhere(s, lambda tile: tile.seat != s.active),
    Reason.OVERBUILT_BEFORE: lambda s: anywhere(s, lambda tile: tile.seat == s.active and tile.height == 2),
}


@pytest.mark.parametrize("reason", WRONG_TO_OVERBUILD)
def test_overbuilding_in_a_wrong_place(reason: Reason) -> None:
    def holds(state: GameState, _: Document) -> bool:
        allowed = not state.display + state.pile and state.villages[state.active].sun > 0
        return allowed and bool(WRONG_TO_OVERBUILD[reason](state))

    document = load("overbuilding")
    index = turn_where(document, holds)
    at = WRONG_TO_OVERBUILD[reason](positions(document)[index])[0]
    assert refusal(overbuilt(document, index, at)) == (reason, index)


def test_overbuilding_without_a_sun_token() -> None:
    document = load("overbuilding")
    index = turn_where(document, lambda s, _: not s.display + s.pile and not s.villages[s.active].sun)
    state = positions(document)[index]
    (own, *_) = anywhere(state, lambda tile: tile.seat == state.active)
    assert refusal(overbuilt(document, index, own)) == (Reason.NO_SUN_TOKEN, index)


def test_filling_while_overbuilding() -> None:
    document = load("overbuilding")
    index = turn_where(document, lambda _, turn: bool(turn["overbuild"]))
    document["turns"][index]["jungle"] = [{"tile": "water", "at": [40, 40]}]
    assert refusal(document) == (Reason.NEED_NOT_BE_FILLED, index)


def test_a_jungle_tile_not_on_display(game: Document) -> None:
    index = turn_where(game, lambda s, turn: bool(turn["jungle"]) and "temple" not in s.display)
    game["turns"][index]["jungle"][0]["tile"] = "temple"
    assert refusal(game) == (Reason.NOT_ON_DISPLAY, index)


@pytest.mark.parametrize(
    ("third", "reason"),
    [
        ([{"tile": "another"}], Reason.NOT_THE_DRAWN_TILE),
        ([{"at": [40, 40]}], Reason.NEED_NOT_BE_FILLED),
        ([], Reason.LEFT_EMPTY),
    ],
)
def test_a_third_tile_that_is_wrong(third: list[Document], reason: Reason) -> None:
    document = load("three-spaces-at-once")
    index = turn_where(document, lambda _, turn: len(turn["jungle"]) == 3)
    *display, drawn = document["turns"][index]["jungle"]
    another = {"another": "temple" if drawn["tile"] == "water" else "water"}
    changed = [drawn | {k: another.get(str(v), v) for k, v in fill.items()} for fill in third]
    document["turns"][index]["jungle"] = [*display, *changed]
    assert refusal(document) == (reason, index)


@pytest.mark.parametrize("at", [[0, 0], [40, 40], [0, 1]])
def test_a_space_that_need_not_be_filled(game: Document, at: list[int]) -> None:
    index = turn_where(game, lambda _, turn: len(turn["jungle"]) == 1)
    tile = positions(game)[index].display[0]
    game["turns"][index]["jungle"] = [{"tile": tile, "at": at}]
    assert refusal(game) == (Reason.NEED_NOT_BE_FILLED, index)


@pytest.mark.parametrize("more", [1, 2, 3])
@pytest.mark.parametrize("spaces", [1, 2])
def test_more_fills_than_spaces(game: Document, spaces: int, more: int) -> None:
    index = turn_where(game, lambda _, turn: len(turn["jungle"]) == spaces)
    game["turns"][index]["jungle"] += game["turns"][index]["jungle"][:1] * more
    assert refusal(game) == (Reason.NEED_NOT_BE_FILLED, index)


@pytest.mark.parametrize("count", [1, 2])
def test_a_space_left_empty_although_tiles_remain(game: Document, count: int) -> None:
    index = turn_where(game, lambda _, turn: len(turn["jungle"]) == count)
    game["turns"][index]["jungle"].pop()
    assert refusal(game) == (Reason.LEFT_EMPTY, index)


@pytest.mark.parametrize("workers", [0, -1, 4, 10**30])
def test_an_action_with_no_or_too_many_workers(game: Document, workers: int) -> None:
    index = turn_where(game, lambda _, turn: bool(turn["actions"]))
    action = next(iter(game["turns"][index]["actions"].values()))[0]
    action["workers"] = workers
    assert refusal(game) == (Reason.WRONG_WORKER_COUNT, index)


def test_an_action_repeated(game: Document) -> None:
    index = turn_where(game, lambda _, turn: any(turn["actions"].values()))
    actions = next(actions for actions in game["turns"][index]["actions"].values() if actions)
    actions.append(actions[0])
    assert refusal(game) == (Reason.SIDE_REPEATED, index)


@pytest.mark.parametrize("seat", ["0", "1"])
def test_an_action_on_a_side_not_activated(game: Document, seat: str) -> None:
    index, at, side = touching(game, "plantation")
    game["turns"][index + 3]["actions"][seat] = [{"at": at, "side": side, "workers": 1}]
    assert refusal(game) == (Reason.NOT_ACTIVATED, index + 3)


def touching(document: Document, kind: str) -> tuple[int, Space, str]:
    """A turn, its tile's space and a side with workers towards a jungle tile of a kind."""
    for index, after in enumerate(positions(document)[1:]):
        x, y = document["turns"][index]["at"]
        for side, workers in zip(SIDES, after.workers[x, y].workers, strict=True):
            if workers and after.jungle.get(beyond((x, y), side), "").startswith(kind):
                return index, (x, y), side
    raise LookupError(kind)


def test_an_action_at_a_temple(game: Document) -> None:
    index, at, side = touching(game, "temple")
    seat = str(game["turns"][index]["player"])
    game["turns"][index]["actions"][seat] = [{"at": at, "side": side, "workers": 1}]
    assert refusal(game) == (Reason.AT_A_TEMPLE, index)


def test_a_sale_without_cacao() -> None:
    document = load("display-with-one-tile")
    index, at, side = touching(document, "market")
    assert positions(document)[index].villages[index % 2].cacao == 0
    sale = {"at": at, "side": side, "workers": 1}
    document["turns"][index]["actions"][str(index % 2)] = [sale]
    assert refusal(document) == (Reason.NO_CACAO, index)


def test_a_turn_after_the_end(game: Document) -> None:
    game["turns"].append(game["turns"][0])
    assert refusal(game) == (Reason.GAME_OVER, 22)
