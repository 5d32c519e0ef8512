"""The log of moves: append-only, the truth about a game."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.models.columns import Model, word


class By(StrEnum):
    """Who made a move."""

    PLAYER = "player"
    NOBODY = "nobody"
    """There was nothing to decide."""
    ORDER = "order"
    STAND_IN = "stand-in"
    BOT = "bot"


class Move(Model):
    """One move of one seat, with what it did and a digest of the position after it."""

    __tablename__ = "moves"
    __table_args__ = (UniqueConstraint("game_id", "number"), UniqueConstraint("game_id", "seat", "version"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    number: Mapped[int]
    seat: Mapped[int]
    version: Mapped[int]
    notation: Mapped[str] = mapped_column(String(200))
    by: Mapped[By] = mapped_column(word(By))
    events: Mapped[list[Any]]
    digest: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime]
