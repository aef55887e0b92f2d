"""The events that the page keeps for its log."""

from __future__ import annotations

from typing import Any

from tests.web.node import call_module


def events(*numbers: int) -> list[dict[str, Any]]:
    return [{"n": number, "event": "passed", "seat": 0, "rule": None} for number in numbers]


def after(known: list[dict[str, Any]], **state: Any) -> list[int]:
    """Numbers of the known events after a message."""
    [found] = call_module("log.js", [["mergeEvents", known, state]])
    return [event["n"] for event in found]


def test_new_events_are_appended_once() -> None:
    assert after(events(1, 2), events=events(2, 3)) == [1, 2, 3]
    assert after([], events=events(1, 2), missed=0) == [1, 2]


def test_events_before_a_gap_are_dropped() -> None:
    assert after(events(1, 2), events=events(503, 504), missed=500) == [503, 504]
