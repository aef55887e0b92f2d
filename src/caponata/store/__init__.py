"""The store keeps tables in SQLite or PostgreSQL."""

from caponata.store.rows import ENDED, OPEN, Header, Row, StoreDown, StoreTooNew, Summary, Unstorable
from caponata.store.store import Store

__all__ = ["ENDED", "OPEN", "Header", "Row", "Store", "StoreDown", "StoreTooNew", "Summary", "Unstorable"]
