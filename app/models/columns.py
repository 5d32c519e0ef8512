"""What all tables share: names of constraints, times in UTC, enumerations as short texts."""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, DateTime, Enum, Index, MetaData, text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator


class Utc(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Only moments with a zone are stored, as UTC."""
        if value is None:
            return None
        assert value.tzinfo is not None, "a time without a zone"
        return value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Nothing is done to what PostgreSQL's driver makes of it."""
        return super().result_processor(dialect, coltype) if dialect.name == "sqlite" else None

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Moments come back with their zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def word(enum: type[StrEnum]) -> Enum:
    """A column that holds one of an enumeration's words as text."""
    return Enum(enum, native_enum=False, create_constraint=False, length=20, values_callable=_values)


def _values(enum: type[StrEnum]) -> list[str]:
    return [member.value for member in enum]


def index_where(condition: str, *columns: str, name: str | None = None) -> Index:
    """An index of only some rows: it stays small, however many others there are."""
    where = text(condition)
    return Index(name, *columns, postgresql_where=where, sqlite_where=where)


class Model(DeclarativeBase):
    """A table."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Utc, dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012
