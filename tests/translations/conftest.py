"""The mails of each kind, as tests/mails brings them about."""

from tests.mails.conftest import empty_database, post

__all__ = ["empty_database", "post"]
