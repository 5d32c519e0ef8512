"""Mails: from a row of the outbox to a complete message."""

from app.mails.composing import Void, compose
from app.mails.message import Message

__all__ = ["Message", "Void", "compose"]
