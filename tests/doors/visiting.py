"""Knocking at the doors: visitors with and without a cookie, and what the database holds before and after."""

import re
from collections.abc import Sequence
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Select, Table, select

from app.models import Model
from app.tokens import TurnLink
from engine import LayTile, legal_moves, write_move
from tests.browsing import Browser, Page
from tests.world import BASE_URL, World

Rows = dict[str, list[Any]]
LONG = "x" * 10_000


_clients = count(1)
_tokens: WeakKeyDictionary[Browser, str] = WeakKeyDictionary()


def visitor(world: World, name: str | None = None) -> Browser:
    """Somebody with a browser and a network address of their own; signed in if a name is given."""
    client = world.app.test_client()
    client.environ_base["REMOTE_ADDR"] = f"10.{'.'.join(map(str, next(_clients).to_bytes(3)))}"
    if name is not None:
        person_id = world.person(name)
        with client.session_transaction(base_url=BASE_URL) as session:
            session["person"] = person_id
    return Browser(client, BASE_URL)


def rows(world: World) -> Rows:
    """Everything the database holds."""
    with world.service.database.reading() as session:
        return {
            table.name: [tuple(row) for row in session.execute(_query(table))]
            for table in Model.metadata.sorted_tables
        }


def _query(table: Table) -> Select[Any]:
    # A game's revision counts how often it was taken into the hand; it tells nothing.
    return select(*(column for column in table.columns if column.name != "revision")).order_by(
        *table.primary_key
    )


def csrf_of(browser: Browser, address: str = "/sign-in") -> str:
    """A token for forms, as a page gives it to this browser."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', browser.get(address).html)
    assert found is not None
    return found[1]


def post(browser: Browser, address: str, /, **fields: Any) -> Page:
    """Send fields as a form of our own pages would, and stay where the answer is."""
    if browser not in _tokens:
        _tokens[browser] = csrf_of(browser)
    data = {"csrf_token": _tokens[browser], **fields}
    return browser.page(browser.request("POST", address, data=data), address)


def tells_what_to_do(page: Page, statuses: Sequence[int]) -> None:
    """The page has one of these statuses, says what is wrong, and where to go on."""
    assert page.status in statuses, (page.address[:80], page.status, page.text[-600:])
    assert re.search(r"<h1>\s*[^<\s]", page.html), page.html[:500]
    assert page.forms or "/" in page.links
    assert "Traceback" not in page.html


def turn(world: World, key: str, seat: int, version: int | None = None) -> str:
    """The address of a turn link: of what the seat owes, or of some version."""
    link = world.link(key, seat) if version is None else TurnLink(key, seat, version)
    return "/t/" + world.service.tokens.turn(link)


def refused(world: World, browser: Browser, address: str, /, *statuses: int, **fields: object) -> Page:
    """The form is answered with such a status and a page of use, and changes nothing."""
    before = rows(world)
    page = post(browser, address, **fields)
    tells_what_to_do(page, statuses)
    assert rows(world) == before
    return page


def layings(world: World, key: str, seat: int) -> list[str]:
    """The legal layings of a seat, as they are written."""
    return [write_move(move) for move in legal_moves(world.state(key), seat) if isinstance(move, LayTile)]
