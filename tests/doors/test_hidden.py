"""Hidden information: whatever a seat cannot see, its pages, mails, pictures and exports stay the same."""

import random
import re
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from app.mails import Void, compose
from app.models import Kind, Notification
from app.tokens import TurnLink
from app.usecases import reading, replaying
from engine import GameState, LayTile, deal, legal_moves, new_game
from tests.doors.varying import Hidden, hidden
from tests.doors.visiting import visitor
from tests.world import PEOPLE, World

SHARED = "the game as it was dealt"
OTHER = "the game dealt in another way"
MOST_PREVIEWS = 9


def seed_of(name: str, point: int) -> bytes:
    return f"{name} {point}".encode().ljust(32, b".")


def previews(world: World, key: str, seat: int) -> list[str]:
    """Queries for layings of every kind: each worker, space and way to fill, as far as time allows."""
    layings = [move for move in legal_moves(world.state(key), seat) if isinstance(move, LayTile)]
    chosen = random.Random(key).sample(layings, min(MOST_PREVIEWS, len(layings)))
    queries = []
    for move in chosen:
        fills = " ".join(f"{fill.tile}@{fill.at[0]},{fill.at[1]}" for fill in move.jungle)
        at = f"{move.at[0]},{move.at[1]}"
        queries.append(
            urlencode({"worker": move.worker, "at": at, "rotation": move.rotation, "fills": fills})
        )
    return ["", "use=1", "worker=9999", *queries]


def addresses(world: World, key: str, viewer: int | None) -> list[str]:
    """Every address of a game that this viewer can open."""
    count = world.game(key).move_count
    steps = {0, count // 2, count}
    found = [f"/g/{key}", f"/g/{key}/shuffle", f"/g/{key}/record.json"]
    found += [f"/g/{key}/at/{step}" for step in sorted(steps) if step <= count]
    if viewer is None:
        return found
    found += ["/my-games", "/settings/my-data.json"]
    owed = world.game(key).seat(viewer).owes_version
    tokens = world.service.tokens
    found.append("/t/" + tokens.turn(TurnLink(key, viewer, 0 if owed else 4)))
    if owed is not None:
        link = "/t/" + tokens.turn(TurnLink(key, viewer, owed))
        found += [f"{link}?{query}" for query in (previews(world, key, viewer) if owed % 2 == 0 else [""])]
    return found


def seen_by(world: World, key: str, viewer: int | None) -> dict[str, bytes]:
    """Everything this viewer can get out of the service, byte by byte."""
    person = None if viewer is None else world.game(key).seat(viewer).person
    browser = visitor(world, person.name if person else None)
    pages = {}
    for address in addresses(world, key, viewer):
        answer = browser.request("GET", address)
        assert answer.status_code == (409 if address.endswith("record.json") else 200), address
        pages[address] = re.sub(rb'name="csrf_token" value="[^"]*"', b"", answer.get_data())
    return pages | (mails_to(world, person.id) if person else {})


def mails_to(world: World, person_id: int) -> dict[str, bytes]:
    """All mails that would go to somebody now, with their pictures."""
    found = {}
    with world.app.app_context(), world.service.database.reading() as session:
        for row in session.scalars(select(Notification).where(Notification.person_id == person_id)):
            try:
                found[f"mail {row.id} {row.kind}"] = compose(world.service, session, row, world.now).content
            except Void:
                continue
    return found


@pytest.fixture
def still(home: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world whose clock stands still."""
    monkeypatch.setattr("app.clock.now", lambda: home.now)
    return home


def started(world: World, players: int, point: int) -> str:
    """A game with so many moves made, in which nobody is a bot."""
    key = world.start_game(*PEOPLE[1:players], listed=True)
    world.shuffle(key, seed_of(SHARED, point))
    world.play_on(key, until=point, choice=3 + point)
    return key


def replays_from(monkeypatch: pytest.MonkeyPatch, seed: bytes, game: Hidden) -> None:
    """Let a seed stand for other decks: nobody can find a seed for decks."""

    def deal_again(players: int, asked: bytes) -> GameState:
        return deal(*game.dealt) if asked == seed else new_game(players, asked)

    monkeypatch.setattr(replaying, "new_game", deal_again)


def differing(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    assert before.keys() == after.keys()
    return [what for what in before if before[what] != after[what]]


@pytest.mark.parametrize("point", [0, 6, 21, 36])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_cannot_see_changes_nothing_it_gets(
    still: World, monkeypatch: pytest.MonkeyPatch, players: int, point: int
) -> None:
    key = started(still, players, point)
    active = still.owing(key)[0]
    for viewer in (active, (active + 1) % players, None):
        assert_same_for(still, monkeypatch, key, viewer, point)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_who_decides_about_a_sale_cannot_see_changes_nothing_either(
    still: World, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    key = started(still, players, 9)
    while not (deciding := [n for n in still.owing(key) if still.link(key, n).version % 2]):
        still.move(key, still.owing(key)[0], 5)
    assert f"{Kind.DECIDE}" in str(mails_to(still, still.game(key).seat(deciding[0]).person_id or 0).keys())
    assert_same_for(still, monkeypatch, key, deciding[0], 9)


def assert_same_for(
    world: World, monkeypatch: pytest.MonkeyPatch, key: str, viewer: int | None, point: int
) -> None:
    """The viewer gets the same, whatever lies where the viewer cannot see."""
    dealt, chance = hidden(world, key, seed_of(SHARED, point)), random.Random(point)
    before = seen_by(world, key, viewer)
    other = dealt.varied(viewer, chance)
    assert other.dealt != dealt.dealt
    replays_from(monkeypatch, seed_of(OTHER, point), other)
    other.write(world, key, seed_of(OTHER, point))
    assert differing(before, seen_by(world, key, viewer)) == []
    dealt.write(world, key, seed_of(SHARED, point))


def test_what_a_seat_can_see_does_change_what_it_gets(still: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above is known to look."""
    key = started(still, 2, 6)
    active = still.owing(key)[0]
    person = still.game(key).seat(active).person
    assert person is not None
    link = "/t/" + still.service.tokens.turn(still.link(key, active))

    def seen() -> dict[str, bytes]:
        browser = visitor(still, person.name)
        pages = {path: browser.request("GET", path).get_data() for path in (link, f"/g/{key}/at/6")}
        return pages | mails_to(still, person.id)

    before = seen()
    other = hidden(still, key, seed_of(SHARED, 6)).varied(1 - active, random.Random(5))
    replays_from(monkeypatch, seed_of(OTHER, 6), other)
    other.write(still, key, seed_of(OTHER, 6))
    changed = differing(before, seen())
    assert link in changed
    assert [what for what in changed if what.startswith("mail ")]
    assert f"/g/{key}/at/6" not in changed


def test_nobody_gets_the_record_of_a_running_game(still: World) -> None:
    key = started(still, 3, 6)
    for who in (None, *PEOPLE):
        browser = visitor(still, who)
        assert browser.request("GET", f"/g/{key}/record.json").status_code == 409
        page = browser.get(f"/g/{key}/shuffle")
        assert seed_of(SHARED, 6).hex() not in page.html


def test_what_pages_are_given_holds_neither_the_seed_nor_the_position(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=4)
    service = world.service
    for game in (reading.table(service, key, 0).game, replaying.at_move(service, key, 2).game):
        assert (game.seed, game.state) == (None, None)
