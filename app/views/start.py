"""The start page and the form that creates a game."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import lazy_gettext as _
from werkzeug import Response

from app import clock
from app.counting import NEW_GAMES
from app.refused import Invalid
from app.usecases import hosting, people, reading
from app.views import visitor
from app.web.limits import limit

pages = Blueprint("start", __name__)


@pages.get("/")
def start() -> str:
    """What this is, a form for a new game, and games that wait for players."""
    visitor.speak_as_asked()
    return _page(None)


@pages.post("/games")
@limit(NEW_GAMES)
def create() -> Response | tuple[str, int]:
    """Create a game; a stranger is asked to confirm by mail. A form with a mistake comes back as it was."""
    me = visitor.signed_in()
    visitor.speak_as_asked()
    try:
        game = hosting.create(visitor.service(), me or stranger(), _wish(), clock.now())
    except Invalid as mistake:
        return _page(mistake), mistake.status
    if me:
        return redirect(url_for("game.look", key=game.key))
    return redirect(url_for("account.mail_is_out"))


def stranger() -> hosting.Stranger:
    """Somebody not signed in, as a form tells them."""
    form = request.form
    return hosting.Stranger(
        form.get("name", ""), form.get("address", ""), visitor.language(), form.get("zone") or "UTC"
    )


def _page(mistake: Invalid | None) -> str:
    me = visitor.signed_in()
    return render_template(
        "start.html",
        person=people.person(visitor.service(), me) if me else None,
        listed=reading.listed_games(visitor.service()),
        paces=clock.PACES,
        mistake=mistake,
    )


def _wish() -> hosting.NewGame:
    form = request.form
    guests = {str(n): guest for n in range(1, hosting.MOST) if (guest := _guest(n)) is not None}
    pace, first = form.get("pace", "48"), form.get("first", "")
    seats = ["0", *guests]
    if first and first not in seats:
        raise Invalid(_("Please choose somebody who plays as the one who starts."))
    return hosting.NewGame(
        title=form.get("title", ""),
        guests=list(guests.values()),
        pace_hours=_hours(pace) if pace else None,
        listed=form.get("listed") == "yes",
        first=seats.index(first) if first else None,
    )


def _hours(pace: str) -> int:
    """The time for a move; what is no number is none that is offered."""
    return int(pace) if pace.isdecimal() else 0


def _guest(n: int) -> str | None:
    """The n-th guest: an address, a bot, an open seat, or nobody."""
    kind = request.form.get(f"guest{n}", "nobody")
    if kind == "nobody":
        return None
    if kind == "address":
        return request.form.get(f"address{n}", "") or None
    return hosting.OPEN_SEAT if kind == "open" else kind
