"""The rules page: in three languages, with pictures, and true."""

import re

import pytest
from flask.testing import FlaskClient

from app.usecases import lessons
from engine import Village
from tests.app.sound import Sound
from tests.installing import Installed

HEADINGS = {
    "en": "How to play Cacao",
    "de": "So spielt man Cacao",
    "nl": "Zo speel je Cacao",
}
TILES = {
    "en": "single plantation|double plantation|market (price 2)|market (price 3)|market (price 4)"
    "|gold mine (value 1)|gold mine (value 2)|water|sun-worshiping site|temple",
    "de": "Einzelplantage|Doppelplantage|Markt (Preis 2)|Markt (Preis 3)|Markt (Preis 4)|Goldgrube (Wert 1)"
    "|Goldgrube (Wert 2)|Wasser|Sonnenkultstätte|Tempel",
    "nl": "enkele plantage|dubbele plantage|markt (prijs 2)|markt (prijs 3)|markt (prijs 4)"
    "|goudmijn (waarde 1)|goudmijn (waarde 2)|water|cultusplaats|tempel",
}
SECTIONS = ("aim", "table", "turn", "tiles", "limits", "overbuilding", "end", "service")

every_language = pytest.mark.parametrize("language", ["en", "de", "nl"])


@pytest.fixture
def client(installed: Installed) -> FlaskClient:
    return installed().app.test_client()


@every_language
def test_it_is_sound_and_in_the_readers_language(client: FlaskClient, language: str) -> None:
    answer = client.get("/rules", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert Sound(answer.text).faults == []
    assert f'<html lang="{language}">' in answer.text
    assert re.findall(r"<h1>(.*?)</h1>", answer.text) == [HEADINGS[language]]


@every_language
def test_the_address_can_ask_for_a_language(client: FlaskClient, language: str) -> None:
    page = client.get(f"/rules?language={language}", headers={"Accept-Language": "nl"}).text
    assert f"<h1>{HEADINGS[language]}</h1>" in page
    assert page.count("hreflang=") == 3


def test_a_language_nobody_speaks_here_is_ignored(client: FlaskClient) -> None:
    assert HEADINGS["de"] in client.get("/rules?language=tlh", headers={"Accept-Language": "de"}).text


@every_language
def test_all_ten_tiles_are_pictured(client: FlaskClient, language: str) -> None:
    page = client.get(f"/rules?language={language}").text
    pictures = re.findall(r'role="img"><title>(.*?)</title>', page)
    assert set(TILES[language].split("|")) <= set(pictures)


def test_every_section_can_be_linked_to(client: FlaskClient) -> None:
    page = client.get("/rules").text
    assert re.findall(r'<h2 id="(\w+)">', page) == list(SECTIONS)
    assert re.findall(r'<a href="#(\w+)">', page) == list(SECTIONS)


def test_every_page_leads_to_the_rules(client: FlaskClient) -> None:
    assert 'href="/rules"' in client.get("/rules").text
    assert 'href="/rules"' in client.get("/nowhere").text


def test_the_first_tile_can_go_on_six_spaces() -> None:
    _, spaces = lessons.beginning()
    assert len(spaces) == 6


def test_the_example_of_a_turn_is_as_the_page_tells_it() -> None:
    lesson = lessons.filling()
    assert lesson.before.villages == (Village(cacao=1), Village())
    assert lesson.after.villages == (Village(gold=3), Village(gold=3))
    assert lesson.after.jungle[(1, -1)] == "market-3"


def test_the_example_of_overbuilding_is_as_the_page_tells_it() -> None:
    lesson = lessons.overbuilding()
    assert lesson.before.villages[0] == Village(sun=1)
    assert lesson.after.villages[0] == Village(gold=8, water=1)
    assert lesson.after.workers[lesson.move.at].height == 2


def test_the_numbers_of_tiles_are_those_of_the_box() -> None:
    assert lessons.tiles_in_game(4).total() == 28
    assert lessons.tiles_in_game(2).total() == 21
