"""`docker-compose.yml` and `Dockerfile`: accepted by the validator, and true to what the tests run."""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.settings import from_environment
from tests.faults.stack import BEAT, Web, fetch
from tests.servers.granian import granian
from tests.servers.processes import HOST, Server, find_binary, free_port, scratch_folder
from tests.world import environment, make_world

ROOT = Path(__file__).parent.parent
OURS = ("migrate", "web", "worker", "beat")


@pytest.fixture(scope="module")
def stack() -> dict[str, Any]:
    """The compose file as the validator understands it."""
    validator = find_binary("docker-compose")
    env = {name: value for name, value in os.environ.items() if not name.startswith("CACAO_")}
    config = subprocess.run([validator, "config"], cwd=ROOT, env=env, capture_output=True, check=False)
    assert config.returncode == 0, config.stderr.decode()
    return _from_yaml(validator, config.stdout)


def _from_yaml(validator: str, text: bytes) -> dict[str, Any]:
    """By the library the validator itself uses; ours needs none."""
    interpreter = Path(validator).read_text(errors="replace").splitlines()[0].removeprefix("#!")
    script = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"
    done = subprocess.run([interpreter, "-c", script], input=text, capture_output=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.fixture(scope="module")
def services(stack: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(stack["services"])


def dockerfile(instruction: str) -> list[str]:
    joined = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    return [
        line.partition(" ")[2].strip() for line in joined.splitlines() if line.startswith(instruction + " ")
    ]


def test_everything_the_service_needs_is_there(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"postgres", "redis", "mail", *OURS}


def test_nothing_of_ours_starts_before_the_migrations_are_done(services: dict[str, dict[str, Any]]) -> None:
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert services["migrate"]["restart"] == "no"
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_what_dies_is_started_again(services: dict[str, dict[str, Any]]) -> None:
    for name in set(services) - {"migrate"}:
        assert services[name]["restart"] == "unless-stopped"


def test_health_is_checked(services: dict[str, dict[str, Any]]) -> None:
    for name in ("postgres", "redis", "worker"):
        assert "test" in services[name]["healthcheck"]
    assert dockerfile("HEALTHCHECK"), "the web's check comes with the image"
    assert "healthcheck" not in services["web"]


def test_secrets_come_by_file_only(stack: dict[str, Any], services: dict[str, dict[str, Any]]) -> None:
    for name in OURS:
        settings = services[name]["environment"]
        for setting in ("DATABASE_URL", "SECRET_KEYS", "SMTP_URL"):
            assert f"CACAO_{setting}" not in settings
            source = settings[f"CACAO_{setting}_FILE"].removeprefix("/run/secrets/")
            assert {"source": source} in services[name]["secrets"]
            assert source in stack["secrets"]
    assert "POSTGRES_PASSWORD" not in services["postgres"]["environment"]
    assert "secrets/" in (ROOT / ".gitignore").read_text().split()


def test_what_must_outlive_a_container_is_on_a_volume(
    stack: dict[str, Any], services: dict[str, dict[str, Any]]
) -> None:
    assert set(stack["volumes"]) == {"postgres", "backups"}
    assert "postgres:/var/lib/postgresql/data:rw" in services["postgres"]["volumes"]


def test_ours_run_with_as_little_as_they_need(services: dict[str, dict[str, Any]]) -> None:
    for name in OURS:
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]
    assert dockerfile("USER") == ["cacao"]


def test_nothing_is_open_to_the_network_by_itself(services: dict[str, dict[str, Any]]) -> None:
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert set(published) == {"web", "mail"}
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)


def test_the_settings_are_ours(services: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    documented = set(re.findall(r"`(CACAO_\w+)`", (ROOT / "docs/settings.md").read_text()))
    for name in OURS:
        own = {key for key in services[name]["environment"] if key.startswith("CACAO_")}
        assert {key.removesuffix("_FILE") for key in own} <= documented


def test_the_secrets_that_make_makes_are_settings_that_start(
    services: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    half = subprocess.run(["make", "-s", "secrets", "PYTHON=false"], cwd=tmp_path, capture_output=True)
    assert half.returncode != 0
    subprocess.run(["make", "-s", "secrets"], cwd=tmp_path, check=True, capture_output=True)
    folder = tmp_path / "secrets"
    assert folder.stat().st_mode & 0o077 == 0
    assert not (tmp_path / "secrets.part").exists()
    environ = {
        name: value.replace("/run/secrets", str(folder))
        for name, value in services["web"]["environment"].items()
    }
    settings = from_environment(environ)
    assert settings.database_url.endswith("@postgres/cacao")
    password = (folder / "postgres_password").read_text().strip()
    assert f":{password}@" in settings.database_url
    assert subprocess.run(["make", "-s", "secrets"], cwd=tmp_path, capture_output=True).returncode != 0


def test_no_image_names_a_registry_and_no_version_floats(services: dict[str, dict[str, Any]]) -> None:
    images = [service["image"] for service in services.values() if "build" not in service]
    images += [line.split()[0] for line in dockerfile("FROM")]
    for image in images:
        assert "." not in image.partition("/")[0] or "/" not in image, image
        assert re.search(r":[\w.-]*\d", image), f"{image} has no version"


def test_the_image_has_all_that_is_imported_and_no_more() -> None:
    copied = {line.split()[0] for line in dockerfile("COPY") if not line.startswith("--from")}
    assert copied == {"requirements.txt", "engine", "app", "templates", "migrations", "worker"}
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert copied == {name.removeprefix("!") for name in ignored if name.startswith("!")}


def test_the_tests_run_what_the_image_runs(services: dict[str, dict[str, Any]]) -> None:
    (in_image,) = dockerfile("CMD")
    ours = granian("app.wsgi:app", 8000)[2:]
    assert [part.replace("0.0.0.0", HOST) for part in json.loads(in_image)] == ours
    assert set(BEAT) - {"--pidfile="} <= set(services["beat"]["command"])
    assert services["migrate"]["command"] == ["flask", "database", "upgrade"]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Server]:
    """The web server of the image, behind the address of a real host."""
    world = make_world(f"sqlite:///{tmp_path / 'cacao.sqlite'}", broker_url="memory://localhost")
    env = environment(world)
    upgraded = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "app.wsgi:app", "database", "upgrade"],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert upgraded.returncode == 0, upgraded.stderr.decode()
    port = free_port()
    with scratch_folder() as folder:
        command = granian("app.wsgi:app", port)
        ready = partial(fetch, f"http://{HOST}:{port}/live")
        with Web(command, folder, port, ready, env=env, patience=60) as server:
            yield server


def test_the_healthcheck_of_the_image_finds_a_healthy_web_server(web: Server) -> None:
    (line,) = dockerfile("HEALTHCHECK")
    command = json.loads(line.partition("CMD ")[2])
    check = [sys.executable, *(part.replace(":8000", f":{web.port}") for part in command[1:])]
    assert subprocess.run(check, capture_output=True, timeout=30).returncode == 0, shlex.join(check)
    web.stop()
    assert subprocess.run(check, capture_output=True, timeout=30).returncode != 0
    web.cont()


def test_the_web_server_speaks_no_http_2(web: Server) -> None:
    assert answer(web, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == b""


def test_a_long_link_and_a_cookie_are_read_and_a_huge_head_is_not(web: Server) -> None:
    head = f"GET /t/{'x' * 2000} HTTP/1.1\r\nHost: cacao.example.org\r\nConnection: close\r\nCookie: a="
    assert answer(web, f"{head}{'y' * 4096}\r\n\r\n".encode()) == b"HTTP/1.1 404"
    assert answer(web, f"{head}{'y' * 20_000}\r\n\r\n".encode()) in (b"HTTP/1.1 431", b"")


def answer(web: Server, request: bytes) -> bytes:
    """The status line's beginning; empty if the web server hangs up, which may overtake its answer."""
    with socket.create_connection((HOST, web.port), timeout=10) as connection:
        try:
            connection.sendall(request)
            return connection.recv(12)
        except ConnectionError:
            return b""


@pytest.mark.parametrize("target", ["app.wsgi", "worker.app"])
def test_a_missing_setting_is_one_line_and_not_a_traceback(target: str, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("CACAO_")}
    done = subprocess.run(
        [sys.executable, "-c", f"import {target}"],
        env={**env, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "CACAO_BASE_URL" in done.stderr
