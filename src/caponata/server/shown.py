"""A view as it is told: field by field as JSON, with the hash of the whole.

From one telling to the next the JSON is kept, not the view: its hundreds of small objects would lie
scattered in memory by then, and to compare them costs more than to spell them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from caponata.engine.game import View

HASH_DIGITS: Final = 16
MOST_FRAMES: Final = 1000  # kept: a game has a few

Fields: TypeAlias = dict[str, msgspec.Raw]

_encode = msgspec.json.Encoder(order="sorted").encode


class Frame:
    """The names of a view's fields as JSON sorts them, and what stands before their values."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = sorted(names)
        self.places = {name: place for place, name in enumerate(self.names)}
        self.before: list[bytes] = [b"," + _encode(name) + b":" for name in self.names]
        if self.before:
            self.before[0] = b"{" + self.before[0][1:]


_frames: Final[dict[tuple[str, ...], Frame]] = {}


def _frame(names: tuple[str, ...]) -> Frame:
    frame = _frames.get(names)
    if frame is None:
        if len(_frames) >= MOST_FRAMES:
            _frames.clear()
        frame = _frames[names] = Frame(names)
    return frame


class Shown:
    """What a viewer is shown of a game; what is one object in their view and in another is spelled once."""

    def __init__(self, view: View, other: View | None = None, spelled: Shown | None = None) -> None:
        self._frame = _frame(tuple(view))
        self._values: list[bytes] = []
        text: list[bytes] = []
        for name, before in zip(self._frame.names, self._frame.before):
            field = view[name]
            if other is not None and spelled is not None and other.get(name) is field and name in other:
                value = spelled._values[spelled._frame.places[name]]
            else:
                value = _encode(field)
            self._values.append(value)
            text.append(before)
            text.append(value)
        text.append(b"}" if text else b"{}")
        self.hash: str = sha256(b"".join(text)).hexdigest()[:HASH_DIGITS]

    @property
    def fields(self) -> Fields:
        """All of it."""
        return {name: msgspec.Raw(value) for name, value in zip(self._frame.names, self._values)}

    def since(self, before: Shown) -> tuple[Fields, list[str]]:
        """The fields that changed since something was shown, and the names of those that are gone."""
        changed: Fields = {}
        if self._frame is before._frame:
            for name, value, known in zip(self._frame.names, self._values, before._values):
                if value != known:
                    changed[name] = msgspec.Raw(value)
            return changed, []
        gone = dict(zip(before._frame.names, before._values))
        for name, value in zip(self._frame.names, self._values):
            if gone.pop(name, None) != value:
                changed[name] = msgspec.Raw(value)
        return changed, list(gone)


def shown_all(views: Sequence[View]) -> list[Shown]:
    """What several viewers are shown at once."""
    all_shown: list[Shown] = []
    for view in views:
        all_shown.append(Shown(view, views[0], all_shown[0]) if all_shown else Shown(view))
    return all_shown
