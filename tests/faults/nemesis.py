"""The nemesis: breaks one thing after another, as a seed tells it, and mends it again."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable

from tests.faults.stack import Stack
from tests.servers.mailbox import ACCEPT, Behaviour, Stage, answer, delay, hang_up
from tests.servers.processes import Server

MOST_BROKEN = 2
_MISCHIEF: dict[str, Behaviour] = {
    "smtp answers 421": answer(421, Stage.RCPT),
    "smtp answers 421 to all who come": answer(421, Stage.CONNECT),
    "smtp answers 450": answer(450, Stage.RCPT),
    "smtp answers 451 at the end": answer(451, Stage.END),
    "smtp is slow": delay(1.5),
    "smtp is slower than a lease": delay(6),
    "smtp breaks off in the middle": hang_up(Stage.DATA),
    "smtp breaks off after the mail": hang_up(Stage.END),
}


class Nemesis(threading.Thread):
    """Torments a stack until it is told to stop; then everything is mended."""

    def __init__(self, stack: Stack, seed: str) -> None:
        super().__init__(name="nemesis")
        self._stack = stack
        self._chance = random.Random(seed)
        self._stopped = threading.Event()
        self._deck: list[tuple[str, str]] = []
        self._broken: dict[str, Callable[[], None]] = {}
        """What is broken, and how to mend it."""
        self.deeds: Counter[str] = Counter()
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._stopped.wait(self._chance.uniform(0.1, 0.6)):
                if self._broken and (len(self._broken) >= MOST_BROKEN or self._chance.random() < 0.4):
                    self._mend(self._chance.choice(sorted(self._broken)))
                else:
                    self._break()
        except BaseException as error:
            self.fault = error
        finally:
            for name in sorted(self._broken):
                self._mend(name)

    def stop(self) -> None:
        """End it, and say if it could not mend something."""
        self._stopped.set()
        self.join()
        if self.fault is not None:
            raise self.fault

    def _mend(self, name: str) -> None:
        self._broken.pop(name)()

    def _break(self) -> None:
        """The next deed of a shuffled deck: in a while, everything is broken in every way."""
        if not self._deck:
            self._deck = self._all_deeds()
            self._chance.shuffle(self._deck)
        name, deed = self._deck.pop()
        if name in self._broken or (deed == "flush" and "redis" in self._broken):
            return
        if deed == "flush":
            self._stack.redis.flush()
            self.deeds["flush redis"] += 1
        elif name == "smtp":
            self._spoil_mail(deed)
        else:
            self._torment(name, self._stack.servers[name], deed)

    def _all_deeds(self) -> list[tuple[str, str]]:
        deeds = [(name, deed) for name in self._stack.servers for deed in ("kill", "stop", "restart")]
        deeds += [("smtp", name) for name in (*_MISCHIEF, "stop")]
        return [*deeds, ("memory", "flush"), ("memory", "flush")]

    def _torment(self, name: str, server: Server, deed: str) -> None:
        self.deeds[f"{deed} {name.rstrip('0123456789')}"] += 1
        if deed == "kill":
            server.kill()
            self._broken[name] = server.start
        elif deed == "stop":
            server.stop()
            self._broken[name] = server.cont
        else:
            server.restart()

    def _spoil_mail(self, deed: str) -> None:
        smtp = self._stack.smtp
        if deed == "stop":
            smtp.stop()
            self.deeds["stop smtp"] += 1
            self._broken["smtp"] = smtp.start
            return
        self.deeds[deed] += 1
        smtp.default = _MISCHIEF[deed]
        self._broken["smtp"] = self._unspoil

    def _unspoil(self) -> None:
        self._stack.smtp.default = ACCEPT


def wait_until(check: Callable[[], bool], what: Callable[[], str], seconds: float) -> None:
    """Wait until something is so, or say what is missing."""
    end = time.monotonic() + seconds
    while not check():
        if time.monotonic() > end:
            raise TimeoutError(what())
        time.sleep(0.2)
