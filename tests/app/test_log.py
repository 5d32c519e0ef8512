"""The log as people read it."""

import re
from datetime import UTC, date, datetime, timedelta

from app.usecases import absence, reading, talking
from app.usecases.log import Told
from app.web.rendering import together
from engine import legal_moves
from tests.world import World

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def entry(number: int, name: str, deed: str, turn: int = 1, remark: str = "", lays: bool = False) -> Told:
    seat = ["Ann", "Bob"].index(name)
    return Told(number, seat, NOW, name, [deed], remark=remark, turn=turn, lays=lays)


def laid(number: int, name: str, turn: int = 1) -> Told:
    return entry(number, name, "lays", turn, lays=True)


def texts(world: World, *log: Told) -> list[str]:
    with world.app.test_request_context():
        return [told.words for told in together(log)]


def log(world: World, key: str) -> list[str]:
    with world.app.test_request_context():
        return [told.words for told in together(reading.table(world.service, key).log)]


def news(world: World, key: str, seat: int) -> list[str]:
    with world.app.test_request_context():
        told = reading.news_for(world.service, world.game(key), seat).log
        return [entry.words for entry in together(told)]


def test_a_laying_and_what_its_workers_bring_are_one_sentence(world: World) -> None:
    entries = laid(1, "Ann"), entry(2, "Ann", "harvests"), laid(3, "Bob", turn=2)
    assert texts(world, *entries) == ["Ann lays, harvests.", "Bob lays."]
    assert [told.number for told in together(entries)] == [2, 3]


def test_others_who_act_in_between_keep_their_place(world: World) -> None:
    entries = laid(1, "Ann"), entry(2, "Bob", "sells"), entry(3, "Ann", "sells")
    assert texts(world, *entries) == ["Ann lays.", "Bob sells.", "Ann sells."]


def test_a_message_and_a_stand_in_are_told_apart(world: World) -> None:
    said = Told(1, 0, NOW, sentences=["Ann says hello."])
    assert texts(world, laid(1, "Ann"), said) == ["Ann lays.", "Ann says hello."]
    played = entry(2, "Ann", "sells", remark="the stand-in")
    assert texts(world, laid(1, "Ann"), played) == ["Ann lays.", "Ann sells (the stand-in)."]


def test_what_follows_by_itself_from_a_stand_ins_laying_is_part_of_it(world: World) -> None:
    stood_in = entry(1, "Ann", "lays", remark="the stand-in", lays=True)
    assert texts(world, stood_in, entry(2, "Ann", "harvests")) == ["Ann lays, harvests (the stand-in)."]


def test_a_turn_is_told_with_its_players_name_once(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=1)
    for told in log(world, key):
        first = told.partition(". ")[0]
        assert first.count("Ann") + first.count("Bob") == 1
        assert first.startswith(("Ann lays ", "Bob "))


def test_more_time_and_a_holiday_are_told_with_their_ends(world: World) -> None:
    key = world.start_game("Bob")
    absence.ask_more_time(world.service, world.link(key, 0), world.now)
    absence.go_on_holiday(world.service, world.person("Bob"), date(2026, 3, 9), world.now)
    assert log(world, key) == [
        "Ann asks for more time and has it until Fri 6 Mar, 12:00 UTC.",
        "Bob is on holiday until Mon 9 Mar; the clock waits.",
    ]


def test_who_comes_back_early_is_told_to_be_back(world: World) -> None:
    key = world.start_game("Bob")
    bob = world.person("Bob")
    absence.go_on_holiday(world.service, bob, date(2026, 3, 9), world.now)
    absence.go_on_holiday(world.service, bob, None, world.now + timedelta(days=1))
    assert log(world, key)[-1] == "Bob is back."


def test_a_holiday_that_is_over_long_since_ends_without_a_word(world: World) -> None:
    key = world.start_game("Bob")
    bob = world.person("Bob")
    absence.go_on_holiday(world.service, bob, date(2026, 3, 9), world.now)
    absence.go_on_holiday(world.service, bob, None, world.now + timedelta(days=30))
    assert len(log(world, key)) == 1


def test_what_one_did_oneself_is_no_news(world: World) -> None:
    key = world.start_game("Bob")
    world.move(key, 0)
    assert re.fullmatch(r"Ann lays \S+ on \(.*\), harvests 1 cacao\.", log(world, key)[0])
    talking.say(world.service, key, world.person("Ann"), "Hello", world.now)
    talking.say(world.service, key, world.person("Bob"), "Welcome", world.now)
    absence.go_on_holiday(world.service, world.person("Ann"), date(2026, 3, 9), world.now)
    assert news(world, key, 0) == ["Bob says: “Welcome”"]
    assert len(news(world, key, 1)) == 3


def test_what_a_neighbours_tile_brought_is_news(world: World) -> None:
    key = world.start_game("Bob")
    while not any(told.startswith("Ann") for told in news(world, key, 0)):
        seat = world.owing(key)[0]
        world.move(key, seat, len(legal_moves(world.state(key), seat)) // 2)
        assert world.owing(key), "the game ended first"
    (first, *_) = (told for told in news(world, key, 0) if told.startswith("Ann"))
    assert "lays" not in first
