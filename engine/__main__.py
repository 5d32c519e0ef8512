"""The engine's command line: `python -m engine replay|play` (docs/record.md "Command line")."""

import argparse
import os
import sys
from hashlib import sha256
from pathlib import Path

from engine.bots import BOTS
from engine.bots.match import play_match
from engine.material import COLORS, PLAYER_COUNTS
from engine.record import (
    MAX_BYTES,
    Player,
    RecordError,
    read_record,
    replay,
    result_line,
    trace_line,
    write_record,
)
from engine.refusals import Reason
from engine.shuffle import decks
from engine.wording import REFUSALS


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "replay":
            return _replay(options.file, options.trace)
        return _play(options.players, options.seed, options.games, options.bots)
    except OSError as error:
        # The output cannot be written; the interpreter must not try to flush it again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1 if isinstance(error, BrokenPipeError) else _fail(f"output: {error.strerror}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules of Cacao.")
    commands = parser.add_subparsers(dest="command", required=True)
    replaying = commands.add_parser("replay", help="check a game record and print its result")
    replaying.add_argument("--trace", action="store_true", help="also print every position")
    replaying.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    playing = commands.add_parser("play", help="let bots play and print the records")
    playing.add_argument("--players", type=int, choices=PLAYER_COUNTS, default=2)
    playing.add_argument("--seed", type=int, required=True, help="same seed, same records")
    playing.add_argument("--games", type=int, default=1)
    playing.add_argument(
        "--bots", default="greedy", help=f"one for all or one for each seat: {', '.join(BOTS)}"
    )
    return parser


def _replay(file: str, trace: bool) -> int:
    try:
        replayed = replay(read_record(_read(file)))
    except RecordError as error:
        return _fail(_refusal(error))
    except OSError as error:
        return _fail(f"{file}: {error.strerror or error}")
    if trace:
        for turn, position in enumerate(replayed.positions[1:]):
            print(trace_line(turn, position))
    print(result_line(replayed.scoring), flush=True)
    return 0


def _read(file: str) -> bytes:
    """At most a byte more than a record may have, so that a huge file is not loaded."""
    if file == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as record:
        return record.read(MAX_BYTES + 1)


def _refusal(error: RecordError) -> str:
    where = "" if error.turn is None else f"turn {error.turn}: "
    sentence = REFUSALS[error.reason]
    if error.reason is Reason.MALFORMED:
        sentence = f"{sentence.rstrip('.')}: {error.detail}."
    return where + sentence


def _play(players: int, seed: int, games: int, names: str) -> int:
    chosen = names.split(",")
    if len(chosen) == 1:
        chosen *= players
    if len(chosen) != players or not set(chosen) <= BOTS.keys():
        return _fail(f"--bots wants one or {players} of: {', '.join(BOTS)}")
    if games < 1:
        return _fail("--games wants 1 or more")
    seats = [Player(f"{n + 1} {name}", COLORS[n]) for n, name in enumerate(chosen)]
    for game in range(games):
        game_seed = sha256(f"cacao play {seed} {game}".encode()).digest()
        _, moves = play_match([BOTS[name] for name in chosen], game_seed)
        print(write_record(seats, *decks(players, game_seed), moves), flush=True)
    return 0


def _fail(line: str) -> int:
    """Say what is wrong in one line, whatever a file name holds."""
    print("".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
