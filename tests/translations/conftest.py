"""The mails of each kind, as tests/mails brings them about."""

from tests.mails.conftest import post

__all__ = ["post"]
