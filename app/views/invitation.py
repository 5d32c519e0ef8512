"""Invitations and open seats."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from app import clock
from app.counting import SEATS_TAKEN
from app.usecases import joining, reading
from app.views import visitor
from app.views.start import stranger
from app.web.limits import limit

pages = Blueprint("invitation", __name__)
"""Authorised by the signed link itself, so these need no cookie."""

open_pages = Blueprint("open_seat", __name__)


@pages.get("/i/<token>")
def look(token: str) -> str:
    """Who invites to what, and the three answers."""
    invitation = joining.look(visitor.service(), token)
    (visitor.speak_to_guest if invitation.is_new else visitor.speak_to)(invitation.seat.person)
    return render_template("invitation.html", **invitation._asdict(), token=token)


@pages.post("/i/<token>/join")
def join(token: str) -> Response:
    """Join with one click."""
    form = request.form
    name, zone, language = (form.get(field, "") for field in ("name", "zone", "language"))
    joining.join(visitor.service(), token, name, zone, clock.now(), language)
    return redirect(url_for("invitation.look", token=token))


@pages.post("/i/<token>/decline")
def decline(token: str) -> str:
    """Say no, or never again."""
    never = request.form.get("never") == "yes"
    game = joining.decline(visitor.service(), token, never, clock.now())
    tokens = visitor.service().tokens
    mute_token = tokens.mute(tokens.read_invitation(token)[1], None)
    return render_template("declined.html", game=game, never=never, mute_token=mute_token)


@open_pages.get("/open/<token>")
def look_open(token: str) -> str:
    """The page behind the link for open seats."""
    key = visitor.service().tokens.read_open_seat(token)
    table = reading.table(visitor.service(), key)
    return render_template("open_seat.html", game=table.game, names=table.names, token=token)


@open_pages.post("/open/<token>")
@limit(SEATS_TAKEN)
def join_open(token: str) -> Response:
    """Take an open seat, at once if signed in."""
    return _join(visitor.service().tokens.read_open_seat(token))


@open_pages.post("/g/<key>/join")
@limit(SEATS_TAKEN)
def join_listed(key: str) -> Response:
    """Take an open seat of a listed game."""
    return _join(key, only_listed=True)


def _join(key: str, only_listed: bool = False) -> Response:
    me = visitor.signed_in()
    if me:
        joining.join_open(visitor.service(), key, me, clock.now(), only_listed)
        return redirect(url_for("game.look", key=key))
    joining.ask_to_join(visitor.service(), key, stranger(), clock.now(), only_listed)
    return redirect(url_for("account.mail_is_out"))
