"""The game page for everybody, replay, record, and what its players and host can do there."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import lazy_gettext as _
from werkzeug import Response as AnyResponse

from app import clock, texts
from app.counting import MESSAGES
from app.refused import Invalid
from app.usecases import (
    absence,
    hosting,
    joining,
    muting,
    orders,
    reading,
    records,
    replaying,
    talking,
)
from app.views import visitor
from app.web import editions
from app.web.limits import limit

pages = Blueprint("game", __name__)


@pages.get("/g/<key>")
def look(key: str) -> AnyResponse:
    """The game as everybody may see it, with what the signed-in person can do."""
    if visitor.signed_in() is not None:
        return make_response(_page(key))
    edition = reading.edition(visitor.service(), key)
    return editions.page_for_all(edition, (visitor.language(), visitor.known_zone()), lambda: _page(key))


def _page(key: str, mistake: Invalid | None = None, mistaken: int | None = None) -> str:
    service, me = visitor.service(), visitor.signed_in()
    table = reading.table(service, key)
    own = next((seat for seat in table.seats if me is not None and seat.person_id == me), None)
    is_host = me is not None and me == table.game.host_id
    return render_template(
        "game/page.html",
        table=table,
        game=table.game,
        own=own,
        order=orders.order_given(service, me, table.game.id) if me is not None and own is not None else None,
        is_host=is_host,
        open_link=_open_link(key) if is_host else None,
        mistake=mistake,
        mistaken=mistaken,
        gold=replaying.gold(service, table.game) if table.scoring else None,
    )


@pages.get("/g/<key>/at")
def at(key: str) -> AnyResponse:
    """Where the replay's slider leads to."""
    step = replaying.end_of_turn(visitor.service(), key, request.args.get("turn", 0, int))
    return redirect(url_for("game.at_move", key=key, step=step, _anchor="replay"))


@pages.get("/g/<key>/at/<int:step>")
def at_move(key: str, step: int) -> str:
    """The board after some of the moves."""
    return render_template("game/past.html", past=replaying.at_move(visitor.service(), key, step))


@pages.get("/g/<key>/record.json")
def record(key: str) -> Response:
    """The finished game as a record, for its players, and for anybody if it is listed."""
    text = records.download(visitor.service(), key, visitor.signed_in())
    headers = {"Content-Disposition": f'attachment; filename="cacao-{key}.json"'}
    return Response(text + "\n", mimetype="application/json", headers=headers)


@pages.get("/g/<key>/shuffle")
def shuffle(key: str) -> str:
    """How to check that the shuffle was fair."""
    return render_template("game/shuffle.html", proof=records.shuffle_proof(visitor.service(), key))


@pages.post("/g/<key>/seats/<int:seat_id>")
def fill_seat(key: str, seat_id: int) -> AnyResponse | tuple[str, int]:
    """Give a free seat to another guest. A form with a mistake comes back as it was."""
    guest, me = request.form.get("guest", ""), visitor.must_be_signed_in()
    try:
        if guest == "address":
            guest = texts.address(request.form.get("address", ""))
        hosting.fill_seat(visitor.service(), key, me, seat_id, guest, clock.now())
    except Invalid as mistake:
        return _page(key, mistake, mistaken=seat_id), mistake.status
    return redirect(url_for("game.look", key=key))


@pages.post("/g/<key>/cancel")
def cancel(key: str) -> AnyResponse:
    """Give up a game that has not started."""
    hosting.cancel(visitor.service(), key, visitor.must_be_signed_in(), clock.now())
    visitor.tell(_("The game is cancelled. Who had joined is told by mail."))
    return redirect(url_for("account.my_games"))


@pages.post("/g/<key>/leave")
def leave(key: str) -> AnyResponse:
    """Leave a game that has not started."""
    joining.leave(visitor.service(), key, visitor.must_be_signed_in(), clock.now())
    return redirect(url_for("account.my_games"))


@pages.post("/g/<key>/resign")
def resign(key: str) -> AnyResponse:
    """Leave a running game to a bot."""
    absence.resign(visitor.service(), key, visitor.must_be_signed_in(), clock.now())
    return redirect(url_for("game.look", key=key))


@pages.post("/g/<key>/rematch")
def rematch(key: str) -> AnyResponse:
    """Play it again."""
    again = hosting.rematch(visitor.service(), key, visitor.must_be_signed_in(), clock.now())
    return redirect(url_for("game.look", key=again.key))


@pages.post("/g/<key>/order")
def order(key: str) -> AnyResponse:
    """Give a standing order for this game."""
    orders.give_order(visitor.service(), visitor.must_be_signed_in(), key, read_order())
    return _done(key, "order", _("Saved."))


@pages.post("/g/<key>/say")
@limit(MESSAGES)
def say(key: str) -> AnyResponse:
    """Say something to everybody at the table."""
    text = request.form.get("text", "")
    talking.say(visitor.service(), key, visitor.must_be_signed_in(), text, clock.now())
    return _done(key, "say", _("Said. The others read it here and in their next mail."))


@pages.post("/g/<key>/notes")
def notes(key: str) -> AnyResponse:
    """Keep private notes."""
    talking.write_notes(visitor.service(), key, visitor.must_be_signed_in(), request.form.get("notes", ""))
    return _done(key, "my-notes", _("Saved."))


@pages.post("/g/<key>/mute")
def mute(key: str) -> AnyResponse:
    """End the mails about this game, or have them again."""
    me = visitor.must_be_signed_in()
    again = request.form.get("again") == "yes"
    muting.mute_game(visitor.service(), key, me, not again)
    words = _("You get mails again") if again else _("You get no more mails about this game.")
    return _done(key, "mails", words)


def _done(key: str, form: str, words: object) -> AnyResponse:
    """Back to the form that was sent, which says that it was done."""
    visitor.tell(words, form)
    return redirect(url_for("game.look", key=key, _anchor=form))


def read_order() -> orders.Order:
    """A standing order as its form gives it."""
    form = request.form
    price, keep = form.get("least_price", "2"), form.get("keep", "0")
    if not (price.isdecimal() and keep.isdecimal() and len(price + keep) <= 4):
        raise Invalid
    return orders.Order(form.get("order", "ask") == "ask", int(price), int(keep))


def _open_link(key: str) -> str:
    service = visitor.service()
    return service.link("open", service.tokens.open_seat(key))
