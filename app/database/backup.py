"""Backup and restore, one command each. What is restored is held: no mail goes out until `flask mail resume`.

A backup is one file: a copy of the SQLite file, or what `pg_dump` writes. It is taken while people play on.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from app.database import Database
from app.usecases.holding import FOR_EVER

ID_GAP = 1_000_000
"""Ids given since the backup are in links that people hold: after a restore, new rows count from beyond."""

_OURS = "alembic_version"
_HELD = "restored from a backup; `flask mail resume` lets mails and clocks go on"
_HOLD = f"INSERT INTO relay_pauses (until, reason) VALUES ('{FOR_EVER:%F %T}+00:00', '{_HELD}')"  # noqa: S608
_SQLITE_HOLD = _HOLD.replace("+00:00", ".000000")  # as SQLAlchemy writes a time there
_POSTGRESQL_AFTER = f"""
DELETE FROM public.relay_pauses;
{_HOLD.replace("relay_pauses", "public.relay_pauses")};
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + {ID_GAP})
    FROM pg_sequences WHERE schemaname = 'public';
"""  # noqa: S608


class BackupError(Exception):
    """Why there is no backup, or no restore; one line."""


def backup(database: Database, file: Path) -> None:
    """Write all that is stored to a file, as it is at one moment. An older file is replaced at the end."""
    draft = file.with_name(file.name + ".part")
    try:
        draft.touch(mode=0o600)  # it holds addresses and hidden hands
        if database.engine.dialect.name == "sqlite":
            _copy_sqlite(_sqlite_file(database.engine.url), draft)
        else:
            _run("pg_dump", ["--format=custom", f"--file={draft}"], database.engine.url)
        _flush(draft)
        draft.replace(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        draft.unlink(missing_ok=True)


def restore(database: Database, file: Path) -> None:
    """Put back what a file holds, in one transaction, and hold it. What was stored before is gone."""
    if not file.is_file():
        raise BackupError(f"{file} is not there.")
    if database.engine.dialect.name == "sqlite":
        _restore_sqlite(_sqlite_file(database.engine.url), file)
    else:
        _restore_postgresql(database.engine.url, file)
    database.close()


def _flush(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _sqlite_file(url: URL) -> Path:
    if not url.database:
        raise BackupError("A database in memory has no backup.")
    return Path(url.database)


def _copy_sqlite(source: Path, target: Path) -> None:
    """One read transaction: writers go on beside it, and nothing of theirs is half in it."""
    try:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # the copy is one file, without a log beside it
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied: {error}.") from None


def _restore_sqlite(live: Path, file: Path) -> None:
    draft = live.with_name(live.name + ".restoring")
    try:
        shutil.copyfile(file, draft)
        draft.chmod(0o600)
        with closing(sqlite3.connect(draft)) as copy:
            _check_sqlite(copy)
            _hold_sqlite(copy)
            with closing(sqlite3.connect(live, timeout=30)) as target:
                # One transaction: whoever has the database open sees all of it or nothing.
                copy.backup(target)
                target.execute("PRAGMA journal_mode=WAL")
    except sqlite3.Error as error:
        raise BackupError(f"{file} cannot be restored: {error}.") from None
    except OSError as error:
        raise BackupError(f"{file} cannot be restored: {error.strerror}.") from None
    finally:
        draft.unlink(missing_ok=True)


def _check_sqlite(copy: sqlite3.Connection) -> None:
    tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if _OURS not in tables or copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
        raise BackupError("The file is no backup of this service, or it is damaged.")


def _hold_sqlite(copy: sqlite3.Connection) -> None:
    with copy:
        copy.execute("DELETE FROM relay_pauses")
        copy.execute(_SQLITE_HOLD)
        copy.execute("UPDATE sqlite_sequence SET seq = seq + ?", [ID_GAP])


def _restore_postgresql(url: URL, file: Path) -> None:
    """All in one transaction, together with the hold: a worker that still runs finds nothing to send."""
    script = _run("pg_restore", ["--no-owner", "--no-acl", "--file=-", str(file)], url)
    if f"{_OURS} ".encode() not in script:
        raise BackupError("The file is no backup of this service, or it is damaged.")
    fresh = b"DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
    options = [
        "--quiet",
        "--no-psqlrc",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        "--output=/dev/null",
    ]
    _run("psql", options, url, fresh + script + _POSTGRESQL_AFTER.encode())


def _run(program: str, arguments: Sequence[str], url: URL, standard_input: bytes = b"") -> bytes:
    """What a program of PostgreSQL prints; the password goes by the environment, unseen by others."""
    command = [_program(program), *arguments]
    done = subprocess.run(  # noqa: S603 - the program is PostgreSQL's, and no shell reads the arguments
        command, env=_environment(url), input=standard_input, capture_output=True, check=False
    )
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().splitlines() or ["it ended without a word"]
        raise BackupError(f"{program} failed: {words[0]}")
    return done.stdout


def _program(name: str) -> str:
    """Debian keeps some of them off the PATH; the newest understands all older servers."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    path = os.pathsep.join([*map(str, reversed(folders)), os.environ.get("PATH", os.defpath)])
    found = shutil.which(name, path=path)
    if found is None:
        raise BackupError(f"{name} is missing: install PostgreSQL's client programs.")
    return found


def _environment(url: URL) -> Mapping[str, str]:
    given = {
        "PGHOST": url.host,
        "PGPORT": str(url.port) if url.port else None,
        "PGUSER": url.username,
        "PGPASSWORD": str(url.password) if url.password else None,
        "PGDATABASE": url.database,
    }
    return {**os.environ, **{name: value for name, value in given.items() if value}}
