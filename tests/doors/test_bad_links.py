"""Links that are tampered with, expired, used, or of another purpose, seat, game, turn or key do no harm."""

from datetime import timedelta

import pytest

from app import clock
from app.models import Kind
from app.tokens import Tokens, TurnLink
from app.usecases import sign_in
from tests.doors.visiting import LONG, layings, post, refused, rows, tells_what_to_do, turn, visitor
from tests.world import World


def broken(token: str) -> list[str]:
    middle = len(token) // 2
    other = "A" if token[middle] != "A" else "B"
    return [
        token[:-1],
        token[1:],
        token + "x",
        token[:middle] + other + token[middle + 1 :],
        token.partition(".")[0],
        token.upper(),
        "x",
        ".",
        "%00",
        "é",
        LONG,
    ]


def test_every_kind_of_link_refuses_a_broken_token(world: World) -> None:
    key = world.start_game("Bob")
    tokens, seat = world.service.tokens, world.seats(key)[0]
    assert seat.person_id is not None
    sign_in.ask(world.service, "ann@example.org", "en", clock.now())
    sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
    assert sign_in_id is not None
    before = rows(world)
    for kind, token, posts in (
        ("t", tokens.turn(world.link(key, 0)), ("", "/more-time", "/come-back", "/fresh")),
        ("i", tokens.invitation(seat.id, seat.person_id), ("/join", "/decline")),
        ("s", tokens.sign_in(sign_in_id), ("",)),
        ("u", tokens.mute(seat.person_id, seat.id), ("",)),
        ("open", tokens.open_seat(key), ("",)),
    ):
        for bad in broken(token):
            tells_what_to_do(visitor(world).get(f"/{kind}/{bad}"), [404])
            for path in posts:
                browser = visitor(world)
                page = browser.page(browser.request("POST", f"/{kind}/{bad}{path}"), "/")
                tells_what_to_do(page, [400] if kind in ("s", "open") else [404])
    assert rows(world) == before


def test_a_link_of_another_purpose_opens_nothing(world: World) -> None:
    key = world.start_game("Bob")
    tokens = world.service.tokens
    made = {
        "t": tokens.turn(world.link(key, 0)),
        "i": tokens.invitation(1, 1),
        "s": tokens.sign_in(1),
        "u": tokens.mute(1, None),
        "open": tokens.open_seat(key),
    }
    for kind in made:
        for other, token in made.items():
            if kind != other:
                tells_what_to_do(visitor(world).get(f"/{kind}/{token}"), [404])


@pytest.mark.parametrize("minutes", [-31, -60 * 24 * 30])
def test_a_sign_in_link_that_has_expired(world: World, minutes: int) -> None:
    sign_in.ask(world.service, "ann@example.org", "en", clock.now() + timedelta(minutes=minutes))
    sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
    assert sign_in_id is not None
    address = "/s/" + world.service.tokens.sign_in(sign_in_id)
    tells_what_to_do(visitor(world).get(address), [410])
    refused(world, visitor(world), address, 410)


def test_a_sign_in_link_that_was_used(world: World) -> None:
    sign_in.ask(world.service, "ann@example.org", "en", clock.now())
    sign_in_id = world.mails(Kind.SIGN_IN)[-1].sign_in_id
    assert sign_in_id is not None
    address = "/s/" + world.service.tokens.sign_in(sign_in_id)
    assert post(visitor(world), address).status == 302
    page = refused(world, visitor(world), address, 410)
    assert "used already" in page.text


def test_a_link_of_another_seat_moves_only_that_seat(world: World) -> None:
    key = world.start_game("Bob")
    move = layings(world, key, 0)[0]
    refused(world, visitor(world), turn(world, key, 1, 0), 409, move=move)


def test_a_link_of_another_game_moves_only_that_game(world: World) -> None:
    key, other = world.start_game("Bob"), world.start_game("Cleo")
    move = layings(world, key, 0)[0]
    before = world.state(key)
    assert post(visitor(world), turn(world, other, 0), move=move).status == 302
    assert world.state(key) == before
    gone = "/t/" + world.service.tokens.turn(TurnLink("no-such-game", 0, 0))
    refused(world, visitor(world), gone, 404, move=move)


def test_a_link_of_another_turn_makes_no_move(world: World) -> None:
    key = world.start_game("Bob")
    move = layings(world, key, 0)[0]
    for version in (1, 2, 40, -2):
        refused(world, visitor(world), turn(world, key, 0, version), 409, move=move)
        page = visitor(world).get(turn(world, key, 0, version))
        assert page.status == 200
        assert not [form for form in page.forms if "move" in form.fields]


def test_links_survive_the_change_of_keys_until_the_old_key_is_gone(world: World) -> None:
    key = world.start_game("Bob")
    link, move = world.link(key, 0), layings(world, key, 0)[0]
    newest, older = world.service.settings.secret_keys
    assert visitor(world).get("/t/" + Tokens((older,)).turn(link)).status == 200
    gone = "/t/" + Tokens(("a key that was taken out",)).turn(link)
    refused(world, visitor(world), gone, 404, move=move)
    assert world.service.tokens.turn(link) == Tokens((newest,)).turn(link)


def test_a_replayed_move_is_answered_as_done_and_done_once(world: World) -> None:
    key = world.start_game("Bob")
    address, move = turn(world, key, 0), layings(world, key, 0)[0]
    assert post(visitor(world), address, move=move).status == 302
    before = rows(world)
    assert post(visitor(world), address, move=move).status == 302
    assert rows(world) == before
