"""The outbox: what is owed to people by mail. The table is the truth; the broker only wakes the worker."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.models.columns import Model, index_where, word


class Kind(StrEnum):
    """The kinds of mail; each is a folder in `templates/mail/`."""

    INVITATION = "invitation"
    DECLINED = "declined"
    LEFT = "left"
    CANCELLED = "cancelled"
    GAME_STARTED = "game-started"
    YOUR_TURN = "your-turn"
    DECIDE = "decide"
    REMINDER = "reminder"
    TIME_RAN_OUT = "time-ran-out"
    PLAYED_FOR_YOU = "played-for-you"
    GAME_OVER = "game-over"
    SIGN_IN = "sign-in"
    DIGEST = "digest"


class Delivery(StrEnum):
    """What became of a mail."""

    PENDING = "pending"
    SENT = "sent"
    VOID = "void"
    """It was no longer true, or its receiver wants no mail."""
    REFUSED = "refused"
    """The receiver's server said no for good."""
    QUARANTINED = "quarantined"
    """It failed again and again; the operator looks at it."""


class Notification(Model):
    """One mail owed to one person."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("game_id", "move_number", "seat_id", "kind", "nth"),
        index_where("delivery = 'pending'", "due_at", name="ix_notifications_pending"),
        index_where("delivery = 'pending'", "person_id", name="ix_notifications_pending_person_id"),
        index_where("delivery = 'quarantined'", "id", name="ix_notifications_quarantined"),
        index_where("sign_in_id IS NOT NULL", "sign_in_id"),
        index_where("about_id IS NOT NULL", "about_id"),
        Index(None, "seat_id"),
        Index(None, "person_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[Kind] = mapped_column(word(Kind))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"))
    sign_in_id: Mapped[int | None] = mapped_column(ForeignKey("sign_ins.id", ondelete="CASCADE"))
    about_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    """Somebody else whom the mail tells of."""
    move_number: Mapped[int] = mapped_column(default=0)
    version: Mapped[int | None]
    """What the seat owed when this was written; the mail is void once that has passed."""
    nth: Mapped[int] = mapped_column(default=0)
    """Which of several of one kind for one move: a deadline that is put off brings another reminder."""
    created_at: Mapped[datetime]
    due_at: Mapped[datetime]
    """Not to be sent (or tried again) before."""
    delivery: Mapped[Delivery] = mapped_column(word(Delivery), default=Delivery.PENDING)
    lease: Mapped[str | None] = mapped_column(String(32))
    """Names the worker that is sending it; `due_at` is when another may take it over."""
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    error: Mapped[str | None] = mapped_column(String(300))


class RelayPause(Model):
    """Nothing is sent until then: the relay refused our login, or a backup was restored."""

    __tablename__ = "relay_pauses"

    id: Mapped[int] = mapped_column(primary_key=True)
    until: Mapped[datetime]
    reason: Mapped[str] = mapped_column(String(300))
