"""A crowd: everything in a small world many times over, copied inside PostgreSQL in seconds."""

from typing import Any

from sqlalchemy import Column, String, Table

from app.models import Model
from app.models.columns import Utc
from tests.world import World

STRIDE = 1000
"""The ids of one copy lie that far from those of the next; the world that is copied has smaller ones."""

_WITHOUT_TIMEOUT = "SET LOCAL statement_timeout = 0"
_WITHOUT_TRIGGERS = "SET LOCAL session_replication_role = replica"
"""What the copies refer to is copied as well, so it need not be looked up four million times."""


def rest(world: World) -> None:
    """Let there be nothing to do for a year: all mails are sent, and no clock runs out."""
    with world.service.database.writing() as session:
        connection = session.connection()
        connection.exec_driver_sql(
            "UPDATE notifications SET delivery = 'sent', sent_at = due_at WHERE delivery = 'pending'"
        )
        connection.exec_driver_sql(
            "UPDATE seats SET due_at = now() + interval '365 days', remind_at = now() + interval '364 days'"
            " WHERE due_at IS NOT NULL"
        )


def multiply(world: World, times: int) -> None:
    """Copy everything so many times, instead of the copies made before. Every copy is a second younger."""
    tables = Model.metadata.sorted_tables
    with world.service.database.writing() as session:
        connection = session.connection()
        for setting in (_WITHOUT_TIMEOUT, _WITHOUT_TRIGGERS):
            connection.exec_driver_sql(setting)
        for table in tables:
            connection.exec_driver_sql(f"DELETE FROM {table.name} WHERE id >= {STRIDE}")
            connection.exec_driver_sql(_copies(table, times))
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'),"
                f" (SELECT greatest(max(id), {STRIDE}) FROM {table.name}))"
            )
    settle(world)


def settle(world: World) -> None:
    """Do now what PostgreSQL would else do in the background while somebody measures or looks at plans."""
    with world.service.database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("VACUUM (ANALYZE)")
        connection.exec_driver_sql("RESET statement_timeout")


def _copies(table: Table, times: int) -> str:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(map(_copied, table.columns))
    # All first moves, then all second ones: in a real log, too, the moves of one game lie far apart.
    return (
        f"INSERT INTO {table.name} ({names}) SELECT {values}"
        f" FROM {table.name} model CROSS JOIN generate_series(1, {times}) n"
    )


def _copied(column: Column[Any]) -> str:
    """A column of the n-th copy: ids shifted by the stride, moments by a second, names made unique."""
    value = f'model."{column.name}"'
    if column.primary_key or column.foreign_keys:
        return f"{value} + n * {STRIDE}"
    if isinstance(column.type, Utc):
        return f"{value} + n * interval '1 second'"
    if column.unique and isinstance(column.type, String):
        return f"left(n || 'x' || {value}, {column.type.length})"
    return value
