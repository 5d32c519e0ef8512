"""A little app for the words, and the boards the tests look at."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask_babel import Babel

from engine import PlacedWorker, View, view_for
from engine.bots import BOTS
from engine.bots.match import play_match
from tests.engine.positions import position


@pytest.fixture(autouse=True)
def words() -> Iterator[None]:
    app = Flask("pictures")
    Babel(app)  # type: ignore[no-untyped-call]
    with app.app_context():
        yield


@pytest.fixture
def small() -> View:
    """The starting tiles, a red tile east of the plantation and a stack of two yellow ones north of it."""
    stack = PlacedWorker(1, "3001", 2, PlacedWorker(1, "1111", 0))
    return view_for(position(workers={(1, 0): PlacedWorker(0, "2101", 1), (0, -1): stack}), None)


@pytest.fixture(scope="session")
def full() -> View:
    """The end of a game of four."""
    state, _ = play_match([BOTS["random"]] * 4, b"four at a table, a long evening.")
    return view_for(state, None)
