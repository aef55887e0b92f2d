"""Encoded views: the changed fields, and a hash that clients can check."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from caponata.server.connections.encoded_view import EncodedView

FIELDS = st.dictionaries(
    st.sampled_from(["hand", "capital", "deck", "zone", "é"]),
    st.recursive(
        st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
        max_leaves=6,
    ),
)


def plain(fields: dict[str, msgspec.Raw]) -> dict[str, Any]:
    """Decode fields as a client does."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fields))
    return read


@given(FIELDS, FIELDS)
def test_changes_turn_one_view_into_another(before: dict[str, Any], after: dict[str, Any]) -> None:
    changed, gone = EncodedView(after).changes_since(EncodedView(before))
    merged = {key: value for key, value in before.items() if key not in gone} | plain(changed)
    assert merged == after
    assert all(
        key not in before or before[key] != after[key] or repr(before[key]) != repr(after[key])
        for key in changed
    )


@given(FIELDS)
def test_all_fields_are_encoded_and_the_hash_is_that_of_sorted_json(view: dict[str, Any]) -> None:
    encoded = EncodedView(view)
    expected = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert plain(encoded.fields) == view
    assert encoded.hash == hashlib.sha256(expected.encode()).hexdigest()[:16]


def test_equal_views_have_no_changes() -> None:
    view = {"hand": ["blue-4"], "deck": 3}
    assert EncodedView(dict(reversed(view.items()))).changes_since(EncodedView(view)) == ({}, [])
