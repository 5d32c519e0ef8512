"""A trial: games are played by mail while a nemesis rages; afterwards nothing is lost."""

import re
import time
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from app import clock
from app.models import Delivery, Game, GameStatus, Kind, Move, Notification
from app.models import Person as PersonRow
from app.refused import Refused
from app.usecases import hosting, people
from app.usecases.records import verify
from tests.faults.nemesis import Nemesis, wait_until
from tests.faults.players import Person, Tally
from tests.faults.stack import Stack

PEOPLE = ("ann", "bob", "cleo", "dan")
UNKNOWN = {"nobody@example.org": 550, "spam@example.org": 554}
"""Addresses whose server says no for good, and how."""


@dataclass
class Report:
    """What a trial came to."""

    seed: str
    seconds: float
    games: int
    moves: int
    acknowledged: int
    mails: int
    copies: int
    """Mails that arrived more than once."""
    again: int
    quiet_after: float
    """Seconds from the end of the nemesis to the last owed mail."""
    p50: float
    p99: float
    deeds: Counter[str]
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        deeds = ", ".join(f"{name} ×{count}" for name, count in sorted(self.deeds.items()))
        lines = [
            f"seed {self.seed}: {self.seconds:.0f} s of {sum(self.deeds.values())} faults ({deeds})",
            f"{self.games} games finished, {self.moves} moves, {self.acknowledged} acknowledged to players",
            f"{self.mails} mails arrived, {self.copies} of them again; {self.again} requests sent again",
            f"posts: median {self.p50 * 1000:.0f} ms, p99 {self.p99 * 1000:.0f} ms; "
            f"quiet {self.quiet_after:.1f} s after the last fault",
        ]
        return "\n".join(lines + [f"FAULT: {fault}" for fault in self.faults])


def run_trial(stack: Stack, seed: str, seconds: float, patience: float = 120) -> Report:
    """Let games be played under the nemesis for so long, then calm down, wait for the end, and look."""
    stack.smtp.unknown.update(UNKNOWN)
    tally = Tally()
    create_games(stack, 0)
    invite_the_unknown(stack)
    players = [Person(stack, f"{name}@example.org", tally, f"{seed} {name}") for name in PEOPLE]
    for player in players:
        player.start()
    nemesis = Nemesis(stack, seed)
    began = time.monotonic()
    nemesis.start()
    rounds = 1
    while time.monotonic() - began < seconds and not tally.complaints:
        time.sleep(0.2)
        rounds += _next_round(stack, rounds)
    nemesis.stop()
    calm = time.monotonic()
    try:
        wait_until(
            lambda: bool(tally.complaints) or is_quiet(stack), lambda: what_is_missing(stack), patience
        )
    finally:
        tally.stopped.set()
        for player in players:
            player.join(20)
    quiet_after = time.monotonic() - calm
    return _report(stack, seed, tally, nemesis, calm - began, quiet_after)


def create_games(stack: Stack, number: int) -> None:
    """Ann hosts a game of two, one of three, and one with a bot."""
    world, now = stack.world, clock.now()
    with world.app.test_request_context():
        with world.service.database.writing() as session:
            ids = {
                name: people.found_or_made(session, f"{name}@example.org", now, name=name.title()).id
                for name in PEOPLE
            }
        host = PEOPLE[number % len(PEOPLE)]
        others = [f"{name}@example.org" for name in PEOPLE if name != host]
        for guests in ([others[0]], [others[1], "bot:greedy"]):
            wish = hosting.NewGame(f"Game {number}", guests, pace_hours=None, first=0)
            hosting.create(world.service, ids[host], wish, now)


def invite_the_unknown(stack: Stack) -> None:
    """Two open games whose guests cannot be reached; their invitations bounce."""
    world, now = stack.world, clock.now()
    with world.app.test_request_context():
        with world.service.database.writing() as session:
            host = people.found_or_made(session, "dan@example.org", now, name="Dan").id
        for address in UNKNOWN:
            wish = hosting.NewGame("Nobody comes", [address], pace_hours=None)
            hosting.create(world.service, host, wish, now)


def _next_round(stack: Stack, number: int) -> int:
    """More games once all are finished, in a long trial; the nemesis may forbid it for the moment."""
    try:
        if not all_finished(stack):
            return 0
        create_games(stack, number)
    except Refused:
        raise
    except Exception:
        return 0
    return 1


def all_finished(stack: Stack) -> bool:
    with stack.world.service.database.reading() as session:
        query = select(Game.id).where(Game.title.like("Game %"), Game.status != GameStatus.FINISHED)
        return session.scalar(query.limit(1)) is None


def is_quiet(stack: Stack) -> bool:
    """All games are over and no mail waits."""
    with stack.world.service.database.reading() as session:
        waiting = select(Notification.id).where(Notification.delivery == Delivery.PENDING)
        return all_finished(stack) and session.scalar(waiting.limit(1)) is None


def what_is_missing(stack: Stack) -> str:
    with stack.world.service.database.reading() as session:
        games = session.execute(select(Game.key, Game.status, Game.move_count)).all()
        waiting = select(Notification).where(Notification.delivery == Delivery.PENDING)
        mails = [
            (row.id, row.kind, row.due_at.isoformat(), row.attempts, row.error)
            for row in session.scalars(waiting)
        ]
    return f"{stack.logs()}\nnot quiet: {games}\n{mails}"


def _report(
    stack: Stack, seed: str, tally: Tally, nemesis: Nemesis, seconds: float, quiet_after: float
) -> Report:
    with stack.world.service.database.reading() as session:
        moves = list(session.scalars(select(Move)))
        games = list(session.scalars(select(Game)))
        rows = list(session.scalars(select(Notification)))
        addresses = {person.id: person.address for person in session.scalars(select(PersonRow))}
    keys = {game.id: game.key for game in games}
    copies = arrived(stack)
    latencies = sorted(tally.latencies) or [0.0]
    return Report(
        seed=seed,
        seconds=seconds,
        games=sum(game.status is GameStatus.FINISHED for game in games),
        moves=len(moves),
        acknowledged=len(set(tally.acknowledged)),
        mails=len(copies),
        copies=sum(len(receivers) - 1 for receivers in copies.values()),
        again=tally.again,
        quiet_after=quiet_after,
        p50=latencies[len(latencies) // 2],
        p99=latencies[int(len(latencies) * 0.99)],
        deeds=nemesis.deeds,
        faults=[
            *tally.complaints,
            *faults_of_moves(tally, moves, keys),
            *faults_of_mails(rows, addresses, copies),
            *(f"game {key}: {fault}" for key, fault in verify(stack.world.service, None) if fault),
        ],
    )


def arrived(stack: Stack) -> dict[tuple[int, str], list[str]]:
    """For each row of the outbox and Message-ID, the receivers of its copies."""
    found: dict[tuple[int, str], list[str]] = {}
    for mail in stack.smtp.mails:
        message_id = str(mail.message["Message-ID"])
        row_id = int(re.findall(r"\d+", message_id)[0])
        found.setdefault((row_id, message_id), []).extend(mail.recipients)
    return found


def faults_of_moves(tally: Tally, moves: list[Move], keys: dict[int, str]) -> list[str]:
    """Every acknowledged move must be there, once."""
    made = Counter((keys[move.game_id], move.seat, move.version, move.notation) for move in moves)
    wanted = {(*move.link, move.notation) for move in tally.acknowledged}
    return [f"acknowledged move {move} is there {made[move]} times" for move in wanted if made[move] != 1]


def faults_of_mails(
    rows: list[Notification], addresses: dict[int, str], copies: dict[tuple[int, str], list[str]]
) -> list[str]:
    """What was owed arrived, at its person, under one Message-ID; and nothing else did."""
    faults = []
    by_row: dict[int, list[list[str]]] = {}
    for (row_id, _), receivers in copies.items():
        by_row.setdefault(row_id, []).append(receivers)
    for row in rows:
        versions = by_row.pop(row.id, [])
        faults += [f"mail {row.id} ({row.kind}): {words}" for words in _wrong_with(row, addresses, versions)]
    return faults + [f"a mail that nobody owed: {row_id}" for row_id in by_row]


def _wrong_with(row: Notification, addresses: dict[int, str], versions: list[list[str]]) -> list[str]:
    address = addresses[row.person_id]
    wrong = []
    if len(versions) > 1:
        wrong.append("its copies have several Message-IDs")
    receivers = [receiver for version in versions for receiver in version]
    if set(receivers) - {address}:
        wrong.append(f"it went to {set(receivers)} instead of {address}")
    if len(receivers) > row.attempts:
        wrong.append(f"{len(receivers)} copies after {row.attempts} attempts")
    if row.delivery is Delivery.SENT and not receivers:
        wrong.append("it is marked as sent and never arrived")
    if row.delivery is Delivery.VOID and not receivers and row.kind not in (Kind.YOUR_TURN, Kind.DECIDE):
        wrong.append("it was owed and became void")  # a turn may be made on the page, without its mail
    if (row.delivery is Delivery.REFUSED) != (address in UNKNOWN):
        wrong.append(f"it is {row.delivery}")
    if row.delivery in (Delivery.PENDING, Delivery.QUARANTINED):
        wrong.append(f"it is {row.delivery}")
    return wrong
