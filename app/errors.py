"""Error pages: what is wrong and what to do next, with the right status."""

from flask import Flask, current_app, render_template
from flask_babel import gettext, lazy_gettext
from flask_limiter import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from app.refused import Refused, SignInFirst

_WORDS = {
    400: (
        lazy_gettext("The form could not be read."),
        lazy_gettext("Open the page again and send the form once more."),
    ),
    404: (
        lazy_gettext("There is nothing here."),
        lazy_gettext("Check the address, or use the newest mail you got from us."),
    ),
    405: (
        lazy_gettext("This address cannot be used like that."),
        lazy_gettext("Go to the start page and try from there."),
    ),
    413: (lazy_gettext("That is far too much text."), lazy_gettext("Go back and shorten it.")),
    429: (
        lazy_gettext("That was too often in a short time."),
        lazy_gettext("Please wait an hour and try again. Nothing is lost."),
    ),
}


def register(app: Flask) -> None:
    """Show our own pages for everything that goes wrong."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CSRFError, _form_too_old)
    app.register_error_handler(RateLimitExceeded, _http_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _our_fault)


def _page(status: int, reason: object, advice: object, sign_in: bool = False) -> tuple[str, int]:
    page = render_template("error.html", status=status, reason=reason, advice=advice, sign_in=sign_in)
    return page, status


def _refused(error: Refused) -> tuple[str, int]:
    return _page(error.status, error.reason, error.advice, isinstance(error, SignInFirst))


def _form_too_old(_error: CSRFError) -> tuple[str, int]:
    return _page(
        400,
        gettext("This form is too old, or cookies are switched off."),
        gettext("Open the page again and send the form once more."),
    )


def _http_error(error: HTTPException) -> tuple[str, int]:
    status = error.code or 500
    reason, advice = _WORDS.get(status, (error.name, gettext("Go to the start page and try from there.")))
    return _page(status, reason, advice)


def _our_fault(error: Exception) -> tuple[str, int]:
    current_app.logger.error("a page failed", exc_info=error)
    return _page(
        500,
        gettext("Something went wrong here. It is not your fault."),
        gettext("Nothing was changed. Please try again in a moment."),
    )
