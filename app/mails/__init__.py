"""Mails: from a row of the outbox to a complete message."""

from app.mails.composing import Void, compose

__all__ = ["Void", "compose"]
