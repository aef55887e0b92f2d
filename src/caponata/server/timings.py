"""What a game without turns says of time, in its module `timing`: its waits, and where chance pauses."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from types import ModuleType


@lru_cache
def timing_of(package: str) -> ModuleType | None:
    """How long a game waits, if it says so."""
    module = f"{package}.timing"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
