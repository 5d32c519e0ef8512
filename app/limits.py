"""How often somebody may ask: counted per client, and per address that a mail would go to."""

from flask import request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(get_remote_address)
limit = limiter.limit


def per_address() -> str:
    """The address a form names, as one that is counted."""
    return "address " + request.form.get("address", "").strip().lower()[:254]
