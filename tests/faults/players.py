"""Simulated players: they know only their mails, follow the links, send the forms, and try again."""

import http.client
import random
import re
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin, urlsplit

from app.tokens import TurnLink
from tests.browsing import Form, Page, play_turn, read_page
from tests.faults.stack import Stack
from tests.servers.mailbox import Mail

PATIENCE = 120.0
"""Seconds a person keeps trying; no fault lasts so long."""
ANSWER_WITHIN = 15.0
_DOUBLE_CLICKS = 0.15


@dataclass(frozen=True)
class Acknowledged:
    """A move the service said it has."""

    link: TurnLink
    notation: str


@dataclass
class Tally:
    """What all players saw; shared by their threads."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    """Of the posts that were answered, in seconds."""
    again: int = 0
    """Requests that had to be sent once more."""
    complaints: list[str] = field(default_factory=list)
    """What no player may ever see."""
    stopped: threading.Event = field(default_factory=threading.Event)


class Stopped(Exception):
    """The test is over."""


class Browser:
    """Goes from page to page over HTTP. A lost connection or a 5xx is tried again, as a person would."""

    def __init__(self, stack: Stack, tally: Tally, chance: random.Random) -> None:
        self._stack = stack
        self._tally = tally
        self._chance = chance

    def get(self, address: str) -> Page:
        return self._follow("GET", address, None)

    def send(self, page: Page, form: Form, changes: Mapping[str, str] | None = None) -> Page:
        address = urljoin(page.address, form.action)
        data = {**form.fields, **(changes or {})}
        if self._chance.random() < _DOUBLE_CLICKS:
            twin = threading.Thread(target=self._once_more, args=(address, data))
            twin.start()
            page = self._follow("POST", address, data)
            twin.join()
            return page
        return self._follow("POST", address, data)

    def _once_more(self, address: str, data: Mapping[str, str]) -> None:
        with suppress(OSError, http.client.HTTPException):  # one click of two may go astray
            self._request("POST", address, data)

    def _follow(self, method: str, address: str, data: Mapping[str, str] | None) -> Page:
        status, location, body = self._until_answered(method, address, data)
        if method == "POST" and status in (302, 303) and data is not None:
            self._note(address, data)
        while status in (302, 303):
            address = urljoin(address, location)
            status, location, body = self._until_answered("GET", address, None)
        return read_page(address, status, body)

    def _note(self, address: str, data: Mapping[str, str]) -> None:
        found = re.fullmatch(r"/t/([\w.-]+)", urlsplit(address).path)
        if found and "move" in data:
            link = self._stack.world.service.tokens.read_turn(found[1])
            self._tally.acknowledged.append(Acknowledged(link, data["move"]))

    def _until_answered(
        self, method: str, address: str, data: Mapping[str, str] | None
    ) -> tuple[int, str, str]:
        end = time.monotonic() + PATIENCE
        while not self._tally.stopped.is_set():
            began = time.monotonic()
            try:
                answer = self._request(method, address, data)
            except (OSError, http.client.HTTPException):
                pass
            else:
                if answer[0] < 500:
                    if method == "POST":
                        self._tally.latencies.append(time.monotonic() - began)
                    return answer
            self._tally.again += 1
            if time.monotonic() > end:
                raise TimeoutError(f"{method} {address} was not answered in {PATIENCE} s")
            self._tally.stopped.wait(0.2)
        raise Stopped

    def _request(self, method: str, address: str, data: Mapping[str, str] | None) -> tuple[int, str, str]:
        url = urlsplit(urljoin(self._stack.base_url, address))
        connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=ANSWER_WITHIN)
        try:
            headers = {"Content-Type": "application/x-www-form-urlencoded"} if data is not None else {}
            body = urlencode(data) if data is not None else None
            connection.request(method, f"{url.path}?{url.query}".rstrip("?"), body, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location", ""), answer.read().decode()
        finally:
            connection.close()


class Person(threading.Thread):
    """Somebody with a mailbox, who does what each mail asks for, also what comes twice."""

    def __init__(self, stack: Stack, address: str, tally: Tally, seed: str) -> None:
        super().__init__(name=address, daemon=True)
        self._stack = stack
        self._address = address
        self._tally = tally
        self._chance = random.Random(seed)
        self._browser = Browser(stack, tally, self._chance)

    def run(self) -> None:
        read = 0
        while not self._tally.stopped.wait(0.05):
            mails = self._stack.smtp.mails
            for mail in mails[read:]:
                if self._address in mail.recipients:
                    self._react(mail)
            read = len(mails)

    def _react(self, mail: Mail) -> None:
        try:
            self._do(mail)
        except Stopped:
            pass
        except Exception as error:
            self._tally.complaints.append(f"{self._address}: {type(error).__name__} {error}"[:600])

    def _do(self, mail: Mail) -> None:
        base = re.escape(self._stack.base_url)
        turn = re.search(rf"{base}/t/[\w.-]+", mail.text)
        invitation = re.search(rf"{base}/i/[\w.-]+", mail.text)
        if turn:
            play_turn(self._browser, turn[0], self._chance.randrange(1000))
        elif invitation:
            page = self._browser.get(invitation[0])
            forms = [form for form in page.forms if form.action.endswith("/join")]
            if forms:
                self._browser.send(page, forms[0])
