"""Errors of the lab: each message is one sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

EXTRAS: Final = {"polars": "lab", "ray": "lab,ray"}


class LabError(ValueError):
    """Why a study cannot start or continue. Results on disk are kept."""


def require(module: str) -> ModuleType:
    """Import an optional dependency of the lab, or raise a `LabError` that says how to install it."""
    if find_spec(module) is None:
        extra = EXTRAS[module]
        raise LabError(f"this needs {module}, which is not installed: pip install 'caponata[{extra}]'")
    return import_module(module)


def unknown_name(kind: str, name: str, known: Iterable[str]) -> LabError:
    """The error for an unknown name: it suggests the nearest known one, or lists all."""
    known = list(known)
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"known are {', '.join(known)}"
    return LabError(f"there is no {kind} '{name}'; {hint}")
