"""Progress of long computations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]  # called with the number of finished items and the total


def no_progress(done: int, total: int) -> None:
    """Ignore progress."""
