"""The scene, played once: a copy for each test, and one among a thousand others for all tests together."""

from collections.abc import Iterator

import pytest

from tests.crowd import multiply
from tests.scale.scene import Scene, opened, set_scene
from tests.servers.postgres import Postgres
from tests.servers.smtp import SmtpServer

COPIES = 1000


@pytest.fixture(scope="package")
def stage(postgres: Postgres, postgres_template: str) -> tuple[str, dict[str, str]]:
    """A database with the scene, to be copied, and the keys of its games."""
    url = postgres.fresh_database(template=postgres_template)
    return url, set_scene(url)


@pytest.fixture
def scene(postgres: Postgres, smtp_server: SmtpServer, stage: tuple[str, dict[str, str]]) -> Iterator[Scene]:
    """The scene alone."""
    url = postgres.fresh_database(template=stage[0])
    with opened(url, stage[1], f"smtp://{smtp_server.host}:{smtp_server.port}") as scene:
        yield scene
    postgres.drop_database(url)


@pytest.fixture(scope="package")
def crowd(postgres: Postgres, smtp_server: SmtpServer, stage: tuple[str, dict[str, str]]) -> Iterator[Scene]:
    """The scene among very many others."""
    url = postgres.fresh_database(template=stage[0])
    with opened(url, stage[1], f"smtp://{smtp_server.host}:{smtp_server.port}") as scene:
        multiply(scene.world, COPIES)
        yield scene
    postgres.drop_database(url)
