"""People: an address with a name, a language and a time zone. No passwords."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.models.columns import Model, index_where, word


class Mailing(StrEnum):
    """How a person wants to be mailed."""

    AT_ONCE = "at-once"
    DIGEST = "digest"
    MUTE = "mute"


class Person(Model):
    """Somebody who plays, hosts or was invited."""

    __tablename__ = "people"
    __table_args__ = (
        index_where("never_mail OR mailing = 'mute'", "address", name="ix_people_silent"),
        Index(None, "reviewed_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    language: Mapped[str] = mapped_column(String(5), default="en")
    zone: Mapped[str] = mapped_column(String(40), default="UTC")
    mailing: Mapped[Mailing] = mapped_column(word(Mailing), default=Mailing.AT_ONCE)
    never_mail: Mapped[bool] = mapped_column(default=False)
    """Said "never mail me": nobody can invite this address again."""
    bouncing_since: Mapped[datetime | None]
    holiday_until: Mapped[date | None]
    """The last day of a holiday, in the person's own zone."""
    created_at: Mapped[datetime]
    reviewed_at: Mapped[datetime] = mapped_column(server_default="1970-01-01 00:00:00.000000")
    """When we last looked whether this is a stranger who never came."""
    erased_at: Mapped[datetime | None]
    """The person asked to be forgotten; the seats stay as "Former player"."""


class SilentInbox(Model):
    """Somebody who is forgotten said "never mail me": a digest of the inbox, so that it holds for ever."""

    __tablename__ = "silent_inboxes"

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), index=True)


class StandingOrder(Model):
    """What to answer when only a sale is to be decided; without one the person is asked.

    Sell at markets that pay at least `least_price`, and keep `keep` fruits back. An order for one game
    goes before the order for all (`game_id` is empty); `always_ask` takes the general one back for a game.
    """

    __tablename__ = "standing_orders"
    __table_args__ = (UniqueConstraint("person_id", "game_id"), index_where("game_id IS NOT NULL", "game_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    always_ask: Mapped[bool] = mapped_column(default=False)
    least_price: Mapped[int] = mapped_column(default=1)
    keep: Mapped[int] = mapped_column(default=0)


class SignInFor(StrEnum):
    """What a sign-in link does besides signing in."""

    NOTHING = "nothing"
    OPEN_GAME = "open-game"
    JOIN_GAME = "join-game"


class SignIn(Model):
    """A sign-in link that was asked for: minutes long, single use."""

    __tablename__ = "sign_ins"
    __table_args__ = (
        Index(None, "person_id", "created_at"),
        Index(None, "expires_at"),
        index_where("game_id IS NOT NULL", "game_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    purpose: Mapped[SignInFor] = mapped_column(word(SignInFor), default=SignInFor.NOTHING)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]

    person: Mapped[Person] = relationship(lazy="joined")
