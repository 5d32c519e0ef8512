"""Why a request is not granted: typed, with a status, and words a person can act on."""

from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString

Words = LazyString | str
_HOUR = 3600


class Refused(Exception):
    """Nothing was changed; `reason` says why, `advice` what to do."""

    status = 422
    reason: Words = _("This cannot be done.")
    advice: Words = _("Go back and try it another way.")

    def __init__(self, reason: Words | None = None, advice: Words | None = None) -> None:
        super().__init__(type(self).__name__)
        self.reason = reason or self.reason
        self.advice = advice or self.advice


class Invalid(Refused):
    """Something that was typed in is not usable."""

    advice = _("Go back, change it and send it again.")


class NotThere(Refused):
    """There is no such thing, or not for this person."""

    status = 404
    reason = _("There is nothing here.")
    advice = _("Check the address, or use the newest mail you got from us.")


class BrokenLink(NotThere):
    """A link that we did not sign, or not completely copied."""

    reason = _("This link is not complete or not from us.")
    advice = _("Open it from the mail again, or copy the whole address.")


class LinkUsedUp(Refused):
    """A link that worked once or is too old."""

    status = 410
    reason = _("This link has expired or was used already.")
    advice = _("Ask for a new one; it is in your mailbox in a moment.")


class SignInUsedUp(LinkUsedUp):
    """A sign-in link that worked once or is too old: the page with this reason asks for another one."""


class NotAllowed(Refused):
    """Somebody else may do this."""

    status = 403
    reason = _("Only another person may do this.")
    advice = _("Sign in with the address this game knows you by.")


class SignInFirst(NotAllowed):
    """Nobody is signed in."""

    reason = _("Please sign in first.")
    advice = _("Type your address; we mail you a link.")


class TooOften(Refused):
    """Somebody asks for more than one person needs."""

    status = 429
    reason = _("That was too often in a short time.")
    advice = _("Please wait an hour and try again. Nothing is lost.")

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds
        if seconds > _HOUR:
            self.advice = _("Please try again tomorrow. Nothing is lost.")


class TooLate(Refused):
    """The game has gone on meanwhile."""

    status = 409
    reason = _("The game has gone on meanwhile.")
    advice = _("Look at the board as it is now and choose again.")


class NotAMoveNow(Refused):
    """The rules do not allow this move."""

    advice = _("Choose another move; nothing has been changed.")
