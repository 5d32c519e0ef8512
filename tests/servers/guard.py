"""Ends a server whose starter is gone, however it went: `python guard.py PID SIGNAL FOLDER`.

It waits at the end of a pipe that only the starter holds open, so even `kill -9` of the tests leaves
nothing behind. It runs on its own, without the packages of the project.
"""

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path


def _status(pid: int) -> tuple[str, int] | None:
    """The state and the parent of a process."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return state, int(parent)


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    status = _status(pid)
    return status is not None and status[0] not in "ZX"


def family(pid: int) -> list[int]:
    """A process and all that descend from it, parents first: killed in this order, none has more children."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (status := _status(int(entry.name))):
            children.setdefault(status[1], []).append(int(entry.name))
    found = [pid]
    for member in found:
        found.extend(children.get(member, ()))
    return found


def signal_all(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to those that are still there."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def kill_family(pid: int, seconds: float = 10) -> None:
    """Kill -9 a process with its descendants, and wait until all have let go of their files and ports."""
    pids = family(pid)
    signal_all(pids, signal.SIGKILL)
    _wait_until_gone(pids, seconds)


def ask_to_end(pid: int, ending: signal.Signals) -> None:
    """Send the signal that a server takes for a request to end, and wake it if it is frozen."""
    signal_all([pid], ending)
    signal_all(family(pid), signal.SIGCONT)


def _wait_until_gone(pids: list[int], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while any(alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.005)


def _main(pid: int, ending: signal.Signals, folder: str) -> None:
    sys.stdin.read()
    ask_to_end(pid, ending)
    _wait_until_gone([pid], seconds=5)
    kill_family(pid)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main(int(sys.argv[1]), signal.Signals(int(sys.argv[2])), sys.argv[3])
