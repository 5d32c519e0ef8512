"""`install.sh` brings what the tests need, or says in one line what is missing."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers.processes import find_binary

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder to be the whole PATH of the script, where the browser, Redis and the checker are missing."""
    for name in ("env", "ln", "mktemp", "rm", "tail"):
        (tmp_path / name).symlink_to(find_binary(name))
    program(tmp_path, "id", "echo 0")
    program(tmp_path, "initdb")
    return tmp_path


def program(folder: Path, name: str, *lines: str) -> None:
    file = folder / name
    file.write_text("\n".join(("#!/bin/sh", *lines, "")))
    file.chmod(0o755)


def install(path: Path) -> subprocess.CompletedProcess[str]:
    command = [find_binary("sh"), str(ROOT / "tests/servers/install.sh")]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True)


def test_nothing_is_said_or_installed_where_all_is_there(path: Path) -> None:
    program(path, "redis-server")
    program(path, "google-chrome")
    program(path, "docker-compose")
    program(path, "apt-get", "exit 9")
    done = install(path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("root", [True, False])
def test_what_is_missing_is_installed(path: Path, root: bool) -> None:
    if not root:
        program(path, "id", "echo 1000")
        program(path, "sudo", f'echo "$@" >> {path}/sudo.log', '[ "$1" = -n ] && shift && exec "$@"')
        (path / "true").symlink_to(find_binary("true"))
    deliver = f"for name in redis-server chromium docker-compose; do ln -s {path}/initdb {path}/$name; done"
    program(path, "apt-get", f'echo "$@" >> {path}/apt.log', f'case "$*" in *install*) {deliver};; esac')
    done = install(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Installing for the tests, with apt-get: redis-server chromium docker-compose ...\n"
    updated, installed = (path / "apt.log").read_text().splitlines()
    assert updated.endswith(" update")
    assert installed.endswith(" install -y --no-install-recommends redis-server chromium docker-compose")
    assert (path / "sudo.log").exists() is not root


def no_apt_get(path: Path) -> None:
    pass


def no_rights(path: Path) -> None:
    program(path, "id", "echo 1000")
    program(path, "apt-get", "exit 9")


def no_network(path: Path) -> None:
    program(path, "apt-get", "echo no route >&2", "exit 100")


def other_packages(path: Path) -> None:
    program(path, "apt-get")


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        (no_apt_get, "there is no apt-get"),
        (no_rights, "only root may"),
        (no_network, "apt-get failed"),
        (other_packages, "the packages were installed but do not contain them"),
    ],
)
def test_what_cannot_be_installed_is_named_in_one_line(
    path: Path, machine: Callable[[Path], None], reason: str
) -> None:
    machine(path)
    done = install(path)
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    missing = "redis-server chromium docker-compose"
    assert last == f"Missing for the tests: {missing}. Please install them ({reason})."
