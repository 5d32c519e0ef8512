"""My games: what waits for me, and of what is over, who has won."""

import pytest
from sqlalchemy import update

from app.models import Game
from app.usecases import absence
from tests.doors.visiting import visitor
from tests.world import World


@pytest.mark.parametrize(
    ("winners", "language", "told"),
    [
        ([0], "en", "You have won!"),
        ([1], "en", "Bob wins with 38 gold"),
        ([1], "de", "Bob gewinnt mit 38 Gold"),
        ([1], "nl", "Bob wint met 38 goud"),
        ([0, 1], "en", "Ann, Bob share the win"),
    ],
)
def test_a_game_that_is_over_names_who_has_won(
    world: World, winners: list[int], language: str, told: str
) -> None:
    world.play_on(world.start_game("Bob"))
    with world.service.database.writing() as session:
        session.execute(update(Game).values(result={"gold": [41, 38], "winners": winners}))
    ann = visitor(world, "Ann")
    answer = ann.request("GET", "/my-games", headers={"Accept-Language": language})
    assert told in ann.page(answer, "/my-games").text


def test_a_game_does_not_wait_for_somebody_who_has_resigned(world: World) -> None:
    key, ann = world.start_game("Bob"), visitor(world, "Ann")
    assert "Your turn" in ann.get("/my-games").text
    absence.resign(world.service, key, world.person("Ann"), world.now)
    page = ann.get("/my-games")
    assert "Your turn" not in page.text
    assert "Others are to move" in page.text
    assert "You have resigned" in page.text
