"""What the person who hosts it can do from a shell: `flask game …`, `flask mail …`, `flask database …`."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from flask import Flask, current_app
from flask.cli import AppGroup

from app import clock
from app.database import backup
from app.models import GameStatus
from app.refused import Refused
from app.service import Service
from app.usecases import holding, muting, operating, records
from app.usecases.games import seated

T = TypeVar("T")
LARGEST_NUMBER = 2**31 - 1
"""What the database can count to."""

game = AppGroup("game", help="Look at games, export and verify them.")
mail = AppGroup("mail", help="Look at the outbox, try mails again, let delivery go on.")
database = AppGroup("database", help="Bring the database to the newest form; back it up and restore it.")


def register(app: Flask) -> None:
    """Add the commands."""
    app.cli.add_command(game)
    app.cli.add_command(mail)
    app.cli.add_command(database)


@database.command("upgrade")
def upgrade_database() -> None:
    """Run the migrations that are missing."""
    _upgrade()
    click.echo("The database has the newest form.")


def _upgrade() -> None:
    # Here, not above: every process knows the commands, and Alembic takes memory that only these need.
    from app.database.migrating import MigrationError, upgrade

    try:
        upgrade(_service().database)
    except MigrationError as error:
        raise click.ClickException(str(error)) from None


@database.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
def back_up(file: Path) -> None:
    """Write everything to FILE, while people play on."""
    _asked(lambda: backup.backup(_service().database, file))
    click.echo(f"{file} holds everything.")


@database.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.confirmation_option(prompt="Everything that is stored now will be replaced. Go on?")
def restore(file: Path) -> None:
    """Replace everything by what FILE holds; no mail is sent and no clock runs until `flask mail resume`."""
    _asked(lambda: backup.restore(_service().database, file))
    _upgrade()
    click.echo("Restored. Look around, then let mails and clocks go on: flask mail resume")


@game.command("list")
@click.option(
    "--status", type=click.Choice([each.value for each in GameStatus]), help="only games with this status"
)
def list_games(status: str | None) -> None:
    """List games, the newest first."""
    for line in operating.list_games(_service(), status):
        click.echo(line)


@game.command()
@click.argument("key")
def show(key: str) -> None:
    """Show who plays, who owes what, and the mails of a game."""
    for line in _asked(lambda: operating.show_game(_service(), key)):
        click.echo(line)


@game.command()
@click.argument("key")
def export(key: str) -> None:
    """Write a game's record. It tells the decks: of a running game, it is for nobody who plays."""
    click.echo(_asked(lambda: records.export(_service(), seated(_service(), key))))


@game.command()
@click.argument("key", required=False)
def verify(key: str | None) -> None:
    """Replay one game, or all, and compare every digest."""
    results = list(records.verify(_service(), key))
    if key is not None and not results:
        raise click.ClickException("There is no such game, or it has not started.")
    faults = [(name, fault) for name, fault in results if fault is not None]
    for name, fault in faults:
        click.echo(f"{name}: {fault}")
    click.echo(f"{len(results)} games replayed, {len(faults)} with faults")
    sys.exit(1 if faults else 0)


@game.command("verify-shuffle")
@click.argument("key")
def verify_shuffle(key: str) -> None:
    """Check a finished game's seed against its commitment, and print the decks that follow from it."""
    proof = _asked(lambda: records.shuffle_proof(_service(), key))
    click.echo(f"commitment {proof.commitment}")
    if proof.seed is None:
        click.echo("The seed is told when the game is over.")
        return
    click.echo(f"seed {proof.seed}")
    for seat, deck in enumerate(proof.worker_decks):
        click.echo(f"workers {seat}: {' '.join(deck)}")
    click.echo(f"jungle: {' '.join(proof.jungle_deck)}")
    click.echo("The shuffle is as promised." if proof.holds else "THE SEED DOES NOT FIT THE COMMITMENT.")
    sys.exit(0 if proof.holds else 1)


@game.command()
@click.argument("key")
def resend(key: str) -> None:
    """Send the newest mail of everybody who owes something once more."""
    click.echo(f"{_asked(lambda: operating.resend(_service(), key, clock.now()))} mails will be sent again")


@mail.command()
def queue() -> None:
    """List mails that wait, were refused or are quarantined."""
    for line in operating.mail_queue(_service()):
        click.echo(line)


@mail.command()
@click.argument("number", type=click.IntRange(1, LARGEST_NUMBER, clamp=True), required=False)
def retry(number: int | None) -> None:
    """Try one mail again now, or all that are quarantined."""
    count = operating.retry(_service(), number, clock.now())
    if number is not None and not count:
        raise click.ClickException("No such mail waits, was refused or is quarantined.")
    click.echo(f"{count} mails will be tried again")


@mail.command()
@click.argument("address")
def allow(address: str) -> None:
    """Mail somebody again who said "never mail me" and has asked you to take it back."""
    if not _asked(lambda: muting.mail_again(_service(), address)):
        raise click.ClickException("Nobody with this address has refused mails.")
    click.echo("They can be invited and sign in again.")


@mail.command()
def resume() -> None:
    """After a restore: let mails and clocks go on. Everybody who is to move gets the full time."""
    click.echo(
        f"Mails and clocks go on; {holding.resume(_service(), clock.now())} players have the full time."
    )


def _service() -> Service:
    service: Service = current_app.extensions["cacao"]
    return service


def _asked(ask: Callable[[], T]) -> T:
    """What a use case answers; a refusal is one line and exit status 1."""
    try:
        return ask()
    except Refused as error:
        raise click.ClickException(str(error.reason)) from None
    except backup.BackupError as error:
        raise click.ClickException(str(error)) from None
