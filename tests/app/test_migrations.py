"""Migrations: up, down and up again on both databases, and never apart from the models."""

import pytest
from alembic import command
from sqlalchemy import inspect, text
from sqlalchemy.exc import OperationalError

from app.database import Database, migrating
from app.models import Model
from tests.servers.postgres import Postgres


def tables(database: Database) -> set[str]:
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_upgrade_makes_all_tables_and_downgrade_removes_them(empty: Database) -> None:
    migrating.upgrade(empty)
    assert tables(empty) == set(Model.metadata.tables)
    migrating.downgrade(empty, "base")
    assert tables(empty) == set()
    migrating.upgrade(empty)
    assert tables(empty) == set(Model.metadata.tables)


def test_upgrading_twice_changes_nothing(empty: Database) -> None:
    migrating.upgrade(empty)
    before = tables(empty)
    migrating.upgrade(empty)
    assert tables(empty) == before


def test_models_and_migrations_do_not_drift(empty: Database) -> None:
    migrating.upgrade(empty)
    with empty.engine.begin() as connection:
        command.check(migrating.config(connection))


def test_a_migration_gives_up_instead_of_blocking_the_service(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    database, other = Database(url), Database(url)
    migrating.upgrade(database)
    with other.engine.begin() as connection:
        connection.execute(text("LOCK TABLE games IN ACCESS SHARE MODE"))
        with pytest.raises(OperationalError):
            migrating.downgrade(database, "base")
    database.close()
    other.close()
