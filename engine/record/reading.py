"""From JSON text to a `Record`; whatever is not of the form is refused (docs/record.md "Document")."""

import json
from typing import Any, NoReturn

from engine.material import COLORS, JUNGLE_TILES, PLAYER_COUNTS, WORKER_TILES
from engine.moves import Action, Fill, LayTile
from engine.record.document import Player, Record, RecordError, Result, Turn
from engine.record.form import (
    FormError,
    a_boolean,
    a_list,
    a_string,
    an_integer,
    an_object,
    one_of,
)
from engine.refusals import Reason
from engine.spaces import SIDES, Space

FORMAT = "cacao-record/1"
MAX_BYTES = 1_000_000
"""The longest whole games take some 8 KB; beyond this nothing is even parsed."""

_MOST_TILES = 28
_MOST_SIDES = 4 * 4
_TURN_KEYS = {"player", "worker", "at", "rotation", "overbuild", "jungle", "actions"}


def read_record(text: str | bytes) -> Record:
    """The record in this JSON text, its head checked, or `RecordError`."""
    if len(text) > MAX_BYTES:
        raise RecordError(Reason.MALFORMED, detail=f"it is longer than {MAX_BYTES} bytes")
    try:
        return _record(_parsed(text))
    except FormError as error:
        raise RecordError(Reason.MALFORMED, detail=str(error)) from None


def read_turn(value: Any, index: int, players: int) -> Turn:
    """One turn of the document, its form checked; `RecordError` names its index."""
    try:
        return _turn(value, players)
    except FormError as error:
        raise RecordError(Reason.MALFORMED, index, str(error)) from None


def _parsed(text: str | bytes) -> Any:
    try:
        if isinstance(text, bytes):
            text = text.decode()
        return json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_constant)
    except RecursionError:
        raise FormError("it is nested too deeply") from None
    except FormError:
        raise
    except UnicodeDecodeError as error:
        raise FormError(f"it is not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise FormError(f"it is not JSON at line {error.lineno}, column {error.colno}") from None
    except ValueError:
        raise FormError("it holds a number of too many digits") from None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise FormError("it holds an object with a repeated key")
    return found


def _no_constant(name: str) -> NoReturn:
    raise FormError(f"it holds {name}, which is no JSON number")


def _record(value: Any) -> Record:
    head = {"format", "players", "worker_decks", "jungle_deck", "turns"}
    document = an_object(value, "the document", head, {"result"})
    one_of(FORMAT)(document["format"], "format")
    players = a_list(document["players"], "players", _player, max(PLAYER_COUNTS))
    if len(players) not in PLAYER_COUNTS:
        raise FormError("players has fewer than 2 entries")
    if len({player.color for player in players}) < len(players):
        raise FormError("players has a repeated color")
    decks = a_list(document["worker_decks"], "worker_decks", _worker_deck, len(players))
    if len(decks) != len(players):
        raise RecordError(Reason.WRONG_DECK)
    jungle_deck = a_list(document["jungle_deck"], "jungle_deck", _JUNGLE, _MOST_TILES)
    if not isinstance(document["turns"], list):
        raise FormError("turns is not a list")
    result = _result(document["result"], "result") if "result" in document else None
    return Record(players, decks, jungle_deck, document["turns"], result)


_WORKER = one_of(*WORKER_TILES)
_JUNGLE = one_of(*JUNGLE_TILES)
_COLOR = one_of(*COLORS)
_SIDE = one_of(*SIDES)


def _player(value: Any, where: str) -> Player:
    player = an_object(value, where, {"name", "color"})
    return Player(a_string(player["name"], f"{where}.name"), _COLOR(player["color"], f"{where}.color"))


def _worker_deck(value: Any, where: str) -> tuple[str, ...]:
    return a_list(value, where, _WORKER, _MOST_TILES)


def _result(value: Any, where: str) -> Result:
    result = an_object(value, where, {"gold", "winners"})
    most = max(PLAYER_COUNTS)
    return Result(
        a_list(result["gold"], f"{where}.gold", an_integer, most),
        a_list(result["winners"], f"{where}.winners", an_integer, most),
    )


def _turn(value: Any, players: int) -> Turn:
    turn = an_object(value, "it", _TURN_KEYS)
    rotation = an_integer(turn["rotation"], "rotation")
    if rotation not in range(4):
        raise FormError("rotation is not 0, 1, 2 or 3")
    laid = LayTile(
        _WORKER(turn["worker"], "worker"),
        _space(turn["at"], "at"),
        rotation,
        a_list(turn["jungle"], "jungle", _fill, _MOST_TILES),
        a_boolean(turn["overbuild"], "overbuild"),
    )
    return Turn(an_integer(turn["player"], "player"), laid, _actions(turn["actions"], players))


def _actions(value: Any, players: int) -> dict[int, tuple[Action, ...]]:
    seats = {str(seat): seat for seat in range(players)}
    actions = an_object(value, "actions", set(), set(seats))
    return {
        seats[key]: a_list(used, f"actions[{key}]", _action, _MOST_SIDES) for key, used in actions.items()
    }


def _action(value: Any, where: str) -> Action:
    action = an_object(value, where, {"at", "side", "workers"})
    return Action(
        _space(action["at"], f"{where}.at"),
        _SIDE(action["side"], f"{where}.side"),
        an_integer(action["workers"], f"{where}.workers"),
    )


def _fill(value: Any, where: str) -> Fill:
    fill = an_object(value, where, {"tile", "at"})
    return Fill(_JUNGLE(fill["tile"], f"{where}.tile"), _space(fill["at"], f"{where}.at"))


def _space(value: Any, where: str) -> Space:
    numbers = a_list(value, where, an_integer, 2)
    if len(numbers) != 2:
        raise FormError(f"{where} has fewer than 2 entries")
    return numbers[0], numbers[1]
