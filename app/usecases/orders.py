"""Standing orders: answering a sale as its player said beforehand."""

from sqlalchemy import bindparam, or_, select

from app.database import Transaction, record_of
from app.models import Seat, StandingOrder
from engine import CacaoSold, GameState, Move, UseWorkers, apply, legal_moves

_FOR_SEAT = (
    select(StandingOrder.__table__)
    .where(StandingOrder.person_id == bindparam("person"))
    .where(or_(StandingOrder.game_id.is_(None), StandingOrder.game_id == bindparam("game")))
    .order_by(StandingOrder.game_id.is_(None))
    .limit(1)
)


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
