"""Signing in by mail, my games, my settings, and the end of mails."""

from datetime import date

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask_babel import lazy_gettext as _
from werkzeug import Response

from app import clock
from app.counting import SIGN_INS
from app.refused import Invalid, SignInUsedUp
from app.usecases import absence, erasing, joining, muting, orders, own_data, people, sign_in
from app.usecases.my_games import games_of
from app.views import visitor
from app.views.game import read_order
from app.web.limits import limit

pages = Blueprint("account", __name__)
link_pages = Blueprint("account_link", __name__)
"""Authorised by a signed link: one-click unsubscribing works without cookies (RFC 8058)."""


@pages.get("/sign-in")
def ask() -> str:
    """The form that asks for a sign-in link."""
    return render_template("account/sign_in.html")


@pages.post("/sign-in")
@limit(SIGN_INS)
def send_link() -> Response:
    """Mail a sign-in link; the answer is the same for everybody."""
    address, key = (request.form.get(field, "") for field in ("address", "game"))
    sign_in.ask(visitor.service(), address, visitor.language(), clock.now(), key)
    return redirect(url_for("account.mail_is_out"))


@pages.get("/mail-is-out")
def mail_is_out() -> str:
    """Look into your mailbox."""
    return render_template("account/mail_is_out.html")


@pages.get("/s/<token>")
def look_sign_in(token: str) -> str | Response:
    """Shows what the link will do; mail scanners that open it use nothing up."""
    try:
        found, title = sign_in.look(visitor.service(), token, clock.now())
    except SignInUsedUp:
        return _lead_on(sign_in.led_to(visitor.service(), token, visitor.signed_in()))
    visitor.speak_to(found.person)
    return render_template("account/use_link.html", sign_in=found, title=title, token=token)


@pages.post("/s/<token>")
def use_sign_in(token: str) -> Response:
    """Sign in, and do what the link is for."""
    person, game = joining.use_sign_in(visitor.service(), token, clock.now())
    visitor.sign_in(person)
    return _lead_on(game.key if game else None)


def _lead_on(key: str | None) -> Response:
    return redirect(url_for("game.look", key=key) if key else url_for("account.my_games"))


@pages.post("/sign-out")
def sign_out() -> Response:
    """Forget me on this device."""
    visitor.sign_out()
    return redirect(url_for("start.start"))


@pages.get("/my-games")
def my_games() -> str:
    """What waits for me first."""
    me = visitor.must_be_signed_in()
    return render_template(
        "account/my_games.html",
        games=games_of(visitor.service(), me),
        invitation_token=lambda seat: visitor.service().tokens.invitation(seat.id, me),
    )


@pages.get("/settings")
def settings() -> str:
    """Name, language, zone, mails, standing order, holiday."""
    return _settings(None)


def _settings(mistake: Invalid | None) -> str:
    service, me = visitor.service(), visitor.must_be_signed_in()
    person = people.person(service, me)
    return render_template(
        "account/settings.html",
        person=person,
        order=orders.order_given(service, me, None),
        holidays=absence.days_for_holiday(person, clock.now()),
        mistake=mistake,
    )


@pages.post("/settings")
def change_settings() -> Response:
    """Change name, language, zone and mails."""
    form = request.form
    profile = people.Profile(*(form.get(field, "") for field in ("name", "language", "zone", "mailing")))
    me = visitor.must_be_signed_in()
    people.change_profile(visitor.service(), me, profile)
    visitor.remember(people.person(visitor.service(), me))
    visitor.tell(_("Saved."))
    return redirect(url_for("account.settings"))


@pages.post("/settings/order")
def change_order() -> Response:
    """Give a standing order for all games."""
    orders.give_order(visitor.service(), visitor.must_be_signed_in(), None, read_order())
    visitor.tell(_("Saved."))
    return redirect(url_for("account.settings"))


@pages.post("/settings/holiday")
def change_holiday() -> Response | tuple[str, int]:
    """Go on holiday, or come back from it. A form with a mistake comes back as it was."""
    me = visitor.must_be_signed_in()
    try:
        until = _last_day(request.form.get("until", ""))
        absence.go_on_holiday(visitor.service(), me, until, clock.now())
    except Invalid as mistake:
        return _settings(mistake), mistake.status
    visitor.tell(_("Your clocks wait until you are back. Have a good time!") if until else _("Welcome back!"))
    return redirect(url_for("account.settings"))


def _last_day(day: str) -> date | None:
    try:
        return date.fromisoformat(day) if day else None
    except ValueError:
        raise Invalid(_("Please give the last day of the holiday as a date.")) from None


@pages.get("/settings/my-data.json")
def my_data() -> Response:
    """Everything we keep about the person signed in."""
    answer = jsonify(own_data.own_data(visitor.service(), visitor.must_be_signed_in()))
    answer.headers["Content-Disposition"] = 'attachment; filename="cacao-my-data.json"'
    return answer


@pages.post("/settings/erase")
def erase() -> str:
    """Forget the person signed in, for good."""
    if request.form.get("sure") != "yes":
        raise Invalid(_("Please tick the box if you are sure."))
    erasing.erase(visitor.service(), visitor.must_be_signed_in(), clock.now())
    visitor.sign_out()
    return render_template("account/erased.html")


@link_pages.get("/u/<token>")
def look_mute(token: str) -> str:
    """Asks before mails end."""
    _, seat_id = visitor.service().tokens.read_mute(token)
    return render_template("account/mute.html", token=token, one_game=seat_id is not None, done=False)


@link_pages.post("/u/<token>")
def mute(token: str) -> str:
    """End the mails of one game, or all; or take that back."""
    person_id, seat_id = visitor.service().tokens.read_mute(token)
    again = request.form.get("again") == "yes"
    muting.mute(visitor.service(), person_id, seat_id, not again)
    return render_template(
        "account/mute.html", token=token, one_game=seat_id is not None, done=True, again=again
    )
