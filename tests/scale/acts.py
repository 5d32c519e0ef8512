"""What people and the worker do all day, through the doors they use: made ready first, then done."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import update

from app import clock
from app.models import Delivery, Notification, Seat
from app.usecases import clocks, forgetting, hosting, people, sign_in
from engine import legal_moves, write_move
from tests.browsing import Browser
from tests.doors.visiting import csrf_of
from tests.scale.scene import Scene
from worker.delivery import deliver_due
from worker.smtp import Relay
from worker.tasks import play_due_games

Act = Callable[[], object]


def looking(browser: Browser, address: str) -> Act:
    """A look at a page that is there."""
    return partial(_answered, browser, "GET", address)


def looking_again(browser: Browser, address: str) -> Act:
    """The second look."""
    look = looking(browser, address)
    look()
    return look


def sending(browser: Browser, address: str, /, **fields: str) -> Act:
    """A form that is taken."""
    return partial(_answered, browser, "POST", address, data={"csrf_token": csrf_of(browser), **fields})


def moving(scene: Scene) -> Act:
    """The next move of the running game."""
    seat, state = scene.world.owing(scene.running)[0], scene.world.state(scene.running)
    return sending(scene.guest, scene.turn(), move=write_move(legal_moves(state, seat)[0]))


def looking_again_after_a_move(scene: Scene) -> Act:
    """The second look at what has changed since the page was printed."""
    address = f"/g/{scene.running}"
    looking_again(scene.guest, address)
    moving(scene)()
    return looking_again(scene.guest, address)


def mailing(scene: Scene) -> Act:
    """The mail of the running game's next turn: claimed, composed, sent and marked."""
    moving(scene)()
    _make_due(scene)
    return partial(_deliver, scene, 1)


def sweeping(scene: Scene) -> Act:
    """The worker looks for what is to do, and there is nothing."""
    return partial(_sweep, scene, 0)


def sweeping_up(scene: Scene) -> Act:
    """The worker plays for somebody, reminds somebody, and delivers mails of several kinds."""
    past = clock.now() - timedelta(minutes=1)
    for time_is_up in ({"due_at": past}, {"remind_at": past}):
        seat = scene.world.game(scene.world.start_game("Bob", "Cleo")).seat(0)
        with scene.world.service.database.writing() as session:
            session.execute(update(Seat).where(Seat.id == seat.id).values(time_is_up))
    _make_due(scene)
    return partial(_sweep, scene, 6)


def forgetting_strangers(scene: Scene) -> Act:
    """The worker finds somebody to forget."""
    _leave_traces(scene, clock.now() - timedelta(days=100))
    return partial(forgetting.forget_strangers, scene.world.service, clock.now())


def _leave_traces(scene: Scene, long_ago: datetime) -> None:
    """Of strangers who came and never came back: a link, a game and themselves."""
    service = scene.world.service
    sign_in.ask(service, "ann@example.org", "en", long_ago)
    wish = hosting.NewGame("Never confirmed", ["guest@example.org"], 48)
    hosting.create(service, hosting.Stranger("Eve", "eve@example.org"), wish, long_ago)
    with service.database.writing() as session:
        people.found_or_made(session, "nobody@example.org", long_ago)


def _make_due(scene: Scene) -> None:
    """As if every mail had waited long enough."""
    with scene.world.service.database.writing() as session:
        waiting = update(Notification).where(Notification.delivery == Delivery.PENDING)
        session.execute(waiting.values(due_at=clock.now() - timedelta(seconds=1)))


def _sweep(scene: Scene, mails: int) -> None:
    play_due_games(scene.world.service)
    clocks.remind_due(scene.world.service, clock.now())
    _deliver(scene, mails)


def _deliver(scene: Scene, mails: int) -> None:
    with closing(Relay(scene.world.service.settings.smtp_url)) as relay:
        assert deliver_due(scene.world.service, relay) >= mails


def _answered(browser: Browser, method: str, address: str, **options: object) -> None:
    answer = browser.request(method, address, **options)
    assert answer.status_code in (200, 302), (address, answer.status)


_ORDER = {"order": "some", "least_price": "3", "keep": "1"}
_NEW_GAME = {"title": "Another", "pace": "48", "guest1": "address", "address1": "bob@example.org"}

ACTS: dict[str, Callable[[Scene], Act]] = {
    "the game page": lambda scene: looking(scene.guest, f"/g/{scene.running}"),
    "the game page again": lambda scene: looking_again(scene.guest, f"/g/{scene.running}"),
    "the game page again after a move": looking_again_after_a_move,
    "a player's game page": lambda scene: looking(scene.ann, f"/g/{scene.running}"),
    "a finished game's page": lambda scene: looking(scene.guest, f"/g/{scene.finished}"),
    "the move page": lambda scene: looking(scene.guest, scene.turn()),
    "the move page again": lambda scene: looking_again(scene.guest, scene.turn()),
    "the page of a move that was made": lambda scene: looking(scene.guest, scene.turn(0)),
    "a player's page of a move that was made": lambda scene: looking(scene.ann, scene.turn(0)),
    "the start page": lambda scene: looking(scene.guest, "/"),
    "my games": lambda scene: looking(scene.ann, "/my-games"),
    "my settings": lambda scene: looking(scene.ann, "/settings"),
    "my data": lambda scene: looking(scene.ann, "/settings/my-data.json"),
    "a step of the replay": lambda scene: looking(scene.guest, f"/g/{scene.running}/at/10"),
    "a record": lambda scene: looking(scene.guest, f"/g/{scene.finished}/record.json"),
    "a shuffle": lambda scene: looking(scene.guest, f"/g/{scene.finished}/shuffle"),
    "an invitation": lambda scene: looking(scene.guest, scene.invitation()),
    "ready": lambda scene: looking(scene.guest, "/ready"),
    "metrics": lambda scene: looking(scene.guest, "/metrics"),
    "a move": moving,
    "a mail": mailing,
    "an idle sweep": sweeping,
    "a sweep with much to do": sweeping_up,
    "forgetting strangers": forgetting_strangers,
    "a message": lambda scene: sending(scene.ann, f"/g/{scene.running}/say", text="Hello"),
    "a standing order": lambda scene: sending(scene.ann, f"/g/{scene.running}/order", **_ORDER),
    "a sign-in link": lambda scene: sending(scene.guest, "/sign-in", address="dan@example.org"),
    "signing in": lambda scene: sending(scene.guest, scene.sign_in()),
    "a new game": lambda scene: sending(scene.ann, "/games", **_NEW_GAME),
    "joining": lambda scene: sending(scene.guest, scene.invitation() + "/join"),
    "a rematch": lambda scene: sending(scene.ann, f"/g/{scene.finished}/rematch"),
    "a holiday": lambda scene: sending(scene.ann, "/settings/holiday", until=str(clock.now().date())),
    "the end of an account": lambda scene: sending(scene.ann, "/settings/erase", sure="yes"),
}
