"""The servers as fixtures: started when the first test asks for them, one of each for all tests.

A test takes a database of its own (`fresh_database`) and finds the mailbox empty. A test that kills or
restarts a server starts one for itself, with `run_postgres`, `run_redis` or `run_smtp`.
"""

from collections.abc import Iterator

import pytest

from tests.servers.postgres import Postgres, run_postgres
from tests.servers.redis import Redis, run_redis
from tests.servers.smtp import SmtpServer, run_smtp


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, fast and forgetful; take a database of your own."""
    with run_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """Redis, in memory only; take a database of your own."""
    with run_redis() as server:
        yield server


@pytest.fixture(scope="session")
def smtp_server() -> Iterator[SmtpServer]:
    """A mail server with a mailbox that is empty at the start of each test."""
    with run_smtp() as server:
        yield server


@pytest.fixture(autouse=True)
def _empty_mailbox(request: pytest.FixtureRequest) -> None:
    """A test must not find the mails and plans of the one before it."""
    if "smtp_server" in request.fixturenames:
        request.getfixturevalue("smtp_server").clear()
