"""The store: what tables need to outlive the process, in SQLite or PostgreSQL."""

from caponata.store.rows import OPEN, Header, Row, StoreDown, StoreTooNew, Summary, Unstorable
from caponata.store.store import Store

__all__ = ["OPEN", "Header", "Row", "Store", "StoreDown", "StoreTooNew", "Summary", "Unstorable"]
