"""A view as it is told: field by field as JSON, with the hash of the whole.

From one telling to the next only a mark of each field is kept, not the view: its hundreds of small objects
would lie scattered in memory by then, and to compare them costs more than to make them.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from functools import lru_cache
from operator import add
from typing import Final, NamedTuple

import msgspec

from caponata.engine.game import View

HASH_DIGITS: Final = 16

_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class Marks(NamedTuple):
    """What is kept of what a viewer was shown: which fields, and a number for what was in each."""

    keys: tuple[str, ...]
    numbers: array[int]


class Shown:
    """What a viewer is shown of a game."""

    __slots__ = ("_values", "hash", "marks")

    def __init__(self, view: View) -> None:
        keys, names = _order(tuple(view))
        values = [_encode_sorted(view[key]) for key in keys]
        whole = b"{%b}" % b",".join(map(add, names, values))
        self.hash = hashlib.sha256(whole).hexdigest()[:HASH_DIGITS]
        self.marks = Marks(keys, array("q", map(hash, values)))
        self._values = values

    @property
    def whole(self) -> dict[str, msgspec.Raw]:
        """All fields."""
        return dict(zip(self.marks.keys, map(msgspec.Raw, self._values)))

    def since(self, before: Marks) -> tuple[dict[str, msgspec.Raw], list[str]]:
        """The fields that changed since something was shown before, and those that are gone."""
        keys, numbers = self.marks
        known: Iterable[int | None] = before.numbers
        gone: list[str] = []
        if keys != before.keys:
            told = dict(zip(before.keys, before.numbers))
            known, gone = [told.pop(key, None) for key in keys], list(told)
        changed = {
            key: msgspec.Raw(value)
            for key, value, old, new in zip(keys, self._values, known, numbers)
            if old != new
        }
        return changed, gone


@lru_cache(maxsize=1000)
def _order(keys: tuple[str, ...]) -> tuple[tuple[str, ...], list[bytes]]:
    """The keys of a view in order, and the JSON that stands before the value of each."""
    ordered = tuple(sorted(keys))
    return ordered, [_encode_sorted(key) + b":" for key in ordered]
