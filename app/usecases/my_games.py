"""A person's games, by how they stand."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeAlias

from sqlalchemy import or_, select
from sqlalchemy.orm import undefer

from app.models import Game, GameStatus, Seat
from app.service import Service

MOST_GAMES = 200
"""How many of somebody's games are shown."""

Own: TypeAlias = tuple[Game, Seat]


class Standing(StrEnum):
    """How a game stands for somebody; what is most urgent first."""

    DUE = "due"
    INVITED = "invited"
    RUNNING = "running"
    WAITING = "waiting"
    """For players."""
    OVER = "over"


def games_of(service: Service, person_id: int) -> Mapping[Standing, Sequence[Own]]:
    """What waits for a person by deadline, the others the newest first."""
    with service.database.reading() as session:
        rows = session.execute(
            select(Game, Seat)
            .join(Seat, Seat.game_id == Game.id)
            .where(Seat.person_id == person_id, Game.status != GameStatus.CANCELLED)
            .where(or_(Game.status != GameStatus.UNCONFIRMED, Game.host_id == person_id))
            .order_by(~Seat.is_waited_for, Game.id.desc())
            .limit(MOST_GAMES)
            .options(undefer(Game.result))
        ).all()
        games: dict[Standing, list[Own]] = {standing: [] for standing in Standing}
        for game, seat in rows:
            games[_standing(game, seat)].append((game, seat))
    never = datetime.max.replace(tzinfo=UTC)
    games[Standing.DUE].sort(key=lambda own: own[1].due_at or never)
    return games


def _standing(game: Game, seat: Seat) -> Standing:
    if game.status is GameStatus.FINISHED:
        return Standing.OVER
    if game.status is GameStatus.RUNNING:
        return Standing.DUE if seat.is_waited_for else Standing.RUNNING
    invited = game.status is GameStatus.OPEN and seat.joined_at is None
    return Standing.INVITED if invited else Standing.WAITING
