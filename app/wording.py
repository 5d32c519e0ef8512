"""The engine's words, translated."""

from flask_babel import gettext

from engine import Reason
from engine.wording import REFUSALS


def refusal(reason: Reason) -> str:
    """Why a move is refused, in the reader's language."""
    return gettext(REFUSALS[reason])
