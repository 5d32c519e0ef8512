"""The log of a game: moves, notices and messages, as people read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext

from app import telling
from app.models import By, Game, Message, Move, Notice, NoticeKind
from engine import Event, JungleFilled, LayTile, Space, TileLaid, TurnEnded, load_events, read_move


@dataclass(frozen=True)
class Told:
    """One entry of the log."""

    number: int
    """The move's number, from 1; a notice has the number of the move before it."""
    seat: int
    at: datetime
    name: str = ""
    deeds: Sequence[str] = ()
    """What whoever sits there did: phrases that stand after their name."""
    sentences: Sequence[str] = ()
    """What else there is to say."""
    remark: str = ""
    turn: int | None = None
    """The turn a move belongs to, from 1."""
    lays: bool = False
    ends_turn: bool = False

    @property
    def words(self) -> str:
        """The whole entry as people read it."""
        done = telling.sentence(self.name, self.deeds, self.remark)
        return " ".join(filter(None, (done, *self.sentences)))


def entry_of(move: Move, names: Sequence[str]) -> Told:
    """A move as the log tells it."""
    events = load_events(move.events)
    return Told(
        number=move.number + 1,
        seat=move.seat,
        at=move.made_at,
        name=names[move.seat],
        deeds=telling.deeds(events),
        sentences=telling.asides(events),
        remark=telling.played_by(move.by),
        turn=turn_of(move.version),
        lays=isinstance(read_move(move.notation), LayTile),
        ends_turn=any(isinstance(event, TurnEnded) for event in events),
    )


def turn_of(version: int) -> int:
    """The turn that the version of a debt belongs to, as people count: from 1."""
    return version // 2 + 1


def log_of(
    game: Game,
    moves: Sequence[Move],
    notices: Sequence[Notice],
    messages: Sequence[Message],
    names: Sequence[str],
) -> list[Told]:
    """All of it in the order in which it happened."""
    told = [entry_of(move, names) for move in moves]
    numbers = {seat.id: number for number, seat in enumerate(game.seats)}
    for notice in notices:
        seat = numbers[notice.seat_id]
        words = [telling.notice(notice, names[seat])]
        told.append(Told(notice.move_number, seat, notice.made_at, sentences=words))
    for message in messages:
        seat = numbers[message.seat_id]
        words = [gettext("%(name)s says: “%(text)s”", name=names[seat], text=message.text)]
        told.append(Told(message.move_number, seat, message.made_at, sentences=words))
    return sorted(told, key=lambda entry: (entry.number, entry.turn is None, entry.at))


def by_others(
    game: Game, own: int, moves: list[Move], notices: list[Notice], messages: list[Message]
) -> tuple[list[Move], list[Notice], list[Message]]:
    """Without what the player of a seat did and said: what a stand-in or a neighbour's tile did stays."""
    seat, players = game.seat(own), len(game.seats)
    stood_in = {turn_of(move.version) for move in moves if move.seat == own and move.by is By.STAND_IN}

    def is_own(move: Move) -> bool:
        own_turn = move.version // 2 % players == own
        return move.seat == own and own_turn and turn_of(move.version) not in stood_in

    return (
        [move for move in moves if not is_own(move)],
        [each for each in notices if each.seat_id != seat.id or each.kind is NoticeKind.STAND_IN],
        [each for each in messages if each.seat_id != seat.id],
    )


def laid_in(events: Sequence[Event]) -> list[Space]:
    """The spaces of the tile laid and the jungle tiles filled in, if these are the events of a `LayTile`."""
    if not any(isinstance(event, TileLaid) for event in events):
        return []
    return [event.at for event in events if isinstance(event, TileLaid | JungleFilled)]
