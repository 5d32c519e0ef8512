"""Standing orders: answering a sale as its player said beforehand."""

from app.models import Seat, StandingOrder
from engine import CacaoSold, GameState, Move, UseWorkers, apply, legal_moves


def order_for(seat: Seat) -> StandingOrder | None:
    """The order that counts here: the game's own goes before the general one."""
    if seat.person is None:
        return None
    orders = {order.game_id: order for order in seat.person.orders if order.game_id in (None, seat.game_id)}
    order = orders.get(seat.game_id) or orders.get(None)
    return None if order is None or order.always_ask else order


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
