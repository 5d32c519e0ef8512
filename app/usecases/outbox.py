"""Writing down which mails are owed, in the transaction that makes them owed."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from app import clock
from app.database import Writer
from app.models import Delivery, Game, Kind, Mailing, Notification, Person, Seat, SignIn

ON_THE_PAGE = timedelta(minutes=10)
"""Who has just moved sees the page: the next mail to them waits, and is void if they go on by themselves."""

ABOUT_A_DEBT = (Kind.YOUR_TURN, Kind.DECIDE, Kind.REMINDER)
_VOID_DEBTS = (
    update(Notification)
    .where(
        Notification.seat_id == bindparam("seat"),
        Notification.delivery == Delivery.PENDING,
        Notification.kind.in_(ABOUT_A_DEBT),
    )
    .values(delivery=Delivery.VOID)
    .execution_options(synchronize_session=False)
)
_WAITING_DIGEST = (
    select(Notification.id)
    .where(
        Notification.person_id == bindparam("person"),
        Notification.kind == Kind.DIGEST,
        Notification.delivery == Delivery.PENDING,
        Notification.attempts == 0,
    )
    .limit(1)
)


def owe_mail(
    writer: Writer,
    kind: Kind,
    game: Game,
    seat: Seat,
    now: datetime,
    later: timedelta = timedelta(0),
    nth: int = 0,
    about: int | None = None,
) -> None:
    """Owe a mail about a game to the person on a seat; `about` is somebody else it tells of."""
    assert seat.person_id is not None
    writer.add(
        Notification(
            kind=kind,
            person_id=seat.person_id,
            game_id=game.id,
            seat_id=seat.id,
            about_id=about,
            move_number=game.move_count,
            version=seat.owes_version if kind in ABOUT_A_DEBT else None,
            nth=nth,
            created_at=now,
            due_at=now + later,
        )
    )


def owe_news(
    writer: Writer, kind: Kind, game: Game, seat: Seat, now: datetime, later: timedelta = timedelta(0)
) -> None:
    """Owe a mail at once, or a line in the next digest to a person who wants one mail a day."""
    person = seat.person
    assert person is not None
    if person.mailing is not Mailing.DIGEST:
        owe_mail(writer, kind, game, seat, now, later)
    elif writer.scalar(_WAITING_DIGEST, {"person": person.id}) is None:
        due = clock.next_morning(now, person.zone)
        writer.add(Notification(kind=Kind.DIGEST, person_id=person.id, created_at=due, due_at=due))


def mails_so_far(session: Session, seat: Seat, kind: Kind) -> int:
    """How many mails of a kind the seat has been owed; the next one is told apart by it."""
    # Not by counting rows: those to a guest who was forgotten are gone.
    query = select(func.max(Notification.nth)).where(
        Notification.seat_id == seat.id, Notification.kind == kind
    )
    last = session.scalar(query)
    return 0 if last is None else last + 1


def owe_sign_in(session: Session, person: Person, sign_in: SignIn, now: datetime) -> None:
    """Owe a sign-in link."""
    session.add(
        Notification(
            kind=Kind.SIGN_IN,
            person_id=person.id,
            game_id=sign_in.game_id,
            sign_in_id=sign_in.id,
            created_at=now,
            due_at=now,
        )
    )


def void_debts(writer: Writer, seat: Seat) -> None:
    """The seat no longer owes what its waiting mails say."""
    writer.execute(_VOID_DEBTS, {"seat": seat.id})


def void_invitation(session: Session, seat: Seat) -> None:
    """The invitation to this seat no longer stands; another to the same seat may follow."""
    session.execute(
        update(Notification)
        .where(Notification.seat_id == seat.id, Notification.kind == Kind.INVITATION)
        .where(Notification.delivery == Delivery.PENDING)
        .values(delivery=Delivery.VOID)
        .execution_options(synchronize_session=False)
    )


def void_all(session: Session, person_id: int) -> None:
    """Whatever waits for a person is not sent."""
    session.execute(
        update(Notification)
        .where(Notification.person_id == person_id, Notification.delivery == Delivery.PENDING)
        .values(delivery=Delivery.VOID)
        .execution_options(synchronize_session=False)
    )
