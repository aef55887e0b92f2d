"""What can go wrong in the lab, in one sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

EXTRAS: Final = {"polars": "lab", "ray": "lab,ray"}


class LabError(ValueError):
    """Why a study cannot begin or go on; what was done is kept."""


def need(module: str) -> ModuleType:
    """A library that only the lab uses, or a sentence that says how to install it."""
    if find_spec(module) is None:
        extra = EXTRAS[module]
        raise LabError(f"this needs {module}, which is not installed: pip install 'caponata[{extra}]'")
    return import_module(module)


def unknown(what: str, name: str, known: Iterable[str]) -> LabError:
    """The answer to a name that is not known: the nearest, or all there are."""
    known = list(known)
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"known are {', '.join(known)}"
    return LabError(f"there is no {what} '{name}'; {hint}")
