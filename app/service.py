"""What a use case works with: the database, the signer of links, the wake-up and the settings."""

from dataclasses import dataclass
from urllib.parse import quote

from app.counting import Counters
from app.database import Database
from app.settings import Settings
from app.tokens import Tokens
from app.wake import Wake, make_celery


@dataclass(frozen=True)
class Service:
    """One installation. Made once in each process."""

    settings: Settings
    database: Database
    tokens: Tokens
    wake: Wake
    counters: Counters

    def link(self, *path: str) -> str:
        """An absolute address: always under the configured base URL, never from a request."""
        return "/".join((self.settings.base_url, *(quote(part, safe="") for part in path)))


def make_service(settings: Settings) -> Service:
    """The service with these settings."""
    return Service(
        settings,
        Database(settings.database_url),
        Tokens(settings.secret_keys),
        Wake(make_celery(settings.broker_url)),
        Counters(settings.broker_url),
    )
