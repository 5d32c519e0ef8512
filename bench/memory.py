"""The memory of a web and of a worker process beside a bare Flask and a bare Celery process."""

import subprocess
import sys

from bench.figures import Figure, compared
from bench.stack import ROOT, environment, installation
from tests.servers.postgres import run_postgres
from tests.servers.redis import run_redis

_RSS = "import re;print(re.search(r'VmRSS:\\s+(\\d+)', open('/proc/self/status').read())[1])"
_WEB = "from {module} import app; app.test_client().get('/live', base_url={base!r});"
_WORKER = "from {module} import celery; celery.finalize(); celery.connection_for_write().connect();"


def run() -> list[Figure]:
    """Resident megabytes."""
    with run_postgres() as postgres, run_redis() as redis:
        world = installation(postgres.fresh_database(), broker_url=redis.fresh_database())
        world.service.database.close()
        base = world.service.settings.base_url
        env = environment(world)
        web = _megabytes(_WEB.format(module="app.wsgi", base=base), env)
        worker = _megabytes(_WORKER.format(module="worker.app"), env)
        bare_web = _megabytes(_WEB.format(module="bench.bare", base="http://localhost"), env)
        libraries = _megabytes(_WEB.format(module="bench.libraries", base="http://localhost"), env)
        bare_worker = _megabytes(_WORKER.format(module="bench.bare_celery"), env)
    return [
        compared("memory", "web process beside bare Flask", web, "MB", bare_web, at_most=2),
        compared("memory", "web process beside its libraries without our code", web, "MB", libraries),
        compared("memory", "worker process beside bare Celery", worker, "MB", bare_worker, at_most=2),
    ]


def _megabytes(code: str, env: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code + _RSS], env=env, capture_output=True, check=True, cwd=ROOT
    )
    return int(done.stdout.split()[-1]) / 1024
