"""Whatever is not a record is refused with a `RecordError`, and never with anything else."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Reason, RecordError, read_record, replay
from engine.__main__ import main
from engine.record import MAX_BYTES

RECORDS = Path(__file__).parents[1] / "records"
TEXT = (RECORDS / "won-by-cacao.json").read_text()
GAME: dict[str, Any] = json.loads(TEXT)
ACTED = next(n for n, turn in enumerate(GAME["turns"]) if any(turn["actions"].values()))
SEAT = next(seat for seat, actions in GAME["turns"][ACTED]["actions"].items() if actions)
FILLED = next(n for n, turn in enumerate(GAME["turns"]) if turn["jungle"])
MANY = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

Path_ = tuple[str | int, ...]
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["1111", "water", "N", "red", "cacao-record/1", 10**30, -1]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def refusal(text: str | bytes) -> RecordError | None:
    """Why a text is refused, or None if it is a legal record."""
    try:
        replay(read_record(text))
    except RecordError as error:
        return error
    return None


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The way to every value of a document."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*path, key))


def changed(path: Path_, value: Any) -> Any:
    """The game with another value in one place."""
    if not path:
        return value
    document = copy.deepcopy(GAME)
    inside: Any = document
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return document


@MANY
@given(value=json_values)
def test_any_json_is_refused(value: Any) -> None:
    error = refusal(json.dumps(value))
    assert error is not None
    assert error.reason is Reason.MALFORMED


@MANY
@given(data=st.binary(max_size=60))
def test_any_bytes_are_refused(data: bytes) -> None:
    error = refusal(data)
    assert error is not None
    assert error.reason is Reason.MALFORMED


@MANY
@given(end=st.integers(0, len(TEXT) - 2))
def test_a_truncated_record_is_refused(end: int) -> None:
    error = refusal(TEXT[:end])
    assert error is not None
    assert error.reason is Reason.MALFORMED


@MANY
@given(path=st.sampled_from(sorted(paths(GAME), key=str)), value=json_values)
def test_a_record_with_any_value_anywhere_works_or_is_refused(path: Path_, value: Any) -> None:
    error = refusal(json.dumps(changed(path, value)))
    if path == ("players", 0, "name") and isinstance(value, str):
        assert error is None
    elif path[:1] == ("turns",) and error is not None and error.turn is not None:
        assert error.turn >= int(path[1])


@MANY
@given(
    path=st.sampled_from(sorted(paths(GAME), key=str)).filter(lambda path: "name" not in path),
    value=st.none() | st.floats() | st.just({"no": "such"}) | st.just([[[]]]),
)
def test_a_wrong_type_anywhere_is_malformed(path: Path_, value: Any) -> None:
    error = refusal(json.dumps(changed(path, value)))
    assert error is not None
    assert error.reason is Reason.MALFORMED


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        TEXT.replace('"rotation":', '"rotation":1' + "0" * 5000 + ',"x":', 1),
        TEXT.replace('"turns":[', '"turns":[' + "[" * 100_000, 1),
        "1" * 5000,
        "-1e999999",
        "",
        "\ufeff" + TEXT,
        TEXT + " " * MAX_BYTES,
        TEXT * 2,
        TEXT.replace('"player":0', '"player":NaN', 1),
        TEXT.replace('"player":0', '"player":-Infinity', 1),
        TEXT.replace('"player":0', '"player":0,"player":0', 1),
        TEXT.replace('"format":', '"format":"cacao-record/1","format":', 1),
        TEXT.replace('"Ann"', '"\x00"', 1),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_a_text_that_is_no_single_json_document_is_malformed(text: str) -> None:
    for form in (text, text.encode()):
        error = refusal(form)
        assert error is not None
        assert (error.reason, error.turn) == (Reason.MALFORMED, None)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "cacao-record/2"),
        (("extra",), 1),
        (("players",), GAME["players"][:1]),
        (("players",), GAME["players"] * 2),
        (("players", 0, "color"), "blue"),
        (("players", 0, "color"), GAME["players"][1]["color"]),
        (("players", 0, "name"), 7),
        (("players", 0, "age"), 7),
        (("players", 0), {"name": "Ann"}),
        (("worker_decks", 0, 0), "4000"),
        (("worker_decks", 0, 0), 1111),
        (("jungle_deck", 0), "lake"),
        (("turns",), {}),
        (("result",), None),
        (("result", "gold"), [True, 1, 1]),
        (("result", "gold", 0), 24.0),
        (("result", "extra"), []),
        (("result",), {"gold": [24, 15, 24]}),
    ],
    ids=str,
)
def test_a_head_not_of_the_form_is_malformed(path: Path_, value: Any) -> None:
    error = refusal(json.dumps(changed(path, value)))
    assert error is not None
    assert (error.reason, error.turn) == (Reason.MALFORMED, None)


@pytest.mark.parametrize(
    ("turn", "path", "value"),
    [
        (3, (), []),
        (3, (), {}),
        (3, ("extra",), 1),
        (3, ("player",), False),
        (3, ("player",), "0"),
        (3, ("worker",), "4000"),
        (3, ("at",), [0]),
        (3, ("at",), [0, 1, 2]),
        (3, ("at",), [0.0, 1]),
        (3, ("at",), "0,1"),
        (3, ("rotation",), 4),
        (3, ("rotation",), -1),
        (3, ("rotation",), True),
        (3, ("rotation",), 1.0),
        (3, ("overbuild",), 0),
        (3, ("overbuild",), None),
        (3, ("actions",), []),
        (3, ("actions",), {"3": []}),
        (3, ("actions",), {"00": []}),
        (3, ("actions",), {"-1": []}),
        (FILLED, ("jungle",), {}),
        (FILLED, ("jungle", 0, "tile"), "lake"),
        (FILLED, ("jungle", 0, "side"), "N"),
        (FILLED, ("jungle", 0, "at", 0), True),
        (ACTED, ("actions", SEAT), None),
        (ACTED, ("actions", SEAT, 0, "side"), "n"),
        (ACTED, ("actions", SEAT, 0, "side"), "NE"),
        (ACTED, ("actions", SEAT, 0, "workers"), True),
        (ACTED, ("actions", SEAT, 0, "workers"), 1.0),
        (ACTED, ("actions", SEAT, 0, "extra"), 1),
    ],
    ids=str,
)
def test_a_turn_not_of_the_form_is_malformed(turn: int, path: Path_, value: Any) -> None:
    error = refusal(json.dumps(changed(("turns", turn, *path), value)))
    assert error is not None
    assert (error.reason, error.turn) == (Reason.MALFORMED, turn)


@pytest.mark.parametrize("key", sorted(GAME["turns"][0]))
def test_a_turn_that_lacks_a_key_is_malformed(key: str) -> None:
    turn = {k: v for k, v in GAME["turns"][0].items() if k != key}
    error = refusal(json.dumps(changed(("turns", 0), turn)))
    assert error is not None
    assert (error.reason, error.turn) == (Reason.MALFORMED, 0)


@pytest.mark.parametrize("key", ["format", "players", "worker_decks", "jungle_deck", "turns"])
def test_a_document_that_lacks_a_key_is_malformed(key: str) -> None:
    error = refusal(json.dumps({k: v for k, v in GAME.items() if k != key}))
    assert error is not None
    assert (error.reason, error.turn) == (Reason.MALFORMED, None)


@MANY
@given(path=st.sampled_from(sorted(paths(GAME), key=str)), value=json_values)
def test_the_command_says_why_in_one_line(
    path: Path_, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.json"
    record.write_text(json.dumps(changed(path, value)))
    status = main(["replay", str(record)])
    out, err = capsys.readouterr()
    assert (status, len(out.splitlines()), len(err.splitlines())) in ((0, 1, 0), (1, 0, 1))
    assert err.isascii()
