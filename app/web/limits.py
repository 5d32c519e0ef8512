"""How often a page may be asked for, by a client or a seat. Mails are counted where they are owed."""

from collections.abc import Callable
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import ParamSpec, TypeVar

from flask import Flask, current_app, request
from limits import RateLimitItem

from app.counting import FORMS, Counters

_CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
P = ParamSpec("P")
R = TypeVar("R")


def register(app: Flask) -> None:
    """Count the forms of each client."""

    @app.before_request
    def count_forms() -> None:
        by_link = "token" in (request.view_args or {})
        if request.endpoint is not None and request.method not in _CHANGES_NOTHING and not by_link:
            _counters().check(FORMS, "forms", per_client())


def limit(
    item: RateLimitItem, *, per: Callable[[], str] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a page be asked for so often by each client, or by whatever `per` tells apart."""

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def counted(*positional: P.args, **named: P.kwargs) -> R:
            _counters().check(item, f"{view.__module__}.{view.__qualname__}", (per or per_client)())
            return view(*positional, **named)

        return counted

    return decorate


def per_client() -> str:
    """Who is asking, as far as the network tells; who has an IPv6 network has all its addresses."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or address.packed[:8].hex())
    return str(address)


def per_seat() -> str:
    """The seat a turn link is for; a link that is not ours is refused before it is counted."""
    link = current_app.extensions["cacao"].tokens.read_turn((request.view_args or {})["token"])
    return f"{link.game} {link.seat}"


def _counters() -> Counters:
    counters: Counters = current_app.extensions["cacao"].counters
    return counters
