"""Each mail speaks its receiver's language, and only that."""

import re
from html import unescape
from typing import TypeGuard

import pytest

from app.models import Kind
from tests.mails.postbox import TITLE, Postbox, Received
from tests.translations.catalogs import TRANSLATED, forms, messages, written

SUBJECTS = {
    Kind.INVITATION: (f"Ann lädt dich zu Cacao ein: {TITLE}", f"Ann nodigt je uit voor Cacao: {TITLE}"),
    Kind.DECLINED: (f"Ein Platz ist frei: {TITLE}", f"Een plaats is vrij: {TITLE}"),
    Kind.LEFT: (f"Ein Platz ist frei: {TITLE}", f"Een plaats is vrij: {TITLE}"),
    Kind.CANCELLED: (f"Abgesagt: {TITLE}", f"Afgezegd: {TITLE}"),
    Kind.GAME_STARTED: (f"Die Partie hat begonnen: {TITLE}", f"Het spel is begonnen: {TITLE}"),
    Kind.YOUR_TURN: (f"Du bist am Zug: {TITLE}", f"Jouw beurt: {TITLE}"),
    Kind.DECIDE: (f"Deine Entscheidung: {TITLE}", f"Jouw beslissing: {TITLE}"),
    Kind.REMINDER: (f"Erinnerung: {TITLE}", f"Herinnering: {TITLE}"),
    Kind.TIME_RAN_OUT: (f"Deine Zeit ist abgelaufen: {TITLE}", f"Je tijd is om: {TITLE}"),
    Kind.PLAYED_FOR_YOU: (f"Für dich gespielt: {TITLE}", f"Voor je gespeeld: {TITLE}"),
    Kind.GAME_OVER: (f"Spielende: {TITLE}", f"Afgelopen: {TITLE}"),
    Kind.SIGN_IN: ("Dein Link zum Anmelden bei Cacao per Mail", "Je aanmeldlink voor Cacao per mail"),
    Kind.DIGEST: ("1 Partie wartet auf dich", "1 spel wacht op je"),
}
WORDS = {
    "de": ("Spielfläche", "Urwald-Auslage", "Nachziehstapel", "Sonnensteinen", "Cacaofrüchten", "Dörfer"),
    "nl": ("speelveld", "Open oerwoudtegels", "gedekte stapel", "zonnestenen", "cacaovruchten", "Dorpen"),
}
ENGLISH = re.compile(
    r"\b(?:the|you|your|and|this|that|with|from|tiles?|workers?|market|temple|turn|until|sun|jungle|since)\b",
    re.I,
)
WITHOUT_A_BOARD = (Kind.INVITATION, Kind.DECLINED, Kind.LEFT, Kind.CANCELLED, Kind.SIGN_IN, Kind.DIGEST)

every_kind = pytest.mark.parametrize("kind", list(Kind))
every_language = pytest.mark.parametrize("language", TRANSLATED)


def received(post: Postbox, kind: Kind, language: str) -> Received:
    row = post.bring_about(kind)
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, language=language)
    return post.composed(row)


def parts(mail: Received) -> tuple[str, str, str]:
    """What is read of a mail: no tags, no styles, no links, no title."""
    html = re.sub(r"<style.*?</style>", "", mail.html, flags=re.S)
    alts = " ".join(re.findall(r'\balt="([^"]*)"', html))
    read = (str(mail.message["Subject"]), mail.text, unescape(re.sub(r"<[^>]*>", " ", html) + alts))
    subject, text, page = (re.sub(r"\w+://\S+", "", part).replace(TITLE, "") for part in read)
    return subject, text, page


@every_language
@every_kind
def test_the_subject_is_in_the_receivers_language(post: Postbox, kind: Kind, language: str) -> None:
    subject = received(post, kind, language).message["Subject"]
    assert subject == SUBJECTS[kind][TRANSLATED.index(language)]


@every_language
@every_kind
def test_a_mail_has_no_english_left_in_it(post: Postbox, kind: Kind, language: str) -> None:
    mail = received(post, kind, language)
    assert mail.message["Content-Language"] == language
    english = [
        m.id for m in messages(written(language)) if _is_a_sentence(m.id) and m.id not in forms(m.string)
    ]
    assert len(english) > 200
    for part in parts(mail):
        assert ENGLISH.findall(part) == []
        assert [words for words in english if words in part] == []


@every_language
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in WITHOUT_A_BOARD])
def test_a_mail_with_a_board_uses_the_words_of_the_game(post: Postbox, kind: Kind, language: str) -> None:
    mail = received(post, kind, language)
    told = " ".join(mail.text.split())
    display = slice(None) if kind is not Kind.GAME_OVER else slice(3, None)
    assert [word for word in WORDS[language][display] if word.lower() not in told.lower()] == []


@every_kind
def test_two_receivers_get_two_languages(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    mails = []
    for language in ("de", "nl", "en", "de"):
        for name in ("Ann", "Bob", "Cleo"):
            post.change(name, language=language)
        mails.append(post.composed(row).text)
    german, dutch, english, german_again = mails
    assert german == german_again
    assert len({german, dutch, english}) == 3


def _is_a_sentence(words: object) -> TypeGuard[str]:
    return isinstance(words, str) and "%" not in words and len(words.split()) > 2
