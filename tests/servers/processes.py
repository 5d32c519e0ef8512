"""Servers that are processes: found, started, waited for, tormented and ended."""

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any, Self

from tests.servers import guard

HOST = "127.0.0.1"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
"""What the browser is called; `install.sh` looks for the same names."""


def find_binary(*names: str, folders: Sequence[Path] = ()) -> str:
    """The path of the first of these programs: in the folders, else on the PATH."""
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", os.defpath)])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    raise FileNotFoundError(f"{' or '.join(names)} is not installed: run `make servers`")


def free_port() -> int:
    """A port nobody listens on.

    It lies below those the system gives to outgoing connections: a client that tries to reach a killed
    server would otherwise one day be given the server's own port, and talk to itself.
    """
    while True:
        port = random.randrange(15_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port


def run_as(user: str | None) -> dict[str, Any]:
    """The arguments that make `subprocess` run a program as this user."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


@contextmanager
def scratch_folder(user: str | None = None) -> Iterator[Path]:
    """A temporary folder that belongs to the user; not pytest's own, which only we may enter."""
    with TemporaryDirectory(prefix="cacao-test-", ignore_cleanup_errors=True) as name:
        if user is not None:
            shutil.chown(name, user, pwd.getpwnam(user).pw_gid)
        yield Path(name)


@dataclass
class Server:
    """A process that serves a port from a folder; a context manager that starts and ends it.

    `ready` raises while the server does not yet serve. What it prints is in the folder's `log`.
    """

    command: Sequence[str]
    folder: Path
    port: int
    ready: Callable[[], object]
    user: str | None = None
    env: Mapping[str, str] | None = None
    ending: signal.Signals = signal.SIGTERM
    patience: float = 20
    """Seconds to become ready, and to end."""
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _guard: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process started last, which may have ended."""
        assert self.process is not None, "the server was never started"
        return self.process.pid

    @property
    def running(self) -> bool:
        """Whether the process is there, be it stopped."""
        return self.process is not None and self.process.poll() is None

    def log_tail(self, lines: int = 15) -> str:
        """The end of what the server printed."""
        log = self.folder / "log"
        text = log.read_text(errors="replace") if log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        assert not self.running, "the server already runs"
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for pytest alone, which then ends us in good order
                **run_as(self.user),
            )
        try:
            self._set_guard()
            self._wait_until_ready()
        except BaseException:
            self.kill()
            raise

    def close(self) -> None:
        """Ask the server to end, wait for it, and kill it if it does not."""
        if self.process is not None and self.running:
            guard.ask_to_end(self.pid, self.ending)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(self.patience)
        self.kill()

    def kill(self) -> None:
        """Kill -9 the server with its children, as a power cut would; `restart` brings it back."""
        if self.running:
            guard.kill_family(self.pid)
        if self.process is not None:
            self.process.wait()
        if self._guard is not None:
            with self._guard:
                self._guard.kill()
            self._guard = None

    def stop(self) -> None:
        """Freeze the server and its children: connections stay, nobody answers."""
        guard.signal_all(guard.family(self.pid), signal.SIGSTOP)

    def cont(self) -> None:
        """Let a frozen server go on."""
        guard.signal_all(guard.family(self.pid), signal.SIGCONT)

    @contextmanager
    def frozen(self, patience: float = 10) -> Iterator[None]:
        """Freeze the server for a while. Whoever waits for it is let go in the end, and found out."""
        began, thaw = time.monotonic(), Timer(patience, self.cont)
        self.stop()
        thaw.start()
        try:
            yield
        finally:
            thaw.cancel()
            self.cont()
        assert time.monotonic() - began < patience, "somebody waited for a frozen server"

    def restart(self) -> None:
        """Start again on the same port and folder, whether it runs or was killed."""
        self.close()
        self.start()

    def _set_guard(self) -> None:
        self._guard = subprocess.Popen(
            [
                sys.executable,
                "-I",
                "-S",
                guard.__file__,
                str(self.pid),
                str(int(self.ending)),
                str(self.folder),
            ],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + self.patience
        while True:
            if not self.running:
                raise RuntimeError(f"{self.command[0]} ended at its start:\n{self.log_tail()}")
            try:
                self.ready()
            except Exception as error:
                if time.monotonic() > deadline:
                    what = f"{self.command[0]} was not ready after {self.patience} s"
                    raise TimeoutError(f"{what} ({error}):\n{self.log_tail()}") from error
                time.sleep(0.01)
            else:
                return
