"""What holds for every mail, whatever it is about."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import select

from app.mails import Void
from app.models import Game, Kind, Mailing
from tests.mails.postbox import Postbox, Received
from tests.world import BASE_URL

ROOT = Path(__file__).parent.parent.parent
WITH_A_BOARD = (
    Kind.GAME_STARTED,
    Kind.YOUR_TURN,
    Kind.DECIDE,
    Kind.REMINDER,
    Kind.TIME_RAN_OUT,
    Kind.PLAYED_FOR_YOU,
    Kind.GAME_OVER,
)
WITH_PICTURES = (Kind.INVITATION, *WITH_A_BOARD)
ABOUT_A_GAME = (Kind.INVITATION, Kind.DECLINED, Kind.LEFT, Kind.CANCELLED, *WITH_A_BOARD)
every_kind = pytest.mark.parametrize("kind", list(Kind))
with_a_board = pytest.mark.parametrize("kind", WITH_A_BOARD)
about_a_game = pytest.mark.parametrize("kind", ABOUT_A_GAME)


class Tags(HTMLParser):
    """The tags of an HTML part with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str, attribute: str) -> list[str]:
        return [attrs.get(attribute) or "" for name, attrs in self.found if name == tag]


def test_every_kind_has_its_folder_of_three_files() -> None:
    folders = {folder.name: folder for folder in (ROOT / "templates/mail").iterdir() if folder.is_dir()}
    assert set(folders) == {kind.value for kind in Kind}
    for folder in folders.values():
        assert {file.name for file in folder.iterdir()} == {"subject.txt", "body.txt", "body.html"}


@every_kind
def test_a_mail_is_text_or_html_with_its_pictures(post: Postbox, kind: Kind) -> None:
    mail = post.composed(post.bring_about(kind))
    assert mail.message.get_content_type() == "multipart/alternative"
    text, html = mail.message.iter_parts()
    assert text.get_content_type() == "text/plain"
    if kind not in WITH_PICTURES:
        assert html.get_content_type() == "text/html"
        return
    assert html.get_content_type() == "multipart/related"
    page, *pictures = html.iter_parts()
    assert page.get_content_type() == "text/html"
    assert {part.get_content_type() for part in pictures} == {"image/png"}
    assert {part.get_content_disposition() for part in pictures} == {"inline"}


@every_kind
def test_the_headers_say_who_when_and_that_a_machine_wrote_it(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    message = post.composed(row).message
    assert message["Date"].datetime == row.created_at
    assert message["To"].addresses[0].addr_spec.endswith("@example.org")
    assert message["From"].addresses[0].display_name == "Cacao by mail"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@cacao.example.org>")
    assert not message.defects


@every_kind
def test_a_mail_names_its_receivers_language(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, language="nl")
    mail = post.composed(row)
    assert mail.message["Content-Language"] == "nl"
    assert '<html lang="nl"' in mail.html


@every_kind
def test_the_same_row_gives_the_same_mail_again(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    first, second = post.composed(row), post.composed(row)
    assert first.message["Message-ID"] == second.message["Message-ID"]
    assert (first.text, first.html, first.pictures) == (second.text, second.html, second.pictures)


@about_a_game
def test_the_mails_of_a_game_are_one_thread_and_can_be_ended(post: Postbox, kind: Kind) -> None:
    message = post.composed(post.bring_about(kind)).message
    assert re.fullmatch(r"<game\.[\w-]+@cacao\.example\.org>", message["References"])
    assert message["In-Reply-To"] == message["References"]
    assert re.fullmatch(rf"<{BASE_URL}/u/[\w.-]+>", message["List-Unsubscribe"])
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@about_a_game
def test_one_click_ends_the_mails(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    address = str(post.composed(row).message["List-Unsubscribe"]).strip("<>")
    path = address.removeprefix(BASE_URL)
    answer = post.world.app.test_client().post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    with pytest.raises(Void):
        post.composed(row)


@about_a_game
def test_a_subject_is_short_and_names_the_game(post: Postbox, kind: Kind) -> None:
    subject = post.composed(post.bring_about(kind)).message["Subject"]
    assert subject.endswith(": Sunday game")
    assert len(subject) < 60


@every_kind
def test_all_links_lead_to_us(post: Postbox, kind: Kind) -> None:
    mail = post.composed(post.bring_about(kind))
    links = Tags(mail.html).all("a", "href")
    assert links
    assert all(link == BASE_URL or link.startswith(f"{BASE_URL}/") for link in links)
    assert set(links) <= set(mail.text.splitlines()), "each link stands on a line of its own"
    assert set(re.findall(r"\w+://[^/\s]*", mail.text)) == {BASE_URL}


@every_kind
def test_the_html_loads_nothing_from_anywhere(post: Postbox, kind: Kind) -> None:
    mail = post.composed(post.bring_about(kind))
    tags = Tags(mail.html)
    assert not {tag for tag, _ in tags.found} & {"script", "link", "iframe", "object", "form", "base"}
    assert {f"cid:{name}" for name in mail.pictures} == set(tags.all("img", "src"))
    assert not re.search(r"url\(|@import|src=\"http", mail.html)


@every_kind
def test_the_html_is_small_and_fits_dark_screens_and_phones(post: Postbox, kind: Kind) -> None:
    html = post.composed(post.bring_about(kind)).html
    assert len(html.encode()) < 100_000
    assert '<meta name="color-scheme" content="light dark">' in html
    assert "prefers-color-scheme: dark" in html
    assert "max-width: 600px" in html


@every_kind
def test_the_text_fits_a_narrow_window(post: Postbox, kind: Kind) -> None:
    text = post.composed(post.bring_about(kind)).text
    assert all(len(line) <= 78 or line.startswith(BASE_URL) for line in text.splitlines())
    assert "\n\n\n" not in text
    assert not re.search(r"[ \t]\n", text)


@with_a_board
def test_pictures_are_small_and_have_words(post: Postbox, kind: Kind) -> None:
    mail = post.composed(post.bring_about(kind))
    assert Image.open(BytesIO(mail.pictures["board"])).width == 720
    assert sum(map(len, mail.pictures.values())) < 100_000
    alts = [attrs for tag, attrs in Tags(mail.html).found if tag == "img"]
    assert all("alt" in attrs for attrs in alts)
    assert any("Board with" in (attrs["alt"] or "") for attrs in alts)


def test_an_invitation_shows_a_few_tiles(post: Postbox) -> None:
    mail = post.composed(post.bring_about(Kind.INVITATION))
    assert Image.open(BytesIO(mail.pictures["glimpse"])).size == (720, 240)
    assert len(mail.pictures["glimpse"]) < 40_000


@with_a_board
def test_the_text_is_complete(post: Postbox, kind: Kind) -> None:
    text = post.composed(post.bring_about(kind)).text
    for part in ("|Cacao|", "R = Ann (red), P = Bob (purple), W = Cleo (white)", "Villages"):
        assert part in text
    for name in ("Ann (red", "Bob (purple", "Cleo (white"):
        assert re.search(rf"^- {re.escape(name)}.*\): \d+ gold,", text, re.M)
    if kind is not Kind.GAME_OVER:
        assert "Jungle display" in text
        assert "Your hand" in text
    # What the receiver owes stands at the top.
    assert ("Waiting for" in text) == (kind in (Kind.GAME_STARTED, Kind.TIME_RAN_OUT, Kind.PLAYED_FOR_YOU))


@with_a_board
def test_a_mail_shows_only_its_receivers_hand_and_never_the_seed(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    mail = post.composed(row)
    with post.world.service.database.reading() as session:
        game = session.get_one(Game, row.game_id)
        number = next(seat.number for seat in game.seats if seat.id == row.seat_id)
        seed = session.scalar(select(Game.seed).where(Game.id == game.id))
    assert seed is not None
    assert number is not None
    state = post.world.state(game.key)
    hand = re.findall(r"^- ([0-3](?:-[0-3]){3})$", mail.text, re.M)
    assert hand == ["-".join(code) for code in sorted(state.hands[number])]
    assert {name for name in mail.pictures if name.startswith("worker-")} == {
        f"worker-{code}" for code in state.hands[number]
    }
    for secret in (seed.hex(), seed.decode("latin-1")):
        assert secret not in mail.text + mail.html


@every_kind
def test_names_and_titles_are_plain_text(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, name=f'<b>{name}</b> & "Co"')
    with post.world.service.database.writing() as session:
        for game in session.scalars(select(Game)):
            game.title = "<i>50% off</i> & %(more)s {{ 7 * 7 }}"
    mail = post.composed(row)
    assert not {tag for tag, _ in Tags(mail.html).found} & {"b", "i"}
    assert "&lt;b&gt;" in mail.html or kind in (Kind.SIGN_IN, Kind.DIGEST)
    assert re.match(r'Hello <b>\w+</b> & "Co",', mail.text)
    if kind is not Kind.SIGN_IN:
        assert "<i>50% off</i> & %(more)s {{ 7 * 7 }}" in " ".join(mail.text.split())
        assert (
            mail.message["Subject"].endswith("<i>50% off</i> & %(more)s {{ 7 * 7 }}") or kind is Kind.DIGEST
        )


@every_kind
def test_nobody_who_said_never_is_mailed(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, never_mail=True)
    with pytest.raises(Void):
        post.composed(row)


@about_a_game
def test_nobody_who_wants_no_mails_gets_one(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, mailing=Mailing.MUTE)
    with pytest.raises(Void):
        post.composed(row)


@about_a_game
def test_a_muted_game_is_silent(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    post.change_seat(row.seat_id, muted=True)
    with pytest.raises(Void):
        post.composed(row)


@pytest.mark.parametrize("kind", [Kind.YOUR_TURN, Kind.DECIDE, Kind.REMINDER])
def test_a_mail_about_a_move_that_was_made_is_void(post: Postbox, kind: Kind) -> None:
    row = post.bring_about(kind)
    post.change_seat(row.seat_id, owes_version=None)
    with pytest.raises(Void):
        post.composed(row)


@pytest.mark.parametrize("kind", [Kind.YOUR_TURN, Kind.DECIDE, Kind.REMINDER])
def test_deadlines_are_told_in_the_receivers_zone(
    post: Postbox, kind: Kind, told_times: Callable[[Received], set[str]]
) -> None:
    row = post.bring_about(kind)
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, zone="UTC")
    utc = told_times(post.composed(row))
    for name in ("Ann", "Bob", "Cleo"):
        post.change(name, zone="Asia/Kolkata")
    kolkata = told_times(post.composed(row))
    assert utc
    assert len(utc) == len(kolkata)
    assert not utc & kolkata


@pytest.fixture
def told_times() -> Callable[[Received], set[str]]:
    return lambda mail: set(re.findall(r"until\s\w+\s\d+\s\w+,\s\d\d:\d\d", mail.text))
