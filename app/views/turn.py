"""The turn page: a link from a mail, a board, a move. Authorised by the signed link itself."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from app import clock
from app.limits import limit
from app.tokens import TurnLink
from app.usecases import absence, moves, turns
from app.usecases.choosing import chosen
from app.views import visitor

pages = Blueprint("turn", __name__)


@pages.get("/t/<token>")
def look(token: str) -> str:
    """The board, the choices so far and what the move would bring; afterwards what was played."""
    link = visitor.service().tokens.read_turn(token)
    asked = request.args
    choice = chosen(
        asked.get("worker", ""), asked.get("at", ""), asked.get("rotation", "0"), asked.get("fills", "")
    )
    page = turns.look(visitor.service(), link, choice)
    visitor.speak_to(page.seat.person)
    if page.laying is not None:
        return render_template("turn/lay.html", page=page, token=token, laying=page.laying)
    if page.sales:
        return render_template("turn/use.html", page=page, token=token, chosen=asked.get("use", ""))
    return render_template("turn/passed.html", page=page, token=token)


@pages.post("/t/<token>")
def submit(token: str) -> Response:
    """Make the move; whoever has to go on at once is led there."""
    service = visitor.service()
    link = service.tokens.read_turn(token)
    notations = [text for name in ("move", "use") if (text := request.form.get(name, ""))]
    submitted = moves.submit(service, link, notations or [""], clock.now())
    if submitted.owes_version is not None and not submitted.repeated:
        token = service.tokens.turn(TurnLink(link.game, link.seat, submitted.owes_version))
    return redirect(url_for("turn.look", token=token))


@pages.post("/t/<token>/more-time")
def more_time(token: str) -> Response:
    """Put the deadline off."""
    absence.ask_more_time(visitor.service(), visitor.service().tokens.read_turn(token), clock.now())
    return redirect(url_for("turn.look", token=token))


@pages.post("/t/<token>/come-back")
def come_back(token: str) -> Response:
    """Take the seat back from the stand-in."""
    absence.come_back(visitor.service(), visitor.service().tokens.read_turn(token), clock.now())
    return redirect(url_for("turn.look", token=token))


@pages.post("/t/<token>/fresh")
@limit("20 per hour")
def fresh(token: str) -> Response:
    """Mail a fresh link to the person on the seat."""
    turns.send_fresh_link(visitor.service(), visitor.service().tokens.read_turn(token), clock.now())
    return redirect(url_for("account.mail_is_out"))
