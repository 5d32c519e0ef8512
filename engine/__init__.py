"""The rules of Cacao: positions, moves, scoring, records and bots. Pure: no clock, no words, no I/O."""

from engine.choices import best_order, forced
from engine.events import (
    CacaoHarvested,
    CacaoSold,
    Event,
    GameEnded,
    GoldMined,
    JungleFilled,
    SunTokensTaken,
    TileLaid,
    TurnEnded,
    WaterCarried,
    WorkersForgone,
)
from engine.game import Owes, Step, apply, to_act
from engine.legal import legal_moves
from engine.material import COLORS, DISPLAY_SIZE, STORAGE_SPACES, SUN_PLACES, WATER_TRACK
from engine.moves import Action, Fill, LayTile, Move, UseWorkers
from engine.notation import NotAMove, read_move, write_move
from engine.record import Player, RecordError, read_record, replay, write_record
from engine.refusals import IllegalMove, Reason
from engine.scoring import DecidedBy, FinalScoring, Outcome, TempleScore, score
from engine.setup import deal, new_game
from engine.shuffle import Stream, commitment, decks, stream
from engine.spaces import SIDES, Space, is_worker_space, neighbours
from engine.state import ActiveSide, GameState, PlacedWorker, Village
from engine.stored import RULES_VERSION, digest, dump_events, dump_state, load_events, load_state
from engine.view import View, unseen_jungle, view_for

__all__ = [
    "COLORS",
    "DISPLAY_SIZE",
    "RULES_VERSION",
    "SIDES",
    "STORAGE_SPACES",
    "SUN_PLACES",
    "WATER_TRACK",
    "Action",
    "ActiveSide",
    "CacaoHarvested",
    "CacaoSold",
    "DecidedBy",
    "Event",
    "Fill",
    "FinalScoring",
    "GameEnded",
    "GameState",
    "GoldMined",
    "IllegalMove",
    "JungleFilled",
    "LayTile",
    "Move",
    "NotAMove",
    "Outcome",
    "Owes",
    "PlacedWorker",
    "Player",
    "Reason",
    "RecordError",
    "Space",
    "Step",
    "Stream",
    "SunTokensTaken",
    "TempleScore",
    "TileLaid",
    "TurnEnded",
    "UseWorkers",
    "View",
    "Village",
    "WaterCarried",
    "WorkersForgone",
    "apply",
    "best_order",
    "commitment",
    "deal",
    "decks",
    "digest",
    "dump_events",
    "dump_state",
    "forced",
    "is_worker_space",
    "legal_moves",
    "load_events",
    "load_state",
    "neighbours",
    "new_game",
    "read_move",
    "read_record",
    "replay",
    "score",
    "stream",
    "to_act",
    "unseen_jungle",
    "view_for",
    "write_move",
    "write_record",
]
