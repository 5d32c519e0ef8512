"""Words that are made once, when a module is loaded, are still said in each reader's language."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.ctx import RequestContext
from sqlalchemy import select

from app.drawing import color_name, tile_name
from app.models import Person
from app.refused import Refused
from app.tokens import TurnLink
from app.usecases.lessons import tiles_in_game
from app.wording import refusal
from engine import COLORS, Reason
from engine.wording import REFUSALS
from tests.browsing import Browser
from tests.installing import Installed
from tests.translations.catalogs import TRANSLATED
from tests.world import BASE_URL, World

TILES = sorted(tiles_in_game(4))


@pytest.fixture
def app(installed: Installed) -> Flask:
    return installed().app


def reading(app: Flask, language: str) -> RequestContext:
    return app.test_request_context(headers={"Accept-Language": language})


def test_an_error_page_follows_the_reader_from_request_to_request(app: Flask) -> None:
    client = app.test_client()
    for language, words in [
        ("de", "Hier ist nichts."),
        ("nl", "Hier is niets."),
        ("en", "There is nothing here."),
        ("fr", "There is nothing here."),
        ("de-AT,de;q=0.9", "Hier ist nichts."),
    ]:
        answer = client.get("/nowhere", headers={"Accept-Language": language})
        assert answer.status_code == 404
        assert f"<h1>{words}</h1>" in answer.text


def test_a_refusal_by_a_use_case_follows_the_reader(app: Flask) -> None:
    client = app.test_client()
    for language, words in [("nl", "Meld je eerst aan."), ("de", "Bitte melde dich erst an.")]:
        assert words in client.get("/my-games", headers={"Accept-Language": language}).text


def test_a_turn_link_speaks_to_its_player_throughout(app: Flask) -> None:
    world = World(app)
    key = world.start_game("Bob", "bot:greedy")
    world.play_on(key, until=6)
    with world.service.database.writing() as session:
        for person in session.scalars(select(Person)):
            person.language = "nl"
    seat = world.owing(key)[0]
    made = TurnLink(key, seat, 0)
    for link in (world.link(key, seat), made):
        page = app.test_client().get(
            f"/t/{world.service.tokens.turn(link)}", headers={"Accept-Language": "de"}, base_url=BASE_URL
        )
        assert '<html lang="nl">' in page.text
        assert " op (" in page.text
        assert "Gretige bot" in page.text
        assert " auf (" not in page.text


@pytest.mark.parametrize(("browser", "page"), [("de-AT", "de"), ("en", "en"), ("fr", "nl")])
def test_an_invitation_speaks_as_the_browser_does_else_as_the_host(
    app: Flask, browser: str, page: str
) -> None:
    world = World(app)
    key = world.open_game("Bob")
    bob = world.person("Bob")
    with world.service.database.writing() as session:
        session.get_one(Person, bob).language = "nl"
    seat = next(seat for seat in world.seats(key) if seat.person_id == bob)
    address = f"/i/{world.service.tokens.invitation(seat.id, bob)}"
    answer = app.test_client().get(address, headers={"Accept-Language": browser}, base_url=BASE_URL)
    assert f'<html lang="{page}">' in answer.text
    assert f'<option value="{page}" lang="{page}" selected>' in answer.text


def _kinds(kind: type[Refused]) -> Iterator[type[Refused]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _kinds(below)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_refusal_has_words_in_every_language(app: Flask, language: str) -> None:
    for kind in _kinds(Refused):
        with reading(app, "en"):
            english = str(kind.reason), str(kind.advice)
        with reading(app, language):
            assert str(kind.reason) != english[0], kind
            assert str(kind.advice) != english[1], kind


@pytest.mark.parametrize("reason", list(Reason))
def test_the_engines_refusals_are_translated(app: Flask, reason: Reason) -> None:
    said = []
    for language in ("en", *TRANSLATED):
        with reading(app, language):
            said.append(refusal(reason))
    assert said[0] == REFUSALS[reason]
    assert len(set(said)) == 3


@pytest.mark.parametrize("language", TRANSLATED)
def test_tiles_and_colours_have_names(app: Flask, language: str) -> None:
    with reading(app, "en"):
        english = [*map(tile_name, TILES), *map(color_name, COLORS)]
    with reading(app, language):
        names = [*map(tile_name, TILES), *map(color_name, COLORS)]
        letters = {color_name(color)[0].upper() for color in COLORS}
    assert len(set(names)) == len(names)
    assert [name for name in names if name in english] == (["water"] if language == "nl" else [])
    assert len(letters) == len(COLORS), "on the text board a letter stands for each colour"


def test_a_host_who_chose_a_language_on_the_start_page_gets_it_by_mail_too(app: Flask) -> None:
    world = World(app)
    browser = Browser(app.test_client(), BASE_URL)
    page = browser.get("/?language=nl")
    assert '<html lang="nl">' in page.html
    typed = {"title": "Zondag", "name": "Ann", "address": "ann@example.org", "zone": "UTC"}
    asked = browser.send(page, page.form("title"), {**typed, "address1": "bob@example.org"})
    assert asked.status == 200
    with world.service.database.reading() as session:
        assert session.scalars(select(Person.language)).all() == ["nl", "nl"]
