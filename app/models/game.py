"""Games, and what the log says besides moves."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.models.columns import Model, index_where, word
from app.models.person import Person
from app.models.seat import Seat


class GameStatus(StrEnum):
    """Where a game stands."""

    UNCONFIRMED = "unconfirmed"
    """Made by somebody whose address is not proved yet; nobody is invited so far."""
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Game(Model):
    """One game. The log of moves is the truth; `state` is a cache of it, so a page costs the same always."""

    __tablename__ = "games"
    __table_args__ = (
        index_where("listed AND status = 'open'", "created_at", name="ix_games_listed_open"),
        index_where("status = 'running'", "id", name="ix_games_running"),
        index_where("status = 'unconfirmed'", "created_at", name="ix_games_unconfirmed"),
        index_where("rematch_of_id IS NOT NULL", "rematch_of_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(16), unique=True)
    """The game's name in addresses: random, so that a private game is not found by trying."""
    title: Mapped[str] = mapped_column(String(60))
    status: Mapped[GameStatus] = mapped_column(word(GameStatus))
    host_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    listed: Mapped[bool]
    pace_hours: Mapped[int | None]
    """The time for a move; empty: the game waits for ever."""
    first_seat_id: Mapped[int | None]
    """Who starts, if the host chose; else by lot."""
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    rematch_of_id: Mapped[int | None] = mapped_column(ForeignKey("games.id", ondelete="SET NULL"))
    commitment: Mapped[str | None] = mapped_column(String(64))
    rules_version: Mapped[int | None]
    move_count: Mapped[int] = mapped_column(default=0)
    revision: Mapped[int] = mapped_column(default=0, server_default="0")
    """Counts every change of the game that a page shows; what is cached is cached under it, for a minute."""
    seed: Mapped[bytes | None] = mapped_column(LargeBinary(32), deferred=True)
    state: Mapped[dict[str, Any] | None] = mapped_column(deferred=True)
    result: Mapped[dict[str, Any] | None] = mapped_column(deferred=True)
    """Of a finished game: gold and winners by seat number."""

    host: Mapped[Person] = relationship(lazy="joined", innerjoin=True)
    seats: Mapped[list[Seat]] = relationship(
        back_populates="game", lazy="selectin", order_by=(Seat.number, Seat.id), cascade="all, delete-orphan"
    )

    def seat(self, number: int) -> Seat:
        """The seat with this number in playing order, once the game has started."""
        return next(seat for seat in self.seats if seat.number == number)


class Message(Model):
    """What a player says to the others; it has its place in the log."""

    __tablename__ = "messages"
    __table_args__ = (Index(None, "game_id", "move_number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"))
    text: Mapped[str] = mapped_column(String(500))
    move_number: Mapped[int]
    made_at: Mapped[datetime]


class NoticeKind(StrEnum):
    """What the log tells besides moves."""

    MORE_TIME = "more-time"
    HOLIDAY = "holiday"
    RESIGNED = "resigned"
    STAND_IN = "stand-in"
    CAME_BACK = "came-back"


class Notice(Model):
    """Something everybody in a game should know that is no move."""

    __tablename__ = "notices"
    __table_args__ = (Index(None, "game_id", "move_number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"))
    kind: Mapped[NoticeKind] = mapped_column(word(NoticeKind))
    move_number: Mapped[int]
    """How many moves had been made by then: its place in the log."""
    made_at: Mapped[datetime]
    until: Mapped[datetime | None]
