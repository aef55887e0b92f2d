"""Capio with several fingers: dragging with a second finger down, and taps with two thumbs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.racing import DICE, boxes, racing, racing_with_slow_connection

FIRST, SECOND = range(2)
FIELD = ".cio-card:not(.target) .cio-fields button:visible"


class Fingers:
    """Fingers on a touch screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._down: dict[int, tuple[float, float]] = {}

    def put(self, finger: int, thing: str, number: int = 0) -> None:
        """Put a finger down on an element, or move it there."""
        kind = "touchMove" if finger in self._down else "touchStart"
        left, top, right, bottom = boxes(self._page, thing)[number]
        self._down[finger] = (left + right) / 2, (top + bottom) / 2
        self._send(kind)

    def move(self, finger: int, down: float) -> None:
        """Move a finger down by some pixels."""
        x, y = self._down[finger]
        self._down[finger] = x, y + down
        self._send("touchMove")

    def lift(self, finger: int) -> None:
        """Lift a finger."""
        del self._down[finger]
        self._send("touchMove" if self._down else "touchEnd")

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self._down.items()]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_second_finger_does_not_disturb_a_drag(devices: Devices) -> None:
    page, _ = racing(devices, 2, phone=True)
    fingers = Fingers(page)
    fingers.put(FIRST, ".cio-die")
    fingers.move(FIRST, 60)
    expect(page.locator(".cio-ghost")).to_have_count(1)
    fingers.put(SECOND, ".asked")
    fingers.put(FIRST, ".cio-beside")
    fingers.lift(SECOND)
    expect(page.locator(".cio-ghost")).to_have_count(1)
    fingers.lift(FIRST)
    expect(page.locator(".cio-ghost")).to_have_count(0)
    expect(page.locator(".cio-beside .cio-face")).to_have_count(1)


@pytest.mark.parametrize("order", [(FIRST, SECOND), (SECOND, FIRST)])
def test_a_thumb_places_a_die_while_the_other_is_still_down(devices: Devices, order: tuple[int, int]) -> None:
    page, bo, connection = racing_with_slow_connection(devices, phone=True)
    fingers = Fingers(page)
    fingers.put(FIRST, ".cio-die")
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    fingers.put(SECOND, FIELD)
    for finger in order:
        fingers.lift(finger)
    expect(page.locator(".cio-held.full")).to_have_count(0)
    expect(page.locator(".cio-mine .cio-lies:visible")).to_have_count(1)
    expect(page.locator(".cio-stop")).to_be_enabled()
    fingers.put(FIRST, ".asked")
    fingers.put(SECOND, ".cio-stop")
    for finger in order:
        fingers.lift(finger)
    expect(bo.locator(".cio-reckoning")).to_be_visible()
    assert [move.split()[0] for move in connection.moves] == ["take", "place", "stop"]


def test_a_thumb_places_a_die_while_another_finger_touches_the_screen(devices: Devices) -> None:
    page, _, connection = racing_with_slow_connection(devices, phone=True)
    fingers = Fingers(page)
    fingers.put(FIRST, ".cio-die")
    fingers.lift(FIRST)
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    fingers.put(FIRST, FIELD)
    fingers.put(SECOND, ".asked")
    fingers.lift(FIRST)
    fingers.lift(SECOND)
    expect(page.locator(".cio-held.full")).to_have_count(0)
    expect(page.locator(".cio-die")).to_have_count(DICE - 1)
    assert [move.split()[0] for move in connection.moves] == ["take", "place"]
