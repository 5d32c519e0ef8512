"""`random`: any legal move, each as likely."""

from engine.bots.seat import imagine
from engine.legal import legal_moves
from engine.moves import Move
from engine.shuffle import Stream
from engine.view import View


def random(view: View, chance: Stream) -> Move:
    """Choose one of the legal moves by lot."""
    assert view.seat is not None
    moves = legal_moves(imagine(view, chance), view.seat)
    return moves[chance.below(len(moves))]
