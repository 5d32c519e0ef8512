"""`python -m engine` as somebody at a terminal meets it (docs/record.md "Command line")."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from engine import read_record, replay
from engine.record import MAX_BYTES

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"
GAME = RECORDS / "overbuilding.json"

Finished = subprocess.CompletedProcess[bytes]


def engine(*arguments: str, stdin: bytes = b"", hash_seed: str = "0") -> Finished:
    return python("-m", "engine", *arguments, stdin=stdin, hash_seed=hash_seed)


def python(*arguments: str, stdin: bytes = b"", hash_seed: str = "0") -> Finished:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )


def assert_refused(done: Finished, *words: str) -> None:
    """Exit 1, nothing on stdout, and one line on stderr that has these words."""
    error = done.stderr.decode()
    assert done.returncode == 1
    assert done.stdout == b""
    assert error.endswith("\n")
    assert len(error.splitlines()) == 1
    assert all(word in error for word in words), error


def test_replay_prints_the_result_as_one_line() -> None:
    done = engine("replay", str(GAME))
    assert (done.returncode, done.stderr) == (0, b"")
    (line,) = done.stdout.decode().splitlines()
    result = json.loads(line)["result"]
    assert list(result) == ["gold", "winners", "temples", "sun", "water", "cacao"]
    assert {key: result[key] for key in ("gold", "winners")} == json.loads(GAME.read_text())["result"]
    spaces = [temple["at"] for temple in result["temples"]]
    assert spaces
    assert spaces == sorted(spaces)


def test_replay_with_trace_prints_a_line_for_each_turn_before_it() -> None:
    done = engine("replay", "--trace", str(GAME))
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line).get("turn") for line in lines] == [*range(36), None]
    assert lines[-1] == engine("replay", str(GAME)).stdout.decode().strip()
    first = json.loads(lines[0])
    assert list(first) == ["turn", "players", "display", "pile", "workers", "jungle"]
    assert list(first["players"][0]) == ["gold", "cacao", "sun", "water", "hand", "deck"]
    last = json.loads(lines[-2])
    assert last["workers"] == sorted(last["workers"], key=lambda worker: worker[:2])
    assert {worker[5] for worker in last["workers"]} == {1, 2}


def test_replay_reads_standard_input() -> None:
    done = engine("replay", "--trace", "-", stdin=GAME.read_bytes())
    assert done.stdout == engine("replay", "--trace", str(GAME)).stdout
    assert done.returncode == 0


def test_replay_of_an_unfinished_game_prints_null() -> None:
    document = json.loads(GAME.read_text())
    del document["result"], document["turns"][3:]
    done = engine("replay", "--trace", "-", stdin=json.dumps(document).encode())
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4
    assert done.stdout.splitlines()[-1] == b'{"result":null}'


def test_a_refused_record_prints_the_turn_and_the_reason_and_no_trace() -> None:
    document = json.loads(GAME.read_text())
    document["turns"][7]["player"] = 0
    done = engine("replay", "--trace", "-", stdin=json.dumps(document).encode())
    assert_refused(done, "turn 7", "another player's turn")


def test_a_wrong_result_names_no_turn() -> None:
    document = json.loads(GAME.read_text())
    document["result"]["winners"] = []
    done = engine("replay", "-", stdin=json.dumps(document).encode())
    assert_refused(done, "result")
    assert b"turn" not in done.stderr


@pytest.mark.parametrize("trace", [(), ("--trace",)])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, trace: tuple[str, ...]) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    assert_refused(engine("replay", *trace, str(binary)), "UTF-8")
    assert_refused(engine("replay", *trace, str(tmp_path / "missing")), "No such file")
    assert_refused(engine("replay", *trace, str(tmp_path)), "directory")


@pytest.mark.parametrize("size", [0, MAX_BYTES + 1, 50 * MAX_BYTES])
def test_an_empty_or_huge_file_is_refused(tmp_path: Path, size: int) -> None:
    file = tmp_path / "file"
    with file.open("wb") as opened:
        opened.truncate(size)
    assert_refused(engine("replay", str(file)), "longer" if size else "not JSON")


def test_a_file_name_with_a_line_break_is_refused_in_one_line(tmp_path: Path) -> None:
    assert_refused(engine("replay", str(tmp_path / "a\nb")), "No such file")


def test_a_closed_standard_input_gives_no_traceback() -> None:
    command = f'"{sys.executable}" -m engine replay - <&-'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False)
    assert_refused(done)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_gives_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "engine", "replay", "--trace", str(GAME)]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_prints_records_that_replay(players: int) -> None:
    done = engine("play", "--players", str(players), "--seed", "5", "--games", "3")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert len(set(lines)) == 3
    for line in lines:
        record = read_record(line)
        assert len(record.players) == players
        assert replay(record).scoring is not None


@pytest.mark.parametrize("bots", ["random", "greedy", "greedy,random,greedy"])
def test_the_same_seed_gives_the_same_bytes(bots: str) -> None:
    arguments = ("play", "--players", "3", "--seed", "11", "--games", "2", "--bots", bots)
    one, other = (engine(*arguments, hash_seed=seed) for seed in ("0", "1"))
    assert one.stdout.count(b"\n") == 2
    assert one.stdout == other.stdout


def test_the_planner_chooses_the_same_whatever_the_hash_seed() -> None:
    script = (
        "from engine import *; from engine.bots import plan\n"
        "view = view_for(new_game(3, b'seed'), 0)\n"
        "print(write_move(plan(view, Stream(b'x'), 600)))"
    )
    one, other = (python("-c", script, hash_seed=seed) for seed in ("0", "1"))
    assert b"@" in one.stdout
    assert one.stdout == other.stdout


def test_a_seed_gives_these_records_on_every_machine() -> None:
    done = engine("play", "--players", "3", "--seed", "7", "--games", "2", "--bots", "random")
    assert sha256(done.stdout).hexdigest() == (
        "e0463cbc937f7fdec86c09e2bf38c26f0d2ddbdfafdc29a0342949f8ed405c84"
    )


@pytest.mark.parametrize("bots", ["nobody", "random,random,random", ""])
def test_bots_that_do_not_fit_are_refused(bots: str) -> None:
    assert_refused(engine("play", "--seed", "1", "--bots", bots), "--bots", "greedy")


@pytest.mark.parametrize("games", ["0", "-2"])
def test_less_than_one_game_is_refused(games: str) -> None:
    assert_refused(engine("play", "--seed", "1", "--games", games), "--games", "1")


@pytest.mark.parametrize(
    "arguments",
    [(), ("dance",), ("replay",), ("play",), ("play", "--seed", "x"), ("play", "--players", "5")],
)
def test_a_wrong_command_prints_how_to_use_it(arguments: tuple[str, ...]) -> None:
    done = engine(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: python -m engine")


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--seed", "1", "--games", "200", "--bots", "random"),
        ("replay", "--trace", str(GAME)),
    ],
)
def test_a_closed_pipe_gives_no_traceback(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "engine", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in (0, 1)
