"""Statements known by heart: SQLAlchemy writes each of them once, then they go straight to the driver.

For what is said many times a second: from a statement to the driver SQLAlchemy takes longer than a database
takes to answer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ClauseElement, FromClause, Select, Table, bindparam, insert, update
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeEngine

Row = tuple[Any, ...]
Processor = Callable[[Any], Any]
K = TypeVar("K")
_ID = "id_of_row"


class ByHeart:
    """One statement in the words of one database. Its `bindparam`s are what is said anew each time."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        types = {name: bind.type for name, bind in compiled.binds.items()}
        asked = {name for name, bind in compiled.binds.items() if bind.required}
        written = compiled.construct_expanded_state(dict.fromkeys(asked))
        self.text: str = written.statement
        binders = {**{name: _binder(of, dialect) for name, of in types.items()}, **written.processors}
        self._binders = _existing((name, binders[name]) for name in asked)
        self._fixed = {
            name: process(value) if (process := binders[name]) else value
            for name, value in written.parameters.items()
            if name not in asked
        }
        columns = statement.selected_columns if isinstance(statement, Select) else ()
        self._readers = _existing((n, _reader(column.type, dialect)) for n, column in enumerate(columns))

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is said this time, as the driver takes it."""
        values = {**self._fixed, **given}
        for name, process in self._binders:
            values[name] = process(values[name])
        return values

    def rows(self, answer: Iterable[Sequence[Any]]) -> list[Row]:
        """What was answered, as our types want it."""
        return [self._row(list(row)) for row in answer]

    def _row(self, row: list[Any]) -> Row:
        for n, process in self._readers:
            row[n] = process(row[n])
        return tuple(row)


class Phrases(dict[ClauseElement, ByHeart]):
    """What is known by heart in the words of one database: statements that are made once, not each time."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__()
        self._dialect = dialect

    def __missing__(self, statement: ClauseElement) -> ByHeart:
        """Learn it."""
        known = self[statement] = ByHeart(statement, self._dialect)
        return known


@cache
def insertion(table: FromClause) -> ClauseElement:
    """A new row; the database gives it its id."""
    assert isinstance(table, Table)
    return insert(table).inline().values({name: bindparam(name) for name in usual(table)})


@cache
def change(table: FromClause, names: frozenset[str]) -> ClauseElement:
    """Other values for some columns of one row."""
    assert isinstance(table, Table)
    values: dict[str, Any] = {name: bindparam(name) for name in sorted(names)}
    return update(table).where(table.c.id == bindparam(_ID)).values(values)


def changed(row_id: int, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What to say with a `change`."""
    return {**values, _ID: row_id}


@cache
def usual(table: FromClause) -> Mapping[str, Any]:
    """The columns of a new row that the database does not fill in, and what they hold if nothing is said."""
    columns = [column for column in table.columns if not column.primary_key]
    assert all(column.default is None or column.default.is_scalar for column in columns)
    return {
        column.key: None if column.default is None else column.default.arg
        for column in columns
        if column.default is not None or column.server_default is None
    }


def _binder(of_type: TypeEngine[Any], dialect: Dialect) -> Processor | None:
    return of_type.dialect_impl(dialect).bind_processor(dialect)


def _reader(of_type: TypeEngine[Any], dialect: Dialect) -> Processor | None:
    return of_type.dialect_impl(dialect).result_processor(dialect, None)


def _existing(found: Iterable[tuple[K, Processor | None]]) -> list[tuple[K, Processor]]:
    return [(key, process) for key, process in found if process is not None]
