"""What each kind of mail tells: one short function a kind; the words are in `templates/mail/`."""

from typing import Any

from sqlalchemy.orm import Session

from app.drawing import board_svg, board_title, gold_chart_svg, png, text_board
from app.models import Game, GameStatus, Person, Seat
from app.service import Service
from app.tokens import TurnLink
from app.usecases.choosing import sales
from app.usecases.debts import owes_decision
from app.usecases.games import position
from app.usecases.reading import Table, gold_over_time, last_own_move, table_of

PICTURE_WIDTH = 720
"""Shown at most 600 pixels wide: a little sharper than that, and still below 60 KB for a full board."""


def is_invited(game: Game, seat: Seat, person: Person) -> bool:
    """Whether an invitation still stands."""
    return game.status is GameStatus.OPEN and seat.person_id == person.id and seat.joined_at is None


def invitation(service: Service, _session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """Who invites to what, and the three answers."""
    assert seat.person_id is not None
    link = service.link("i", service.tokens.invitation(seat.id, seat.person_id))
    return {"invitation": link, "others": [each for each in game.seats if each.id != seat.id]}


def declined(service: Service, _session: Session, game: Game, _seat: Seat) -> dict[str, Any]:
    """A seat of the host's game is free again."""
    return {"link": service.link("g", game.key)}


def game_started(service: Service, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """Who plays, who starts, and the promise about the shuffle."""
    return news(service, session, game, seat)


def news(service: Service, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """The board, and what happened since the receiver's last own move."""
    assert seat.number is not None
    since = last_own_move(session, game, seat.number)
    table = table_of(session, game, seat.number)
    return {
        "table": table,
        "news": [told for told in table.log if told.number > since],
        "link": service.link("g", game.key),
        "play": _turn_link(service, game, seat),
        **_board(table),
    }


def your_turn(service: Service, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """The board, the news, the hand, and the link to the move; for a decision the ways to sell, too."""
    assert seat.owes_version is not None
    if owes_decision(seat.owes_version):
        return decide(service, session, game, seat)
    return {**news(service, session, game, seat), "sales": ()}


def decide(service: Service, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """The same, and each way to sell as a link that preselects it."""
    assert seat.number is not None
    state = position(game)
    choices = sales(state, seat.number)
    told = news(service, session, game, seat)
    next_to_move = (state.active + 1) % state.players == seat.number
    return {
        **told,
        "sales": [(sale, f"{told['play']}?use={n}") for n, sale in enumerate(choices)],
        "next_to_move": next_to_move,
    }


def game_over(service: Service, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """The final scoring as a story, with a chart."""
    told = news(service, session, game, seat)
    table: Table = told["table"]
    chart = gold_chart_svg(gold_over_time(session, game), table.colors, table.names)
    told["pictures"]["chart"] = png(chart, PICTURE_WIDTH)
    return {**told, "scoring": table.scoring, "proof": service.link("g", game.key, "shuffle")}


def _turn_link(service: Service, game: Game, seat: Seat) -> str:
    """The link to what the seat owes; to the game page if it owes nothing."""
    if seat.number is None or seat.owes_version is None:
        return service.link("g", game.key)
    return service.link("t", service.tokens.turn(TurnLink(game.key, seat.number, seat.owes_version)))


def _board(table: Table) -> dict[str, Any]:
    assert table.view is not None
    picture = png(board_svg(table.view, table.colors, marked=table.marked), PICTURE_WIDTH)
    return {
        "text_board": text_board(table.view, table.colors, table.names),
        "board_title": board_title(table.view),
        "pictures": {"board": picture},
    }
