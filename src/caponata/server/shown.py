"""A view as it is told: field by field as JSON, with the hash of the whole.

From one telling to the next the JSON is kept, not the view: its hundreds of small objects would lie
scattered in memory by then, and to compare them costs more than to spell them again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Final, TypeAlias

import msgspec

from caponata.engine.game import View

HASH_DIGITS: Final = 16

Fields: TypeAlias = dict[str, msgspec.Raw]

_encode = msgspec.json.Encoder(order="sorted").encode


class Shown:
    """What a viewer is shown of a game."""

    __slots__ = ("_names", "_values", "hash")

    def __init__(self, view: View) -> None:
        self._names, between = _frame(tuple(view))
        self._values = tuple(map(_encode, map(view.__getitem__, self._names)))
        text = [b""] * (2 * len(self._names) + 1)
        text[::2], text[1::2] = between, self._values
        self.hash = hashlib.sha256(b"".join(text)).hexdigest()[:HASH_DIGITS]

    @property
    def fields(self) -> Fields:
        """All of it."""
        return dict(zip(self._names, map(msgspec.Raw, self._values)))

    def since(self, before: Shown) -> tuple[Fields, list[str]]:
        """The fields that changed since something was shown, and the names of those that are gone."""
        now = zip(self._names, self._values)
        if self._names is before._names:
            differ = map(ne, self._values, before._values)
            return {name: msgspec.Raw(value) for name, value in compress(now, differ)}, []
        known = dict(zip(before._names, before._values))
        changed = {name: msgspec.Raw(value) for name, value in now if known.pop(name, None) != value}
        return changed, list(known)


@lru_cache(maxsize=1000)
def _frame(names: tuple[str, ...]) -> tuple[tuple[str, ...], list[bytes]]:
    """Names as the JSON of an object sorts them, and what stands around their values."""
    order = tuple(sorted(names))
    before = [b"," + _encode(name) + b":" for name in order]
    return order, [b"{" + before[0][1:], *before[1:], b"}"] if order else [b"{}"]
