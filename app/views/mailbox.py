"""The local mailbox of the embedded default: the mails as a person would see them."""

from flask import Blueprint, Response, make_response, render_template

from app.mailbox import Mailbox
from app.refused import NotThere
from app.views import visitor
from app.web.porch import POLICY

pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")


@pages.get("/")
def inbox() -> str:
    """All mails, the newest first."""
    return render_template("mailbox/inbox.html", mails=_mailbox().newest())


@pages.get("/<name>")
def read(name: str) -> Response:
    """One mail, its HTML in a frame of its own."""
    response = make_response(render_template("mailbox/mail.html", mail=_mailbox().mail(name), name=name))
    response.headers["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
    return response


@pages.get("/<name>/body")
def body(name: str) -> Response:
    """The HTML part, with its pictures, shut off from everything else."""
    html = _mailbox().mail(name).html.replace("<head>", '<head><base target="_top">', 1)
    response = Response(html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox allow-popups "
        "allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; frame-ancestors 'self'"
    )
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _mailbox() -> Mailbox:
    folder = visitor.service().settings.mailbox
    if folder is None:
        raise NotThere
    return Mailbox(folder)
