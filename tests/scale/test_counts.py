"""How many statements a page or a task costs. A page that needs another one says so here."""

import pytest

from tests.scale.acts import ACTS
from tests.scale.scene import Scene
from tests.statements import recorded

STATEMENTS = {
    "the game page": 7,
    "the game page again": 1,
    "the game page again after a move": 1,
    "a player's game page": 8,
    "a finished game's page": 9,
    "the move page": 6,
    "the move page again": 1,
    "the page of a move that was made": 7,
    "a player's page of a move that was made": 8,
    "a move": 9,
    "my games": 3,
    "my data": 8,
    "the start page": 2,
    "a step of the replay": 5,
    "a record": 4,
    "an invitation": 4,
    "ready": 1,
    "metrics": 2,
    "a mail": 11,
    "an idle sweep": 6,
}


@pytest.mark.parametrize(("name", "count"), STATEMENTS.items())
def test_it_takes_just_so_many_statements(name: str, count: int, scene: Scene) -> None:
    act = ACTS[name](scene)
    with recorded() as said:
        act()
    assert len(said) == count, "\n\n".join(statement.text for statement in said)
