"""A person without JavaScript: opens a page, follows links, fills in and sends forms."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import Context
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Protocol
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse


@dataclass
class Form:
    """A form with the values it would send untouched."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """What can be chosen in selects and radio buttons."""
    words: str = ""
    """What its buttons say."""


@dataclass
class Page:
    """A page as its reader can use it."""

    address: str
    status: int
    html: str
    title: str = ""
    links: dict[str, str] = field(default_factory=dict)
    """Addresses, and the words of each."""
    forms: list[Form] = field(default_factory=list)
    text: str = ""

    def form(self, with_field: str) -> Form:
        """The form that has this field."""
        return next(form for form in self.forms if with_field in form.fields or with_field in form.choices)

    def form_to(self, ending: str) -> Form:
        """The form that is sent to such an address."""
        return next(form for form in self.forms if urlsplit(form.action).path.endswith(ending))


class Reader(Protocol):
    """Whoever opens pages and sends forms: in the process of the test, or over HTTP."""

    def get(self, address: str) -> Page: ...

    def send(self, page: Page, form: Form, changes: Mapping[str, str] | None = None) -> Page: ...


class Browser:
    """Goes from page to page with its own cookies."""

    def __init__(self, client: FlaskClient, base_url: str) -> None:
        self.client = client
        self._base = base_url

    def get(self, address: str) -> Page:
        """Open an address, ours only."""
        return self.page(self.request("GET", address), address)

    def request(self, method: str, address: str, **options: Any) -> TestResponse:
        """One request, as if from outside: it shares no context with the test that makes it."""
        path = self._path(address)
        return Context().run(
            lambda: self.client.open(path, method=method, base_url=self._base, buffered=True, **options)
        )

    def send(self, page: Page, form: Form, changes: Mapping[str, str] | None = None) -> Page:
        """Send a form as it is, or with some fields changed, and go where it leads."""
        address = self._path(urljoin(self._path(page.address), form.action))
        data = {**form.fields, **(changes or {})}
        response = self.request("POST", address, data=data)
        while response.status_code in (302, 303):
            address = response.headers["Location"]
            response = self.request("GET", address)
        return self.page(response, address)

    def _path(self, address: str) -> str:
        assert address.startswith(("/", self._base)), address
        return address.removeprefix(self._base)

    def page(self, response: TestResponse, address: str) -> Page:
        """An answer as a page."""
        return read_page(address, response.status_code, response.get_data(as_text=True))


def read_page(address: str, status: int, html: str) -> Page:
    """What a reader finds on a page."""
    page = Page(address, status, html)
    _Parser(page).feed(html)
    return page


def play_turn(reader: Reader, address: str, pick: int) -> Page:
    """Follow a turn link and go on until the page wants nothing more."""
    page = reader.get(address)
    for _ in range(6):
        assert page.status == 200, page.text
        ready = [form for form in page.forms if "move" in form.fields]
        if ready:
            page = reader.send(page, ready[0])
            continue
        spaces = [link for link in page.links if "at=" in link and "worker=" in link]
        if not spaces:
            return page
        page = reader.get(spaces[pick % len(spaces)])
    raise AssertionError("this turn does not end")


class _Parser(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self._link: str | None = None
        self._form: Form | None = None
        self._select: str | None = None
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in values:
            self._link = values["href"]
            self._page.links.setdefault(self._link, values.get("aria-label", ""))
        elif tag == "form":
            self._form = Form(values.get("action", ""), values.get("method", "get").lower())
            self._page.forms.append(self._form)
        elif tag == "title":
            self._in_title = True
        elif self._form is not None:
            self._control(self._form, tag, values)

    def _control(self, form: Form, tag: str, values: dict[str, str]) -> None:
        name = values.get("name", "")
        if tag == "input" and values.get("type") in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(values.get("value", "on"))
            if "checked" in values:
                form.fields[name] = values.get("value", "on")
        elif tag in ("input", "textarea") and name:
            form.fields[name] = values.get("value", "")
        elif tag == "button" and name:
            form.choices.setdefault(name, []).append(values.get("value", ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            form.choices.setdefault(self._select, []).append(values.get("value", ""))
            if "selected" in values or self._select not in form.fields:
                form.fields[self._select] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._link = None
        elif tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "title":
            self._in_title = False

    def handle_data(self, data: str) -> None:
        self._page.text += data
        if self._in_title:
            self._page.title += data
        if self._link is not None:
            self._page.links[self._link] += data
        if self._form is not None:
            self._form.words += data
