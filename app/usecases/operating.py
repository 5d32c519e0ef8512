"""What the person who hosts it can look at and set going again."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import select, update

from app.models import Delivery, Game, Notification, Person
from app.service import Service
from app.usecases.debts import mail_about
from app.usecases.games import locked, seated
from app.usecases.outbox import ABOUT_A_DEBT, owe_mail
from app.usecases.reading import name_of

_STUCK = (Delivery.PENDING, Delivery.REFUSED, Delivery.QUARANTINED)


def list_games(service: Service, status: str | None) -> Iterator[str]:
    """One line a game, the newest first."""
    with service.database.reading_much() as session:
        query = select(Game).order_by(Game.id.desc())
        if status:
            query = query.where(Game.status == status)
        for game in session.scalars(query.execution_options(yield_per=100)):
            players = ", ".join(name_of(seat) for seat in game.seats)
            yield f"{game.key}  {game.status:11}  {game.move_count:3} moves  {game.title}  ({players})"


def show_game(service: Service, key: str) -> list[str]:
    """A game, its seats and its mails."""
    game = seated(service, key)
    lines = [
        f"{game.title}: {game.status}, {game.move_count} moves, pace {game.pace_hours or 'none'}",
        f"created {game.created_at:%F %T}Z, commitment {game.commitment or '-'}",
    ]
    for seat in game.seats:
        who = seat.bot or (seat.person.address if seat.person else "open")
        due = f"due {seat.due_at:%F %T}Z" if seat.due_at else "no deadline"
        owes = f"owes {seat.owes_version}, {due}" if seat.owes_version is not None else "owes nothing"
        lines.append(f"seat {seat.number} {seat.color:7} {who}: {owes}{', away' if seat.away else ''}")
    with service.database.reading() as session:
        mails = select(Notification).where(Notification.game_id == game.id).order_by(Notification.id)
        return [*lines, *map(_mail_line, session.scalars(mails))]


def resend(service: Service, key: str, now: datetime) -> int:
    """Send the mails about what is owed now once more, under the same Message-IDs."""
    with service.database.writing() as session:
        game = locked(session, key)
        count = 0
        for seat in game.seats:
            if seat.owes_version is None or not seat.is_waited_for:
                continue
            mail = session.scalar(
                select(Notification)
                .where(
                    Notification.seat_id == seat.id,
                    Notification.kind.in_(ABOUT_A_DEBT),
                    Notification.version == seat.owes_version,
                )
                .order_by(Notification.id.desc())
                .limit(1)
            )
            if mail is not None:
                _again(mail, now)
            else:  # so far it stood in a digest only
                owe_mail(session, mail_about(seat.owes_version), game, seat, now)
            count += 1
    service.wake.deliver()
    return count


def mail_queue(service: Service) -> list[str]:
    """Mails that wait, were refused or are quarantined."""
    with service.database.reading() as session:
        rows = session.execute(
            select(Notification, Person.address)
            .join(Person, Person.id == Notification.person_id)
            .where(Notification.delivery.in_(_STUCK))
            .order_by(Notification.id)
        )
        return [f"{_mail_line(mail)}  to {address}" for mail, address in rows]


def retry(service: Service, number: int | None, now: datetime) -> int:
    """Try one mail again, or all that are quarantined."""
    with service.database.writing() as session:
        query = select(Notification).where(Notification.delivery.in_(_STUCK))
        if number is None:
            query = query.where(Notification.delivery == Delivery.QUARANTINED)
        else:
            query = query.where(Notification.id == number)
        mails = session.scalars(query).all()
        for mail in mails:
            _again(mail, now)
        people = {mail.person_id for mail in mails}
        session.execute(update(Person).where(Person.id.in_(people)).values(bouncing_since=None))
    service.wake.deliver()
    return len(mails)


def _again(mail: Notification, now: datetime) -> None:
    mail.delivery, mail.due_at, mail.attempts, mail.lease = Delivery.PENDING, now, 0, None


def _mail_line(mail: Notification) -> str:
    error = f"  ({mail.error})" if mail.error else ""
    return f"mail {mail.id}  {mail.kind:15} {mail.delivery:11} {mail.attempts} attempts{error}"
