"""A wire to a server that can be cut without a goodbye, as by a power failure or a router that forgets."""

import select
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

from tests.servers.processes import HOST

_RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: what is closed is reset."""


class Wire(ThreadingTCPServer):
    """Carries what comes to its port to another port."""

    daemon_threads = True

    def __init__(self, to_port: int) -> None:
        super().__init__((HOST, 0), _Carrier)
        self.port: int = self.server_address[1]
        self.to_port = to_port
        self.cuts = 0

    def cut(self) -> None:
        """Everything that is connected is lost: nobody is told, and whoever speaks is refused."""
        self.cuts += 1


class _Carrier(BaseRequestHandler):
    server: Wire

    def handle(self) -> None:
        cuts = self.server.cuts
        with socket.create_connection((HOST, self.server.to_port)) as there:
            others = {self.request: there, there: self.request}
            while True:
                for end in select.select(list(others), [], [])[0]:
                    data = end.recv(65536)
                    if self.server.cuts > cuts:
                        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                        return
                    if not data:
                        return
                    others[end].sendall(data)


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """A wire to this port of the machine."""
    with Wire(port) as wire:
        Thread(target=wire.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield wire
        finally:
            wire.shutdown()
