"""Mail, for these tests."""

from tests.delivering import relay

__all__ = ["relay"]
