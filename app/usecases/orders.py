"""Standing orders: answering a sale as its player said beforehand."""

from dataclasses import dataclass

from flask_babel import lazy_gettext as _
from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from app.database import Transaction, record_of
from app.models import Seat, StandingOrder
from app.refused import Invalid, NotAllowed
from app.service import Service
from app.usecases.games import locked, seat_of
from engine import CacaoSold, GameState, Move, UseWorkers, apply, legal_moves

_FOR_SEAT = (
    select(StandingOrder.__table__)
    .where(StandingOrder.person_id == bindparam("person"))
    .where(or_(StandingOrder.game_id.is_(None), StandingOrder.game_id == bindparam("game")))
    .order_by(StandingOrder.game_id.is_(None))
    .limit(1)
)


@dataclass(frozen=True)
class Order:
    """A standing order as its form gives it: ask, or sell from which price and keep how many."""

    always_ask: bool
    least_price: int = 2
    keep: int = 0


def give_order(service: Service, person_id: int, game_key: str | None, order: Order) -> None:
    """Give a standing order for one game, or for all of them."""
    if order.least_price not in range(2, 5) or order.keep not in range(6):
        raise Invalid(_("Prices go from 2 to 4, and the storage holds 5 fruits."))
    with service.database.writing() as session:
        game = None if game_key is None else locked(session, game_key)
        if game is not None and seat_of(game, person_id) is None:
            raise NotAllowed(_("You do not play in this game."))
        game_id = game.id if game is not None else None
        given = _order(session, person_id, game_id)
        if given is None:
            given = StandingOrder(person_id=person_id, game_id=game_id)
            session.add(given)
        given.always_ask, given.least_price, given.keep = order.always_ask, order.least_price, order.keep


def order_given(service: Service, person_id: int, game_id: int | None) -> StandingOrder | None:
    """The standing order somebody gave for one game, or for all of them."""
    with service.database.reading() as session:
        return _order(session, person_id, game_id)


def _order(session: Session, person_id: int, game_id: int | None) -> StandingOrder | None:
    given = StandingOrder.game_id.is_not_distinct_from(game_id)
    return session.scalar(select(StandingOrder).where(StandingOrder.person_id == person_id, given))


def order_for(transaction: Transaction, seat: Seat) -> StandingOrder | None:
    """The order that counts here: the game's own goes before the general one."""
    if seat.person_id is None:
        return None
    (found,) = transaction.ask((_FOR_SEAT, {"person": seat.person_id, "game": seat.game_id}))
    orders = [record_of(StandingOrder, row) for row in found]
    return next((order for order in orders if not order.always_ask), None)


def answer(state: GameState, seat: int, order: StandingOrder) -> UseWorkers:
    """Of all ways to sell that the order allows, the one that brings most gold, then keeps most cacao."""
    choices = (_appraise(state, seat, move, order) for move in legal_moves(state, seat))
    return max(filter(None, choices), key=lambda choice: choice[:2])[2]


def _appraise(
    state: GameState, seat: int, move: Move, order: StandingOrder
) -> tuple[int, int, UseWorkers] | None:
    """Gold and cacao after a way to sell; None if the order forbids it. Selling nothing is always allowed."""
    assert isinstance(move, UseWorkers)
    after, events = apply(state, seat, move)
    sold = [event for event in events if isinstance(event, CacaoSold)]
    cacao = after.villages[seat].cacao
    if sold and (cacao < order.keep or min(sale.price for sale in sold) < order.least_price):
        return None
    return after.villages[seat].gold, cacao, move
