"""A rolling upgrade: while the migrations are done, the code of the version before goes on working."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Column, MetaData, Table, UniqueConstraint

from app import migrating
from app.database import Database
from tests.servers.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without tables."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path / 'empty.sqlite'}")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        database = Database(server.fresh_database())
    yield database
    database.close()


def revisions(database: Database) -> list[str]:
    """All revisions, the oldest first."""
    with database.engine.connect() as connection:
        scripts = ScriptDirectory.from_config(migrating.config(connection))
    return [script.revision for script in scripts.walk_revisions()][::-1]


def tables(database: Database) -> dict[str, Table]:
    found = MetaData()
    found.reflect(database.engine)
    return dict(found.tables)


def uniques(table: Table) -> set[tuple[str, ...]]:
    return {
        tuple(column.name for column in constraint.columns)
        for constraint in table.constraints
        if isinstance(constraint, UniqueConstraint)
    }


def faults(before: dict[str, Table], after: dict[str, Table]) -> Iterator[str]:
    """What would break the code that knows only the tables as they were."""
    for name, table in before.items():
        if name not in after:
            yield f"table {name} is gone"
            continue
        newer = after[name]
        for column in table.columns:
            yield from _column_faults(column, newer)
        for column in newer.columns:
            if column.name not in table.columns and not column.nullable and column.server_default is None:
                yield f"{name}.{column.name} is new, and the old code gives it no value"
        if uniques(newer) - uniques(table):
            yield f"{name} has a new constraint that the old code does not know"


def _column_faults(column: Column[object], newer: Table) -> Iterator[str]:
    if column.name not in newer.columns:
        yield f"{column} is gone"
        return
    now = newer.columns[column.name]
    if str(now.type) != str(column.type):
        yield f"{column} was {column.type} and is {now.type}"
    if column.nullable and not now.nullable:
        yield f"{column} may no longer be empty"


def test_every_migration_leaves_the_code_before_it_working(empty: Database) -> None:
    """Take a column away only one version after the last code that uses it; then say so here."""
    steps = revisions(empty)
    migrating.upgrade(empty, steps[0])
    for older, newer in pairwise(steps):
        before = tables(empty)
        migrating.upgrade(empty, newer)
        assert list(faults(before, tables(empty))) == [], f"{older} to {newer}"


def test_the_old_code_does_not_refuse_a_newer_database(empty: Database) -> None:
    """`is_current` is for the person who hosts it; nothing asks it before serving."""
    sources = [*Path("app").rglob("*.py"), *Path("worker").rglob("*.py")]
    users = [path for path in sources if "is_current" in path.read_text() and path.name != "migrating.py"]
    assert users == []
