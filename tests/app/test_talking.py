"""Messages to the others, notes to oneself."""

import pytest

from app.refused import Invalid, NotAllowed
from app.usecases import moves, reading, talking
from engine import legal_moves, write_move
from tests.world import World


def sentences(world: World, key: str) -> list[str]:
    return [sentence for told in reading.table(world.service, key).log for sentence in told.sentences]


def test_a_message_stands_in_the_log_after_the_moves_before_it(world: World) -> None:
    key = world.start_game("Bob")
    world.move(key, 0)
    talking.say(world.service, key, world.person("Bob"), "Well\r\nplayed \u202e!", world.now)
    assert sentences(world, key)[-1] == "Bob says: “Well\nplayed !”"


def test_a_message_can_come_with_a_move(world: World) -> None:
    key = world.start_game("Bob")
    move = write_move(legal_moves(world.state(key), 0)[0])
    moves.submit(world.service, world.link(key, 0), [move], world.now, "Good luck!")
    assert "Ann says: “Good luck!”" in sentences(world, key)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 501])
def test_an_empty_or_endless_message_is_refused(world: World, text: str) -> None:
    key = world.start_game("Bob")
    with pytest.raises(Invalid):
        talking.say(world.service, key, world.person("Ann"), text, world.now)


def test_only_those_who_play_can_write(world: World) -> None:
    key = world.start_game("Bob")
    with pytest.raises(NotAllowed):
        talking.say(world.service, key, world.person("Cleo"), "Hello", world.now)
    with pytest.raises(NotAllowed):
        talking.write_notes(world.service, key, world.person("Cleo"), "Hello")


def test_notes_are_kept_for_their_writer_alone(world: World) -> None:
    key = world.start_game("Bob")
    talking.write_notes(world.service, key, world.person("Ann"), "Take the temple")
    assert [seat.notes for seat in world.seats(key)] == ["Take the temple", ""]
    with pytest.raises(Invalid):
        talking.write_notes(world.service, key, world.person("Ann"), "x" * 2001)
