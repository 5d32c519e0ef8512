"""Why a move or a record is refused."""

from enum import Enum


class Reason(Enum):
    """A stable name for each refusal; `engine.wording` has the sentence a player reads."""

    # who and when
    WRONG_PLAYER = "wrong-player"
    TURN_NOT_OVER = "turn-not-over"
    NOTHING_OWED = "nothing-owed"
    GAME_OVER = "game-over"
    # laying a worker tile
    NOT_IN_HAND = "not-in-hand"
    NOT_A_ROTATION = "not-a-rotation"
    NOT_A_WORKER_SPACE = "not-a-worker-space"
    OCCUPIED = "occupied"
    NOT_TOUCHING_JUNGLE = "not-touching-jungle"
    # overbuilding
    JUNGLE_TILES_REMAIN = "jungle-tiles-remain"
    NO_SUN_TOKEN = "no-sun-token"
    NOTHING_TO_OVERBUILD = "nothing-to-overbuild"
    NOT_OWN_TILE = "not-own-tile"
    OVERBUILT_BEFORE = "overbuilt-before"
    # filling jungle spaces
    NOT_ON_DISPLAY = "not-on-display"
    NOT_THE_DRAWN_TILE = "not-the-drawn-tile"
    NEED_NOT_BE_FILLED = "need-not-be-filled"
    LEFT_EMPTY = "left-empty"
    # using workers
    NOT_ACTIVATED = "not-activated"
    AT_A_TEMPLE = "at-a-temple"
    SIDE_REPEATED = "side-repeated"
    WRONG_WORKER_COUNT = "wrong-worker-count"
    NO_CACAO = "no-cacao"
    # whole records
    WRONG_DECK = "wrong-deck"
    WRONG_RESULT = "wrong-result"
    RESULT_TOO_EARLY = "result-too-early"
    MALFORMED = "malformed"


class IllegalMove(Exception):
    """A move the rules do not allow, and why. The position is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
