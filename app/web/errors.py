"""Error pages: what is wrong and what to do next, with the right status."""

import logging

from flask import Flask, current_app, make_response, render_template, request
from flask_babel import gettext, lazy_gettext
from flask_wtf.csrf import CSRFError
from werkzeug import Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app import metrics
from app.refused import Refused, SignInFirst, SignInUsedUp, TooOften
from app.views import visitor

_log = logging.getLogger(__name__)

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
}


def register(app: Flask) -> None:
    """Show our own pages for everything that goes wrong."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CSRFError, _form_too_old)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _our_fault)


def _page(status: int, reason: object, advice: object, sign_in: bool = False) -> Response:
    page = render_template("error.html", status=status, reason=reason, advice=advice, sign_in=sign_in)
    return make_response(page, status)


def _report(status: int, reason: str) -> None:
    """Tell the operator what was refused: never the address asked for, which may hold a token."""
    metrics.request_refused(reason, request.endpoint or "")
    _log.info("refused status=%d reason=%s page=%s", status, reason, request.endpoint)


def _refused(error: Refused) -> Response:
    _report(error.status, type(error).__name__)
    page = _page(error.status, error.reason, error.advice, isinstance(error, SignInFirst | SignInUsedUp))
    if isinstance(error, TooOften):
        page.headers["Retry-After"] = str(error.seconds)
    return page


def _form_too_old(_error: CSRFError) -> Response:
    _report(400, CSRFError.__name__)
    return _page(
        400,
        gettext("This form is too old, or cookies are switched off."),
        gettext("Open the page again and send the form once more."),
    )


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    _report(status, type(error).__name__)
    reason, advice = _WORDS.get(status, (error.name, gettext("Go to the start page and try from there.")))
    page = _page(status, reason, advice)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        page.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return page


def _our_fault(error: Exception) -> Response:
    current_app.logger.error("a page failed", exc_info=error)
    visitor.forget()  # the page that says so must not need what has failed
    return _page(
        500,
        gettext("Something went wrong here. It is not your fault."),
        gettext("Nothing was changed. Please try again in a moment."),
    )
