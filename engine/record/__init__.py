"""The game record `cacao-record/1`: reading, replaying and writing it (docs/record.md)."""

from engine.record.document import Player, Record, RecordError
from engine.record.reading import MAX_BYTES, read_record
from engine.record.replaying import Replay, replay
from engine.record.tracing import result_line, trace_line
from engine.record.writing import write_record

__all__ = [
    "MAX_BYTES",
    "Player",
    "Record",
    "RecordError",
    "Replay",
    "read_record",
    "replay",
    "result_line",
    "trace_line",
    "write_record",
]
