"""`greedy`: the best immediate value for the own village, less what the others gain by it."""

from engine.bots.laying import valued_layings
from engine.bots.seat import imagine
from engine.bots.worth import CACAO, GOLD, by_tiles_left, tiles_left
from engine.choices import sale_choices
from engine.events import CacaoSold
from engine.moves import Move, UseWorkers
from engine.shuffle import Stream
from engine.state import GameState
from engine.using import use_workers
from engine.view import View


def greedy(view: View, chance: Stream) -> Move:
    """Choose the move with the best immediate value."""
    assert view.seat is not None
    return best_move(imagine(view, chance), view.seat)


def best_move(state: GameState, seat: int) -> Move:
    """The best move by immediate value; the first of equals. Looks at nothing the seat cannot see."""
    if state.owed[seat]:
        return best_sale(state, seat)
    return max(valued_layings(state), key=lambda valued: valued[0])[1]


def best_sale(state: GameState, seat: int) -> UseWorkers:
    """Sell what brings more than keeping it."""
    cacao = by_tiles_left(CACAO, tiles_left(state, seat))

    def value(choice: UseWorkers) -> int:
        village, events = use_workers(
            seat, state.villages[seat], state.owed[seat], choice.actions, state.jungle
        )
        sold = sum(event.cacao * event.price for event in events if isinstance(event, CacaoSold))
        return sold * GOLD + village.cacao * cacao

    return max(sale_choices(state, seat), key=value)
