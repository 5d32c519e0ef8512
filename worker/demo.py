"""A first look: a game of one person against two bots, so that a mail is there within seconds."""

from flask import Flask

from app import clock
from app.service import Service
from app.usecases import hosting, people

ADDRESS = "you@localhost"


def create(flask: Flask) -> None:
    """Create the game; it starts at once, since bots need not be waited for."""
    service: Service = flask.extensions["cacao"]
    now = clock.now()
    with flask.app_context():
        with service.database.writing() as session:
            person = people.found_or_made(session, ADDRESS, now, name="Kim")
        wish = hosting.NewGame("A first look", ["bot:greedy", "bot:random"], pace_hours=None)
        hosting.create(service, person.id, wish, now)
