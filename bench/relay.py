"""A relay in a process of its own, so that what it takes costs the others no time: `python -m bench.relay`.

It prints its port. At a line of input it tells how many mails it has taken since the last one, and the length
of the newest, which follows.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.stack import ROOT
from tests.servers.smtp import run_smtp


class Relay:
    """What measures asks it for what it took."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.port = int(self._line())

    def taken(self) -> tuple[int, bytes]:
        """How many mails since the last time, and the newest."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        count, length = map(int, self._line().split())
        return count, self._process.stdout.read(length)

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@contextmanager
def run_relay() -> Iterator[Relay]:
    """A relay until the end of the block."""
    command = [sys.executable, "-m", "bench.relay"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Relay(process)
        process.communicate()


def main() -> None:
    """Take mails until the input ends."""
    with run_smtp() as smtp:
        print(smtp.port, flush=True)
        while sys.stdin.readline():
            newest = smtp.mails[-1].raw if smtp.mails else b""
            sys.stdout.buffer.write(b"%d %d\n%s" % (len(smtp.mails), len(newest), newest))
            sys.stdout.buffer.flush()
            smtp.clear()


if __name__ == "__main__":
    main()
