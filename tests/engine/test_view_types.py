"""Comparing plain values with declared types finds every difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

import pytest

from caponata.engine.view_types import mismatches


class Card(TypedDict):
    """A card of the examples."""

    name: str
    value: int | None


class Table(TypedDict):
    """A table of the examples."""

    phase: Literal["play", "over"]
    cards: list[Card]
    counts: dict[Literal["red", "blue"], int]
    names: dict[str, bool]
    rows: Sequence[str | None]
    hand: NotRequired[list[str]]


TABLE = {
    "phase": "play",
    "cards": [{"name": "ace", "value": 1}, {"name": "joker", "value": None}],
    "counts": {"red": 1, "blue": 2},
    "names": {"any": True},
    "rows": ["a", None],
}


def test_matching_values_have_no_mismatch() -> None:
    assert not list(mismatches(TABLE, Table))
    assert not list(mismatches(TABLE | {"hand": ["ace"]}, Table))


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("phase", "pause", "view.phase is 'pause', not one of ('play', 'over')"),
        ("cards", [{"name": "ace"}], "view.cards[0] lacks the field 'value'"),
        ("cards", [{"name": "ace", "value": True}], "view.cards[0].value is True, which fits no part of"),
        ("cards", ({"name": "ace", "value": 1},), "not a list"),
        ("counts", {"red": 1}, "view.counts has the keys ['red'], not ['blue', 'red']"),
        ("counts", {"red": 1, "blue": "2"}, "view.counts.blue is '2', not int"),
        ("names", {1: True}, "a key of view.names is 1, not str"),
        ("names", None, "view.names is None, not a dict"),
        ("rows", [1], "view.rows[0] is 1, which fits no part of"),
        ("hand", [None], "view.hand[0] is None, not str"),
        ("mood", "calm", "view has the undeclared field 'mood'"),
    ],
)
def test_a_mismatch_names_the_field(field: str, value: object, sentence: str) -> None:
    (found,) = mismatches(TABLE | {field: value}, Table)
    assert sentence in found
