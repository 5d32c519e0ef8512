"""A load from a process of its own: `python -m bench.load PORT SECONDS CONNECTIONS < requests`.

Each connection sends a request, reads the whole answer, and sends the next, over and over. The requests come
from standard input, each after a line with its length; with `once` each is sent only once. Prints JSON.
"""

import json
import re
import selectors
import socket
import sys
from collections.abc import Iterator
from itertools import cycle
from time import perf_counter

HOST = "127.0.0.1"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Connection:
    """One keep-alive connection."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        self._began = 0.0

    def send(self, request: bytes) -> None:
        """Begin a request."""
        self._received, self._began = b"", perf_counter()
        self.socket.sendall(request)

    def receive(self) -> tuple[int, float] | None:
        """Status and seconds of the answer, once it is complete."""
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("the server hung up")
        self._received += data
        head, separator, body = self._received.partition(b"\r\n\r\n")
        if not separator:
            return None
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        if len(body) < length:
            return None
        return int(head[9:12]), perf_counter() - self._began


def main(port: int, seconds: float, connections: int, once: bool) -> None:
    """Send for so long, or until each request has been sent."""
    requests = list(_requests())
    source = iter(requests) if once else cycle(requests)
    selector = selectors.DefaultSelector()
    took: list[float] = []
    statuses: dict[int, int] = {}
    started = perf_counter()
    for _ in range(connections):
        request = next(source, None)
        if request is not None:
            connection = Connection(port)
            selector.register(connection.socket, selectors.EVENT_READ, connection)
            connection.send(request)
    while selector.get_map():
        for key, _ in selector.select():
            connection = key.data
            done = connection.receive()
            if done is None:
                continue
            statuses[done[0]] = statuses.get(done[0], 0) + 1
            took.append(done[1])
            request = next(source, None) if perf_counter() - started < seconds else None
            if request is None:
                selector.unregister(connection.socket)
                connection.socket.close()
            else:
                connection.send(request)
    total = perf_counter() - started
    took.sort()
    p99 = took[int(len(took) * 0.99)] if took else 0.0
    print(json.dumps({"rate": len(took) / total, "statuses": statuses, "p99": p99, "count": len(took)}))


def _requests() -> Iterator[bytes]:
    while line := sys.stdin.buffer.readline():
        yield sys.stdin.buffer.read(int(line))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), "once" in sys.argv)
