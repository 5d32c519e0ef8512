"""What is outlined on a board: the last turn for everybody, and all that is new for whoever has to move."""

from contextlib import suppress

from app.usecases.reading import news_for, table
from engine import Space
from tests.world import World, asking_move


def covered(world: World, key: str) -> set[Space]:
    state = world.state(key)
    return {*state.jungle, *state.workers}


def play_round(world: World, key: str) -> None:
    """Everybody lays a tile, until it is the first player's turn again."""
    world.play_on(key, until=world.game(key).move_count + 1, choice=0)
    while world.state(key).active or world.state(key).awaits_workers:
        world.move(key, world.owing(key)[0])


def test_whoever_moves_sees_all_that_was_laid_since_their_last_move(world: World) -> None:
    key = world.start_game("Bob", "Cleo")
    play_round(world, key)
    world.move(key, 0)
    after_own = covered(world, key)
    while world.state(key).active or world.state(key).awaits_workers:
        world.move(key, world.owing(key)[0])
    game = world.game(key)
    new = covered(world, key) - after_own
    assert len({at for at in new if at in world.state(key).workers}) == 2
    assert set(news_for(world.service, game, 0).marked) == new


def test_everybody_else_sees_the_last_turn(world: World) -> None:
    key = world.start_game("Bob", "Cleo")
    play_round(world, key)
    before = covered(world, key)
    world.move(key, 0)
    assert set(table(world.service, key).marked) == covered(world, key) - before


def test_whoever_decides_sees_the_own_tile_too(world: World) -> None:
    key = world.start_game("Bob")
    move, state = None, world.state(key)
    while move is None:
        state = world.state(key)
        with suppress(StopIteration):
            move = None if state.awaits_workers else asking_move(state, state.active, 1 - state.active)
        if move is None:
            world.move(key, world.owing(key)[0], choice=7)
    asked = 1 - state.active
    world.submit(world.link(key, state.active), move)
    sides = world.state(key).owed[asked]
    assert sides
    marked = news_for(world.service, world.game(key), asked).marked
    assert {side.at for side in sides} <= set(marked)
    assert len(set(marked)) == len(marked)
