"""Looking back at a game, turn by turn."""

import pytest

from app.refused import NotThere
from app.usecases import reading, replaying
from app.usecases.replaying import Past
from engine import score
from tests.world import World


def past(world: World, key: str, step: int) -> Past:
    with world.app.test_request_context():
        return replaying.at_move(world.service, key, step)


def finished(world: World) -> str:
    key = world.start_game("Bob")
    world.play_on(key)
    assert world.state(key).over
    return key


def test_the_replay_goes_on_and_back_by_whole_turns(world: World) -> None:
    key = finished(world)
    looked, turns = past(world, key, 0), []
    assert looked.before == 0
    while looked.after > looked.step:
        before, looked = looked, past(world, key, looked.after)
        turns.append(looked.turn)
        assert looked.before == before.step
        assert {told.turn for told in looked.told} == {looked.turn}
        assert [told.ends_turn for told in looked.told][-1]
        assert looked.told[0].lays
        assert looked.marked, "the last tile laid is outlined, whatever its workers did afterwards"
    assert turns == list(range(1, 23)), "two players lay eleven tiles each"
    assert looked.step == world.game(key).move_count


def test_each_move_has_its_own_address_too(world: World) -> None:
    key = finished(world)
    moves = world.game(key).move_count
    assert moves > 22
    assert [past(world, key, step).step for step in range(moves + 1)] == list(range(moves + 1))
    with pytest.raises(NotThere):
        past(world, key, moves + 1)


def test_a_turn_is_found_by_its_number(world: World) -> None:
    key = finished(world)
    for turn in (0, 1, 2, 13, 22):
        step = replaying.end_of_turn(world.service, key, turn)
        assert (past(world, key, step).turn, past(world, key, step).after == step) == (turn, turn == 22)
    assert replaying.end_of_turn(world.service, key, 10**30) == world.game(key).move_count
    assert replaying.end_of_turn(world.service, key, -1) == 0


def test_in_the_end_the_villages_and_the_chart_show_the_result(world: World) -> None:
    key = finished(world)
    final = score(world.state(key))
    with world.app.test_request_context():
        table = reading.table(world.service, key)
    assert table.view is not None
    last = past(world, key, world.game(key).move_count)
    for villages in (table.view.villages, last.view.villages):
        assert [village.gold for village in villages] == list(final.gold)
    series = replaying.gold(world.service, table.game)
    assert [line[-1] for line in series] == list(final.gold)
    assert [line[-2] for line in series] == list(final.gold_before)
    assert {len(line) for line in series} == {1 + 22 + 1}


def test_before_the_end_the_villages_show_the_gold_of_the_game(world: World) -> None:
    key = finished(world)
    final = score(world.state(key))
    last = past(world, key, world.game(key).move_count)
    before = past(world, key, last.before)
    assert [village.gold for village in before.view.villages] != list(final.gold)
