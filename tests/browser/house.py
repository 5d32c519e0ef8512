"""The service behind a real port, with a letter box of its own; its worker works when it is told to."""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from app import clock
from app.models import Seat
from app.usecases import clocks
from engine import GameState, LayTile, apply, forced, legal_moves, read_move, stream, view_for, write_move
from engine.bots import BOTS
from tests.installing import Installed
from tests.servers.mailbox import Mail
from tests.servers.processes import HOST, free_port
from tests.servers.smtp import SmtpServer
from tests.world import World
from worker.delivery import deliver_due
from worker.smtp import Relay
from worker.tasks import play_all


@dataclass
class House:
    """Ann, Bob, Cleo and Dan play here."""

    world: World
    base: str
    server: SmtpServer
    letters: Path
    read: set[int] = field(default_factory=set)
    """Which mails were taken out of the letter box."""

    def work(self) -> None:
        """What the worker does in its sweep: play for whoever is due, remind, deliver."""
        relay = Relay(f"smtp://{self.server.host}:{self.server.port}")
        service = self.world.service
        so_far = len(self.server.mails)
        with closing(relay), self.world.app.app_context():
            for game_id in clocks.games_due(service, clock.now()):
                play_all(service, game_id, end=inf)
            clocks.remind_due(service, clock.now())
            deliver_due(service, relay)
        for mail in self.server.mails[so_far:]:
            (self.letters / f"{secrets.token_hex(16)}.eml").write_bytes(mail.raw)

    def mail_to(self, name: str, link: str) -> str:
        """The link of this kind in the newest mail to somebody that has one and was not read yet."""
        self.work()
        for number, mail in reversed(list(enumerate(self.server.mails))):
            if f"{name.lower()}@example.org" in mail.recipients and number not in self.read:
                found = re.search(rf"{re.escape(self.base)}/{link}/[\w.\-]+", mail.text)
                if found:
                    self.read.add(number)
                    return found[0]
        raise AssertionError(f"no mail to {name} with a link /{link}/")

    def mails_to(self, name: str) -> list[Mail]:
        """Every mail somebody got."""
        self.work()
        return [mail for mail in self.server.mails if f"{name.lower()}@example.org" in mail.recipients]

    def start(self, *guests: str, **wish: Any) -> str:
        """A game that Ann hosts and begins, dealt as always."""
        with self.world.app.test_request_context():
            return self.world.start_game(*guests, **wish)

    def play(self, key: str, until: Callable[[GameState], bool] = lambda state: state.over) -> None:
        """Let everybody play well until the position is as wanted."""
        with self.world.app.test_request_context():
            while not until(state := self.world.state(key)):
                owing = self.world.owing(key)
                assert owing, "the game ended before the position was reached"
                seat = owing[0]
                move = BOTS["greedy"](view_for(state, seat), stream(b"the same bots", str(state.turn)))
                self.world.submit(self.world.link(key, seat), move)

    def follow(self, key: str, layings: Sequence[str]) -> None:
        """Lay tiles as written; whoever is asked sells what comes first."""
        with self.world.app.test_request_context():
            for written in layings:
                seat = self.world.state(key).active
                self.world.submit(self.world.link(key, seat), read_move(written))
                while self.world.state(key).awaits_workers:
                    self.world.move(key, self.world.owing(key)[0])

    def turn(self, key: str, seat: int, **query: object) -> str:
        """The address of what a seat owes."""
        token = self.world.service.tokens.turn(self.world.link(key, seat))
        return f"{self.base}/t/{token}" + (f"?{urlencode(query)}" if query else "")

    def hurry(self, key: str, name: str, **columns: timedelta) -> None:
        """Time travel: move a seat's clocks, such as `due_at`, to so long from now."""
        person = self.world.person(name)
        with self.world.service.database.writing() as session:
            seat = next(seat for seat in self.world.game(key).seats if seat.person_id == person)
            row = session.get_one(Seat, seat.id)
            for column, span in columns.items():
                setattr(row, column, clock.now() + span)

    def layings(self, key: str, seat: int) -> list[LayTile]:
        """Every way a seat can lay a tile now."""
        return [move for move in legal_moves(self.world.state(key), seat) if isinstance(move, LayTile)]


def ready_to_lay(seat: int) -> Callable[[GameState], bool]:
    """Whether a seat is to lay a tile."""
    return lambda state: not state.awaits_workers and state.active == seat and state.turn > 1


def can_fill(state: GameState, seat: int, tiles: int) -> bool:
    """Whether a seat can lay a tile so that it chooses between ways to fill that many spaces."""
    if state.awaits_workers or state.over or state.active != seat or len(set(state.display)) < 2:
        return False
    return any(filling(state, move) == tiles for move in legal_moves(state, seat))


def filling(state: GameState, move: object) -> int:
    """How many spaces a move fills, with the one that takes a drawn tile."""
    assert isinstance(move, LayTile)
    after = apply(state, state.active, move).state
    return len(after.jungle) - len(state.jungle)


def asks(state: GameState, whom: int) -> str | None:
    """A move after which somebody else has to decide, if the active player has one."""
    if state.awaits_workers or state.over or state.active == whom:
        return None
    for move in legal_moves(state, state.active):
        after = apply(state, state.active, move).state
        if after.owed[whom] and forced(after, whom) is None:
            return write_move(move)
    return None


THREE_SPACES = (
    "1111@-1,0:0",
    "2101@1,2:0",
    "2101@0,-1:0 mine-2@-1,-1",
    "1111@-2,-1:0 market-3@-2,0",
    "1111@-3,0:0 sun@-3,-1",
    "2101@-4,-1:0 plantation-1@-4,0",
    "2101@-4,1:0 market-3@-3,1",
    "1111@-3,2:0 plantation-2@-4,2",
    "2101@-4,3:0 temple@-3,3",
    "2101@-2,3:0 water@-2,2",
)
"""How a game of two comes to the rare place where one tile fills three spaces."""


class _Server(ThreadingMixIn, WSGIServer):
    """Answers many at once. Unlike Werkzeug's, it closes the answer to a browser that has gone."""

    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """The service has its own log."""


@contextmanager
def open_house(installed: Installed, smtp: SmtpServer, letters: Path) -> Iterator[House]:
    """Serve the pages from a thread."""
    port = free_port()
    base = f"http://{HOST}:{port}"
    world = installed(base_url=base, mailbox=letters)
    world.now = clock.now()
    server = make_server(HOST, port, world.app, _Server, _Quiet)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield House(world, base, smtp, letters)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
