"""Brings about one mail of each kind, and reads it as a mail program does."""

from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

from sqlalchemy import update

from app.mails import compose
from app.models import Game, Kind, Mailing, Notification, Person, Seat
from app.usecases import absence, clocks, hosting, joining, sign_in, stand_ins
from engine import Move
from tests.world import World, asking_move

TITLE = "Sunday game"


@dataclass
class Received:
    """A mail as it arrives."""

    message: EmailMessage

    @property
    def text(self) -> str:
        return self._body("plain")

    @property
    def html(self) -> str:
        return self._body("html")

    @property
    def pictures(self) -> dict[str, bytes]:
        return {
            str(part["Content-ID"]).strip("<>"): part.get_content()
            for part in self.message.walk()
            if part.get_content_maintype() == "image"
        }

    def _body(self, kind: str) -> str:
        body = self.message.get_body((kind,))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")


def received(content: bytes) -> Received:
    """What a mail program makes of a message."""
    return Received(message_from_bytes(content, policy=policy.default))


class Postbox:
    """The mails of a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def composed(self, row: Notification) -> Received:
        """The mail of a row, sent over the wire."""
        return received(self.bytes_of(row))

    def bytes_of(self, row: Notification) -> bytes:
        service = self.world.service
        with self.world.app.app_context(), service.database.reading() as session:
            return compose(service, session, session.get_one(Notification, row.id), self.world.now).content

    def row(self, kind: Kind, person: str | None = None) -> Notification:
        """The newest row of a kind."""
        return self.world.mails(kind, person=person)[-1]

    def change(self, who: str, /, **values: object) -> None:
        """Change what is known about a person."""
        person_id = self.world.person(who)
        with self.world.service.database.writing() as session:
            session.execute(update(Person).where(Person.id == person_id).values(**values))

    def change_seat(self, seat_id: int | None, **values: object) -> None:
        with self.world.service.database.writing() as session:
            session.execute(update(Seat).where(Seat.id == seat_id).values(**values))

    def bring_about(self, kind: Kind) -> Notification:
        """Let happen what this kind of mail is about."""
        with self.world.app.test_request_context():
            wanted = getattr(self, kind.name.lower())()
        assert isinstance(wanted, Notification)
        return wanted

    def sign_in(self) -> Notification:
        sign_in.ask(self.world.service, "ann@example.org", "en", self.world.now)
        return self.row(Kind.SIGN_IN)

    def confirm_game(self) -> Notification:
        host = hosting.Stranger("Ann", "ann@example.org")
        wish = hosting.NewGame(TITLE, ["bob@example.org"], 48)
        hosting.create(self.world.service, host, wish, self.world.now)
        return self.row(Kind.SIGN_IN)

    def take_seat(self) -> Notification:
        key = self.world.open_game("")
        joining.ask_to_join(
            self.world.service, key, hosting.Stranger("Bob", "bob@example.org"), self.world.now
        )
        return self.row(Kind.SIGN_IN)

    def invitation(self) -> Notification:
        self.world.open_game("Bob", "Cleo")
        return self.row(Kind.INVITATION, "Bob")

    def declined(self) -> Notification:
        bob = self.invitation()
        assert bob.seat_id is not None
        token = self.world.service.tokens.invitation(bob.seat_id, bob.person_id)
        joining.decline(self.world.service, token, False, self.world.now)
        return self.row(Kind.DECLINED)

    def joined(self) -> Game:
        """A game that Bob has joined, and Cleo has not."""
        bob = self.invitation()
        assert bob.seat_id is not None
        token = self.world.service.tokens.invitation(bob.seat_id, bob.person_id)
        return joining.join(self.world.service, token, "", "", self.world.now)

    def left(self) -> Notification:
        joining.leave(self.world.service, self.joined().key, self.world.person("Bob"), self.world.now)
        return self.row(Kind.LEFT)

    def cancelled(self) -> Notification:
        game = self.joined()
        hosting.cancel(self.world.service, game.key, game.host_id, self.world.now)
        return self.row(Kind.CANCELLED, "Bob")

    def started(self) -> str:
        """A game of Ann, Bob and Cleo, a move of Ann's away from its beginning."""
        for name in ("Ann", "Bob", "Cleo"):
            self.world.person(name)
        return self.world.start_game("Bob", "Cleo")

    def game_started(self) -> Notification:
        self.started()
        return self.row(Kind.GAME_STARTED, "Bob")

    def your_turn(self) -> Notification:
        key = self.started()
        while not self.row_of_turn("Bob"):
            self.world.move(key, self.world.owing(key)[0])
        return self.row(Kind.YOUR_TURN, "Bob")

    def digest(self) -> Notification:
        self.world.person("Bob")
        self.change("Bob", mailing=Mailing.DIGEST)
        key = self.started()
        while 1 not in self.world.owing(key):
            self.world.move(key, self.world.owing(key)[0])
        return self.row(Kind.DIGEST, "Bob")

    def row_of_turn(self, person: str) -> bool:
        return bool(self.world.pending(Kind.YOUR_TURN, person=person))

    def decide(self) -> Notification:
        key = self.started()
        for choice in range(1000):
            state = self.world.state(key)
            seat = self.world.owing(key)[0]
            others = [n for n in range(3) if n != seat]
            asking = None if any(state.owed) else _asking(self.world, key, seat, others)
            if asking is not None:
                move, whom = asking
                self.world.submit(self.world.link(key, seat), move)
                return self.row(Kind.DECIDE, ("Ann", "Bob", "Cleo")[whom])
            self.world.move(key, seat, choice)
        raise AssertionError("nobody was asked")

    def reminder(self) -> Notification:
        self.your_turn()
        self.world.later(hours=40)
        assert clocks.remind_due(self.world.service, self.world.now) == 1
        return self.row(Kind.REMINDER)

    def time_ran_out(self) -> Notification:
        turn = self.your_turn()
        self.world.later(hours=80)
        assert turn.game_id is not None
        assert stand_ins.play_due(self.world.service, turn.game_id, self.world.now)
        return self.row(Kind.TIME_RAN_OUT, "Bob")

    def played_for_you(self) -> Notification:
        turn = self.your_turn()
        self.change_seat(turn.seat_id, away=True, missed=2, due_at=self.world.now)
        assert turn.game_id is not None
        assert stand_ins.play_due(self.world.service, turn.game_id, self.world.now)
        return self.row(Kind.PLAYED_FOR_YOU, "Bob")

    def game_over(self) -> Notification:
        self.world.play_on(self.started())
        return self.row(Kind.GAME_OVER, "Bob")

    def come_back(self, row: Notification, token: str) -> bool:
        """Whether a link brings its player back."""
        link = self.world.service.tokens.read_turn(token)
        absence.come_back(self.world.service, link, self.world.now)
        with self.world.service.database.reading() as session:
            return not session.get_one(Seat, row.seat_id).away


def _asking(world: World, key: str, seat: int, others: list[int]) -> tuple[Move, int] | None:
    """A move after which somebody else has a sale to decide, and who that is."""
    state = world.state(key)
    for whom in others:
        try:
            return asking_move(state, seat, whom), whom
        except StopIteration:
            continue
    return None
