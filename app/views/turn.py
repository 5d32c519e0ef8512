"""The turn page: a link from a mail, a board, a move. Authorised by the signed link itself."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from app import clock
from app.counting import FRESH_LINKS, MOVES_OF_SEAT
from app.refused import Invalid, NotAMoveNow, Refused, TooLate
from app.tokens import TurnLink
from app.usecases import absence, moves, reading, turns
from app.usecases.choosing import Chosen, chosen, chosen_in
from app.views import visitor
from app.web import editions
from app.web.limits import limit, per_seat

pages = Blueprint("turn", __name__)


@pages.get("/t/<token>")
def look(token: str) -> str | Response:
    """The board, the choices so far and what the move would bring; afterwards what was played."""
    link = visitor.service().tokens.read_turn(token)
    asked = tuple(request.args.get(name, "") for name in ("worker", "at", "rotation", "fills", "use"))
    choice = chosen(*asked[:4])
    if visitor.signed_in() is not None:
        return _page(token, choice)
    edition = reading.edition(visitor.service(), link.game)
    return editions.page(edition, (token, asked), lambda: _page(token, choice))


@pages.post("/t/<token>")
@limit(MOVES_OF_SEAT, per=per_seat)
def submit(token: str) -> Response | tuple[str, int]:
    """Make the move; whoever has to go on at once is led there. What is refused comes back as it was."""
    service = visitor.service()
    link = service.tokens.read_turn(token)
    notations = [text for name in ("move", "use") if (text := request.form.get(name, ""))] or [""]
    try:
        submitted = moves.submit(service, link, notations, clock.now(), request.form.get("message", ""))
    except (TooLate, NotAMoveNow, Invalid) as mistake:
        return _page(token, chosen_in(notations[0]), mistake), mistake.status
    if submitted.owes_version is not None and not submitted.repeated:
        token = service.tokens.turn(TurnLink(link.game, link.seat, submitted.owes_version))
    return redirect(url_for("turn.look", token=token))


@pages.post("/t/<token>/more-time")
def more_time(token: str) -> Response:
    """Put the deadline off."""
    absence.ask_more_time(visitor.service(), visitor.service().tokens.read_turn(token), clock.now())
    return redirect(url_for("turn.look", token=token, _anchor="more-time"))


@pages.post("/t/<token>/come-back")
def come_back(token: str) -> Response:
    """Take the seat back from the stand-in."""
    absence.come_back(visitor.service(), visitor.service().tokens.read_turn(token), clock.now())
    return redirect(url_for("turn.look", token=token))


@pages.post("/t/<token>/fresh")
@limit(FRESH_LINKS)
def fresh(token: str) -> Response:
    """Mail a fresh link to the person on the seat."""
    turns.send_fresh_link(visitor.service(), visitor.service().tokens.read_turn(token), clock.now())
    return redirect(url_for("account.mail_is_out"))


def _page(token: str, choice: Chosen, mistake: Refused | None = None) -> str:
    service, me = visitor.service(), visitor.signed_in()
    page = turns.look(service, service.tokens.read_turn(token), choice, visitor.speak_to, me)
    template = "lay" if page.laying else "use" if page.sales else "passed"
    return render_template(
        f"turn/{template}.html",
        page=page,
        token=token,
        laying=page.laying,
        mistake=mistake,
        chosen=request.args.get("use", ""),
        kept=choice,
        message=request.form.get("message", ""),
    )
