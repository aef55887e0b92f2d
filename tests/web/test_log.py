"""What the page keeps of the events it is told."""

from __future__ import annotations

from typing import Any

from tests.web.node import ask


def events(*numbers: int) -> list[dict[str, Any]]:
    return [{"n": number, "event": "passed", "seat": 0, "rule": None} for number in numbers]


def after(known: list[dict[str, Any]], **state: Any) -> list[int]:
    """The numbers of the events that are known after a message."""
    [found] = ask("log.js", [["longer", known, state]])
    return [event["n"] for event in found]


def test_events_come_one_after_the_other_and_none_twice() -> None:
    assert after(events(1, 2), events=events(2, 3)) == [1, 2, 3]
    assert after([], events=events(1, 2), missed=0) == [1, 2]


def test_a_log_never_has_a_hole() -> None:
    assert after(events(1, 2), events=events(503, 504), missed=500) == [503, 504]
