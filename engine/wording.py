"""The sentence a player reads for each refusal, in English; the service translates these.

Only those who talk to people import this: the rules speak in `Reason`s.
"""

from collections.abc import Mapping

from engine.refusals import Reason


def N_(sentence: str) -> str:
    """Mark a sentence for translation."""
    return sentence


REFUSALS: Mapping[Reason, str] = {
    Reason.WRONG_PLAYER: N_("It is another player's turn."),
    Reason.TURN_NOT_OVER: N_("This turn is not over: somebody still has workers to use."),
    Reason.NOTHING_OWED: N_("You have no workers to use now."),
    Reason.GAME_OVER: N_("The game is over; no more tiles are laid."),
    Reason.NOT_IN_HAND: N_("This worker tile is not in the hand. Choose one of the tiles held."),
    Reason.NOT_A_ROTATION: N_("A tile is turned by 0, 1, 2 or 3 quarter turns."),
    Reason.NOT_A_WORKER_SPACE: N_("This is a jungle space. Worker tiles go on worker spaces."),
    Reason.OCCUPIED: N_("A worker tile lies here already. Choose an empty space."),
    Reason.NOT_TOUCHING_JUNGLE: N_("A worker tile must touch a jungle tile in play."),
    Reason.JUNGLE_TILES_REMAIN: N_(
        "Overbuilding is possible only when display and draw pile are both empty."
    ),
    Reason.NO_SUN_TOKEN: N_("Overbuilding costs a sun token, and there is none to pay."),
    Reason.NOTHING_TO_OVERBUILD: N_("There is no worker tile here to overbuild."),
    Reason.NOT_OWN_TILE: N_("Only one's own worker tiles can be overbuilt."),
    Reason.OVERBUILT_BEFORE: N_("This tile was overbuilt before; a stack holds two tiles at most."),
    Reason.NOT_ON_DISPLAY: N_("This jungle tile is not on the display."),
    Reason.NOT_THE_DRAWN_TILE: N_("The third jungle tile must be the one drawn from the pile."),
    Reason.NEED_NOT_BE_FILLED: N_("This space is not to be filled now."),
    Reason.LEFT_EMPTY: N_("Jungle tiles remain, so every space that must be filled gets one."),
    Reason.NOT_ACTIVATED: N_("The workers on this side were not activated this turn."),
    Reason.AT_A_TEMPLE: N_("A temple has no action; it counts at the end of the game."),
    Reason.SIDE_REPEATED: N_("Each side can be used only once a turn."),
    Reason.WRONG_WORKER_COUNT: N_("Use at least one worker, and no more than stand on the side."),
    Reason.NO_CACAO: N_("There is not enough cacao in storage for this sale."),
    Reason.WRONG_DECK: N_("The decks do not hold the tiles for this number of players."),
    Reason.WRONG_RESULT: N_("The result is not what the rules give."),
    Reason.RESULT_TOO_EARLY: N_("There is a result, but the game is not over."),
    Reason.MALFORMED: N_("This is not a game record."),
}
