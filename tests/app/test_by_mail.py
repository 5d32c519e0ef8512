"""Whole games played only by what the mails contain: parse the mail, follow its link, send the form."""

import re
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from app.models import GameStatus
from app.usecases.records import verify
from engine import score
from tests.browsing import Browser, play_turn
from tests.servers.mailbox import Mail
from tests.servers.smtp import SmtpServer
from tests.world import BASE_URL, World
from worker.delivery import deliver_due
from worker.smtp import Relay

ADDRESSES = ("ann@example.org", "bob@example.org", "cleo@example.org", "dan@example.org")


@dataclass
class PostOffice:
    """Delivers what is owed by the worker's own code, and hands out each mail once."""

    world: World
    server: SmtpServer
    handed_out: int = 0
    seen: list[Mail] = field(default_factory=list)

    def new_mails(self) -> list[Mail]:
        relay = Relay(f"smtp://{self.server.host}:{self.server.port}")
        with closing(relay), self.world.app.app_context():
            deliver_due(self.world.service, relay)
        mails = self.server.mails[self.handed_out :]
        self.handed_out += len(mails)
        self.seen += mails
        return mails


def link_in(mail: Mail, kind: str) -> str | None:
    found = re.search(rf"{re.escape(BASE_URL)}/{kind}/[\w.-]+", mail.text)
    return found[0] if found else None


def browser(world: World) -> Browser:
    return Browser(world.app.test_client(), BASE_URL)


def create_by_form(world: World, players: int) -> None:
    """Ann, whom nobody knows yet, fills in the form on the start page."""
    ann = browser(world)
    start = ann.get("/")
    guests = {f"guest{n}": "address" for n in range(1, players)}
    guests |= {f"address{n}": ADDRESSES[n] for n in range(1, players)}
    guests |= {f"guest{n}": "nobody" for n in range(players, 4)}
    wish = {"title": "By mail", "name": "Ann", "address": ADDRESSES[0], "pace": "48", "first": "0"}
    page = ann.send(start, start.form("title"), {**wish, **guests})
    assert page.status == 200


def react(world: World, mail: Mail, pick: int) -> None:
    """Do what a mail asks for, as its receiver would, in a browser without cookies."""
    reader = browser(world)
    for kind in ("s", "i", "t"):
        link = link_in(mail, kind)
        if link is None:
            continue
        page = reader.get(link) if kind != "t" else play_turn(reader, link, pick)
        if kind == "s":
            page = reader.send(page, page.form_to(link.removeprefix(BASE_URL)))
        elif kind == "i":
            page = reader.send(page, page.form_to("/join"))
        assert page.status == 200, page.text
        return


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_by_mail_to_the_final_scoring(
    world: World, smtp_server: SmtpServer, players: int
) -> None:
    office = PostOffice(world, smtp_server)
    create_by_form(world, players)
    pick = 0
    while mails := office.new_mails():
        for mail in mails:
            react(world, mail, pick)
            pick += 7
    key = game_key(office)
    assert world.game(key).status is GameStatus.FINISHED
    final = score(world.state(key))
    over = [mail for mail in office.seen if mail.recipients and "game-over" in kind_of(world, mail)]
    assert sorted(mail.recipients[0] for mail in over) == sorted(ADDRESSES[:players])
    for mail in over:
        numbers = set(map(int, re.findall(r"-?\d+", mail.text)))
        assert set(final.gold) <= numbers
    assert list(verify(world.service, key)) == [(key, None)]


def game_key(office: PostOffice) -> str:
    for mail in reversed(office.seen):
        found = re.search(rf"{re.escape(BASE_URL)}/g/([\w-]+)", mail.text)
        if found:
            return found[1]
    raise AssertionError("no mail names the game")


def kind_of(world: World, mail: Mail) -> str:
    row_id = int(re.findall(r"\d+", mail.message["Message-ID"])[0])
    return str(next(row.kind for row in world.mails() if row.id == row_id))


def test_an_old_link_shows_what_was_played_and_offers_a_fresh_one_by_mail(
    world: World, smtp_server: SmtpServer
) -> None:
    office = PostOffice(world, smtp_server)
    key = world.start_game("Bob")
    (mail,) = [mail for mail in office.new_mails() if link_in(mail, "t")]
    link = link_in(mail, "t")
    assert link is not None
    world.move(key, 0)
    while 0 not in world.owing(key):
        world.move(key, world.owing(key)[0])
    reader = browser(world)
    old = reader.get(link)
    assert old.status == 200
    assert not [form for form in old.forms if "move" in form.fields]
    office.new_mails()
    reader.send(old, old.form_to("/fresh"))
    fresh = [link_in(mail, "t") for mail in office.new_mails() if "ann@example.org" in mail.recipients]
    assert len(fresh) == 1
    assert fresh[0] != link
    assert reader.get(fresh[0] or "").status == 200


def test_get_and_head_change_nothing(world: World, smtp_server: SmtpServer) -> None:
    office = PostOffice(world, smtp_server)
    key = world.start_game("Bob")
    reader = browser(world)
    for mail in office.new_mails():
        for link in re.findall(rf"{re.escape(BASE_URL)}(/\S+)", mail.text):
            before = world.state(key), [(row.id, row.delivery) for row in world.mails()]
            assert reader.request("GET", link).status_code in (200, 403)
            assert reader.request("HEAD", link).status_code in (200, 403)
            assert (world.state(key), [(row.id, row.delivery) for row in world.mails()]) == before
