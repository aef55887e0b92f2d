"""A view as it is told: field by field as JSON, with the hash of the whole.

From one telling to the next the JSON is kept, not the view: its hundreds of small objects would lie
scattered in memory by then, and to compare them costs more than to read the text again.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

import msgspec

from caponata.engine.game import View

HASH_DIGITS: Final = 16

Fields: TypeAlias = dict[str, msgspec.Raw]

_encode_sorted = msgspec.json.Encoder(order="sorted").encode
_fields = msgspec.json.Decoder(Fields).decode


class Shown:
    """What a viewer is shown of a game."""

    __slots__ = ("fields", "hash", "text")

    def __init__(self, view: View) -> None:
        self.text = _encode_sorted(view)
        self.hash = hashlib.sha256(self.text).hexdigest()[:HASH_DIGITS]
        self.fields: Fields = _fields(self.text)

    def since(self, before: bytes) -> tuple[Fields, list[str]]:
        """The fields that changed since a text was shown, and the names of those that are gone."""
        known = _fields(before)
        changed = {name: value for name, value in self.fields.items() if known.pop(name, None) != value}
        return changed, list(known)
