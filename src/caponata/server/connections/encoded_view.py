"""A view encoded as JSON field by field, with a hash of the whole.

Between two updates the JSON is kept instead of the view: comparing the view's hundreds of small objects,
which are scattered in memory by then, takes longer than encoding them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from caponata.engine.game import View

HASH_DIGITS: Final = 16
MAX_LAYOUTS: Final = 1000  # a game needs only a few

Fields: TypeAlias = dict[str, msgspec.Raw]

_encode = msgspec.json.Encoder(order="sorted").encode


class FieldLayout:
    """The names of a view's fields in JSON order, and the bytes before each value."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = sorted(names)
        self.positions = {name: position for position, name in enumerate(self.names)}
        self.before: list[bytes] = [b"," + _encode(name) + b":" for name in self.names]
        if self.before:
            self.before[0] = b"{" + self.before[0][1:]


_layouts: Final[dict[tuple[str, ...], FieldLayout]] = {}


def _layout(names: tuple[str, ...]) -> FieldLayout:
    layout = _layouts.get(names)
    if layout is None:
        if len(_layouts) >= MAX_LAYOUTS:
            _layouts.clear()
        layout = _layouts[names] = FieldLayout(names)
    return layout


class EncodedView:
    """A view as JSON. A value that is the same object in another viewer's view is encoded only once."""

    def __init__(
        self, view: View, other: View | None = None, other_encoded: EncodedView | None = None
    ) -> None:
        self._layout = _layout(tuple(view))
        self._values: list[bytes] = []
        text: list[bytes] = []
        for name, before in zip(self._layout.names, self._layout.before):
            field = view[name]
            if other is not None and other_encoded is not None and other.get(name) is field and name in other:
                value = other_encoded._values[other_encoded._layout.positions[name]]
            else:
                value = _encode(field)
            self._values.append(value)
            text.append(before)
            text.append(value)
        text.append(b"}" if text else b"{}")
        self.hash: str = sha256(b"".join(text)).hexdigest()[:HASH_DIGITS]

    @property
    def fields(self) -> Fields:
        """All fields."""
        return {name: msgspec.Raw(value) for name, value in zip(self._layout.names, self._values)}

    def changes_since(self, before: EncodedView) -> tuple[Fields, list[str]]:
        """Return the fields that changed since an earlier view, and the names of removed fields."""
        changed: Fields = {}
        if self._layout is before._layout:
            for name, value, old_value in zip(self._layout.names, self._values, before._values):
                if value != old_value:
                    changed[name] = msgspec.Raw(value)
            return changed, []
        gone = dict(zip(before._layout.names, before._values))
        for name, value in zip(self._layout.names, self._values):
            if gone.pop(name, None) != value:
                changed[name] = msgspec.Raw(value)
        return changed, list(gone)


def encode_views(views: Sequence[View]) -> list[EncodedView]:
    """Encode the views of several viewers."""
    encoded: list[EncodedView] = []
    for view in views:
        encoded.append(EncodedView(view, views[0], encoded[0]) if encoded else EncodedView(view))
    return encoded
