"""Who is asking: the person signed in, the language, the time zone."""

from functools import lru_cache

from flask import current_app, flash, g, has_request_context, request, session
from flask_babel import refresh
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from app.models import Person
from app.refused import SignInFirst
from app.service import Service
from app.usecases.people import LANGUAGES, is_here

_PERSON = "person"
_LANGUAGE = "language"
_ZONE = "zone"
LONGEST_HEADER = 200
"""Of a longer one only the beginning is read: what is read is remembered."""


def service() -> Service:
    """The service this app serves."""
    found: Service = current_app.extensions["cacao"]
    return found


def signed_in() -> int | None:
    """The id of the person signed in, if any; a cookie does not outlive its person."""
    if "person" not in g:
        person_id = session.get(_PERSON)
        g.person = person_id if person_id is not None and is_here(service(), person_id) else None
    found: int | None = g.person
    return found


def forget() -> None:
    """Answer the rest of this request as if nobody were signed in."""
    g.person = None


def must_be_signed_in() -> int:
    """The id of the person signed in, or a page that asks to sign in."""
    person_id = signed_in()
    if person_id is None:
        raise SignInFirst
    return person_id


def sign_in(person: Person) -> None:
    """Remember the person in a signed cookie."""
    session.clear()
    session.permanent = True
    session[_PERSON] = g.person = person.id
    remember(person)


def remember(person: Person) -> None:
    """Remember how a person who is signed in likes to read."""
    session[_LANGUAGE], session[_ZONE] = person.language, person.zone
    refresh()  # type: ignore[no-untyped-call]


def tell(words: object, where: str = "top") -> None:
    """Say on the next page what was done: at its top, or where its template has a place of that name.

    Only to somebody signed in: other pages are kept.
    """
    flash(str(words), where)


def sign_out() -> None:
    """Forget the person."""
    session.clear()
    forget()


def speak_to(person: Person | None) -> None:
    """Use the language and zone of the person a link belongs to."""
    if person is not None and signed_in() != person.id:
        g.language, g.zone = person.language, person.zone
        refresh()  # type: ignore[no-untyped-call]


def speak_to_guest(person: Person | None) -> None:
    """Somebody new is known by the language of their host: their browser may know better."""
    speak_to(person)
    wanted = _wanted()
    if wanted and person is not None and signed_in() != person.id:
        g.language = wanted
        refresh()  # type: ignore[no-untyped-call]


def speak_as_asked() -> None:
    """Use the language that the address or the form asks for, if it is one of ours."""
    asked = request.values.get("language")
    if asked in LANGUAGES:
        g.language = asked
        refresh()  # type: ignore[no-untyped-call]


def language() -> str:
    """The language of this page, or of a mail; commands and the worker's own words are English."""
    if not has_request_context():
        return str(g.get("language") or "en")
    spoken = g.get("language") or session.get(_LANGUAGE)
    return spoken or _wanted() or "en"


def _wanted() -> str | None:
    return _best_of(request.headers.get("Accept-Language", "")[:LONGEST_HEADER])


@lru_cache(1000)
def _best_of(accepted: str) -> str | None:
    """Of our languages the one a browser likes best, if any. Slow to read, and there are few such headers."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES)


def zone() -> str:
    """The time zone of this page or mail."""
    return known_zone() or "UTC"


def known_zone() -> str | None:
    """The same, if we have been told one."""
    found: str | None = g.get("zone")
    return found or session.get(_ZONE) if has_request_context() else found
