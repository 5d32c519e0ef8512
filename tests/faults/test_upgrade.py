"""A rolling upgrade: while the migrations are done, the code of the version before goes on working."""

from collections.abc import Iterator
from itertools import pairwise

from alembic.script import ScriptDirectory
from sqlalchemy import Column, MetaData, Table, UniqueConstraint, text

from app.database import Database, migrating
from app.models import GameStatus, Model
from app.usecases.records import verify
from tests.delivering import deliver
from tests.servers.smtp import SmtpServer
from tests.world import BASE_URL, World
from worker.smtp import Relay


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


def migrate_ahead(database: Database) -> None:
    """As a later version's migration may leave it: wider tables, a new one, a revision unknown here."""
    with database.engine.begin() as connection:
        for name in Model.metadata.tables:
            connection.execute(text(f"ALTER TABLE {name} ADD COLUMN tomorrow VARCHAR(20)"))
            connection.execute(text(f"ALTER TABLE {name} ADD COLUMN counted INTEGER NOT NULL DEFAULT 0"))
        connection.execute(text("CREATE TABLE tomorrows (id INTEGER PRIMARY KEY)"))
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


def test_the_code_of_today_plays_on_beside_the_code_of_tomorrow(
    world: World, relay: Relay, smtp_server: SmtpServer
) -> None:
    """While the database is migrated a game goes on to its end, another begins, and mails go out."""
    key = world.start_game("Bob", "bot:greedy")
    world.play_on(key, until=5)
    migrate_ahead(world.service.database)
    world.play_on(key)
    world.start_game("Cleo", "Dan")
    assert deliver(world, relay) == len(smtp_server.wait_for(1)) > 0
    assert world.app.test_client().get(f"/g/{key}", base_url=BASE_URL).status_code == 200
    assert [fault for _, fault in verify(world.service, None) if fault] == []
    assert world.game(key).status is GameStatus.FINISHED
