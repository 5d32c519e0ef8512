"""A transaction of few words: what it reads, and then what it writes, goes to the database in one message.

For moves and mails; everything else uses sessions. Their unit of work finds out which rows have changed and
in which order they are to be written, and sends them one by one; here we know it, and say it at once.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import ClauseElement, Select
from sqlalchemy.orm import Session

from app.database.byheart import Phrases, Row, change, changed, insertion, usual
from app.database.line import Line, Said
from app.models import Model

Query: TypeAlias = Select[*tuple[Any, ...]]
Values: TypeAlias = Mapping[str, Any]
Question: TypeAlias = tuple[Query, Values]
M = TypeVar("M", bound=Model)
_NOTHING: Values = {}


class Transaction:
    """Reads, notes what is to be written, and writes it at its end. Its records belong to no session.

    Rows are changed by setting columns of what was read; what is added refers to other rows by their ids.
    """

    def __init__(self, line: Line, known: Phrases, begin: str) -> None:
        self._line = line
        self._known = known
        self._begin: list[Said] = [(begin, _NOTHING)]
        self._read: list[tuple[Model, Values]] = []
        self._said: list[Said] = []
        self._added: list[tuple[type[Model], Values]] = []

    def ask(self, *questions: Question) -> list[list[Row]]:
        """The answers to several questions; each sees what was committed until it is its turn."""
        asked = [(self._known[query], values) for query, values in questions]
        begin, self._begin = self._begin, []
        answers = self._line.send([*begin, *((each.text, each.values(values)) for each, values in asked)])
        return [each.rows(answer) for (each, _), answer in zip(asked, answers[len(begin) :], strict=True)]

    def scalar(self, query: Query, values: Values = _NOTHING) -> Any:
        """The first column of the first row, if there is one."""
        (rows,) = self.ask((query, values))
        return rows[0][0] if rows else None

    def to_change(self, model: type[M], row: Row) -> M:
        """The record of a row that was read; what is set in it will be written."""
        record = record_of(model, row)
        self._read.append((record, dict(record.__dict__)))
        return record

    def execute(self, statement: ClauseElement, values: Values = _NOTHING) -> None:
        """Write something else than records, before them."""
        known = self._known[statement]
        self._said.append((known.text, known.values(values)))

    def add(self, record: Model) -> None:
        """Write a new row."""
        self._added.append((type(record), record.__dict__))

    def insert(self, model: type[Model], **values: Any) -> None:
        """The same without a record, for what nobody looks at any more."""
        self._added.append((model, values))

    def commit(self) -> None:
        """Write it all, for good."""
        changes = [self._change(*read) for read in self._read]
        rows = [self._insertion(*added) for added in self._added]
        message = [*self._said, *filter(None, changes), *rows]
        if self._begin and len(message) < 2:
            self._line.send(message)  # a single statement is a transaction by itself
        else:
            self._line.send([*self._begin, *message, ("COMMIT", _NOTHING)])

    def _change(self, record: Model, before: Values) -> Said | None:
        table, now = record.__table__, record.__dict__
        new = {name: now[name] for name in _columns(type(record)) if now[name] != before[name]}
        if not new:
            return None
        known = self._known[change(table, frozenset(new))]
        return known.text, known.values(changed(before["id"], new))

    def _insertion(self, model: type[Model], given: Values) -> Said:
        known = self._known[insertion(model.__table__)]
        values = {name: given.get(name, value) for name, value in usual(model.__table__).items()}
        return known.text, known.values(values)


def record_of(model: type[M], row: Row) -> M:
    """A row that was read with all its columns, to be looked at."""
    record: M = model.__mapper__.class_manager.new_instance()  # its constructor is for what is new
    record.__dict__.update(zip(_columns(model), row, strict=True))
    return record


@cache
def _columns(model: type[Model]) -> Sequence[str]:
    return model.__table__.columns.keys()


Writer: TypeAlias = Session | Transaction
"""Whatever takes down what follows from a move: both have `add`, `scalar` and `execute`."""
