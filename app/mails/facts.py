"""What each kind of mail tells: one short function a kind; the words are in `templates/mail/`."""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.drawing import board_title, text_board
from app.mails import pictures
from app.models import By, Game, Move, Person, Seat
from app.service import Service
from app.tokens import TurnLink
from app.usecases.choosing import sales
from app.usecases.debts import owes_decision
from app.usecases.games import plays_again, position
from app.usecases.log import turn_of
from app.usecases.reading import Table, news_for
from app.usecases.replaying import gold_over_time

Facts = dict[str, Any]


def invitation(service: Service, session: Session, game: Game, seat: Seat) -> Facts:
    """Who invites to what, and where to answer."""
    assert seat.person_id is not None
    link = service.link("i", service.tokens.invitation(seat.id, seat.person_id))
    others = [each for each in game.seats if each.id != seat.id and each.person_id != game.host_id]
    is_rematch = plays_again(session, game, seat.person_id)
    shown = {"glimpse": pictures.glimpse()}
    return {"link": link, "others": others, "is_rematch": is_rematch, "pictures": shown}


@dataclass(frozen=True)
class Waiting:
    """A game that waits for the receiver."""

    game: Game
    seat: Seat
    link: str
    decision: bool


def digest(service: Service, session: Session, person: Person) -> Facts:
    """All games that wait for a person, the most urgent first."""
    rows = session.execute(
        select(Game, Seat)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.person_id == person.id, Seat.is_waited_for, ~Seat.muted)
        .order_by(Seat.due_at, Seat.id)
    )
    waiting = [
        Waiting(game, seat, _turn_link(service, game, seat, version), owes_decision(version))
        for game, seat in rows
        if (version := seat.owes_version) is not None
    ]
    return {"waiting": waiting, "game": None}


def free_seat(service: Service, _session: Session, game: Game, _seat: Seat) -> Facts:
    """A seat of the host's game is free again."""
    return {"link": service.link("g", game.key)}


def cancelled(service: Service, _session: Session, _game: Game, _seat: Seat) -> Facts:
    """The game the receiver has joined is not to be."""
    return {"link": service.settings.base_url}


def news(service: Service, _session: Session, game: Game, seat: Seat) -> Facts:
    """The board, and what happened since the receiver's last own move."""
    assert seat.number is not None
    table = news_for(service, game, seat.number)
    assert table.view is not None
    return {
        "table": table,
        "view": table.view,
        "news": table.log,
        "link": service.link("g", game.key),
        "proof": service.link("g", game.key, "shuffle"),
        "text_board": text_board(table.view, table.colors, table.names),
        "board_title": board_title(table.view),
        "pictures": pictures.of_table(table),
    }


def your_turn(service: Service, session: Session, game: Game, seat: Seat) -> Facts:
    """The same, and the link to what the receiver owes; for a decision the ways to sell, too."""
    assert seat.owes_version is not None
    if owes_decision(seat.owes_version):
        return decide(service, session, game, seat)
    return {**news(service, session, game, seat), "link": _turn_link(service, game, seat, seat.owes_version)}


def decide(service: Service, session: Session, game: Game, seat: Seat) -> Facts:
    """The same, and each way to sell as a link that preselects it."""
    assert seat.number is not None
    assert seat.owes_version is not None
    state = position(game)
    link = _turn_link(service, game, seat, seat.owes_version)
    is_next = (state.active + 1) % state.players == seat.number
    return {
        **news(service, session, game, seat),
        "link": link,
        "sides": state.owed[seat.number],
        "sales": [(sale, f"{link}?use={n}") for n, sale in enumerate(sales(state, seat.number))],
        "own_turn": state.active == seat.number,
        "next_to_move": is_next and bool(state.hands[seat.number]),
    }


def played(service: Service, session: Session, game: Game, seat: Seat) -> Facts:
    """What the stand-in has played, what else happened, and the link to come back by."""
    told = news(service, session, game, seat)
    stood_in = (Move.game_id == game.id, Move.seat == seat.number, Move.by == By.STAND_IN)
    version = session.scalar(select(func.max(Move.version)).where(*stood_in)) or 0
    turn = (seat.number, turn_of(version))
    by_stand_in = [each for each in told["news"] if (each.seat, each.turn) == turn]
    return {
        **told,
        "played": [replace(each, remark="") for each in by_stand_in],
        "news": [each for each in told["news"] if each not in by_stand_in],
        "come_back": _turn_link(service, game, seat, version),
    }


def game_over(service: Service, session: Session, game: Game, seat: Seat) -> Facts:
    """The final scoring as a story, with a chart."""
    told = news(service, session, game, seat)
    table: Table = told["table"]
    assert table.scoring is not None
    gold, cacao = table.scoring.gold, table.scoring.cacao
    told["pictures"] |= pictures.of_gold(table, gold_over_time(session, game))
    return {
        **told,
        "scoring": table.scoring,
        "winner_names": ", ".join(table.names[each] for each in table.scoring.outcome.winners),
        "ranking": sorted(range(len(gold)), key=lambda each: (-gold[each], -cacao[each])),
        "replay": service.link("g", game.key, "at", "0"),
    }


def _turn_link(service: Service, game: Game, seat: Seat, version: int) -> str:
    assert seat.number is not None
    return service.link("t", service.tokens.turn(TurnLink(game.key, seat.number, version)))
