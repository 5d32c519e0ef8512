"""Where everything is kept: sessions for most, transactions of few words for what is done very often."""

from app.database.access import Database
from app.database.byheart import Row
from app.database.transaction import Query, Transaction, Writer, record_of

__all__ = ["Database", "Query", "Row", "Transaction", "Writer", "record_of"]
