"""Seats: who sits there, and what they owe until when."""

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, ForeignKey, Index, String, UniqueConstraint, and_
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.models.columns import Model, index_where
from app.models.person import Person

if TYPE_CHECKING:
    from app.models.game import Game


class Seat(Model):
    """A place at a game's table: a person's, a bot's, or open.

    `due_at` is when the worker plays for the seat: at once for a bot, at the deadline for a person, never in
    a game that waits for ever.
    """

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        Index(None, "person_id"),
        index_where("due_at IS NOT NULL", "due_at"),
        index_where("remind_at IS NOT NULL", "remind_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    number: Mapped[int | None]
    """The place in playing order, as the engine counts seats; empty until the game starts."""
    color: Mapped[str] = mapped_column(String(10))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    bot: Mapped[str | None] = mapped_column(String(10))
    joined_at: Mapped[datetime | None]
    muted: Mapped[bool] = mapped_column(default=False)
    notes: Mapped[str] = mapped_column(String(2000), default="", server_default="")
    """What the player writes down for themselves."""

    owes_version: Mapped[int | None]
    """Names what the seat owes: twice the turn, plus one if it is `UseWorkers`."""
    owes_since: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    more_time: Mapped[int] = mapped_column(default=0)
    """How often the present deadline was put off."""
    missed: Mapped[int] = mapped_column(default=0)
    """Deadlines missed in a row."""
    away: Mapped[bool] = mapped_column(default=False)
    """The stand-in keeps the seat until its player returns."""
    resigned_at: Mapped[datetime | None]

    game: Mapped["Game"] = relationship(back_populates="seats")
    person: Mapped[Person | None] = relationship(lazy="joined")

    @property
    def is_open(self) -> bool:
        """Nobody sits here, and nobody is invited."""
        return self.person_id is None and self.bot is None

    @property
    def is_taken(self) -> bool:
        """Somebody sits here for good."""
        return self.bot is not None or self.joined_at is not None

    @property
    def plays_itself(self) -> bool:
        """The worker plays here without waiting for anybody."""
        return self.bot is not None or self.away or self.resigned_at is not None

    @hybrid_property
    def is_waited_for(self) -> bool:
        """The game waits for the person who sits here."""
        return self.owes_version is not None and not self.plays_itself

    @is_waited_for.inplace.expression
    @classmethod
    def _is_waited_for(cls) -> ColumnElement[bool]:
        owes = cls.owes_version.is_not(None)
        return and_(owes, cls.bot.is_(None), ~cls.away, cls.resigned_at.is_(None))
