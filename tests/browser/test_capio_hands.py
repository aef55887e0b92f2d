"""Capio's pending steps: double presses, late presses, and steps after a lost race."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.devices import Devices
from tests.browser.racing import (
    DICE,
    PLACE,
    SlowConnection,
    boxes,
    dice_in_middle,
    grab,
    racing,
    racing_with_slow_connection,
    table_with_unusable_die,
    unique_die,
)
from tests.browser.tables import run

ACT = ".cio-buttons .act"
RECORD_SHAKEN = """() => new MutationObserver((changes) => {
    const isMark = ({ className }) => className === "refusal-mark";
    const found = changes.filter(({ addedNodes }) => [...addedNodes].some(isMark));
    for (const { target } of found) document.body.dataset.shaken = target.className;
}).observe(document.body, { subtree: true, childList: true })"""
TWICE = "(button) => (button.click(), button.click())"


def wait_for_phase(page: Page, phase: str) -> None:
    """Wait for a phase."""
    expect(page.locator(".cio")).to_have_attribute("data-phase", phase)


def test_stop_and_ready_pressed_twice_are_sent_once(devices: Devices) -> None:
    ada, bo, connection = racing_with_slow_connection(devices)
    connection.holds_updates = True
    ada.locator(".cio-stop").evaluate(TWICE)
    wait_for_phase(bo, "reckoning")
    connection.release()
    wait_for_phase(ada, "reckoning")
    bo.locator(ACT).click()
    connection.holds_updates = True
    ada.locator(ACT).evaluate(TWICE)
    wait_for_phase(bo, "gathering")
    connection.release()
    wait_for_phase(ada, "gathering")
    bo.locator(ACT).click()
    expect(bo.locator(ACT)).to_have_count(0)
    wait_for_phase(bo, "gathering")  # waits for the other seat
    ada.locator(ACT).click()
    wait_for_phase(ada, "grabbing")
    assert connection.moves == ["stop", "ready", "ready"]


def test_a_pending_stop_is_dropped_when_another_seat_called_it(devices: Devices) -> None:
    ada, bo, connection = racing_with_slow_connection(devices)
    connection.holds_moves = True
    ada.locator(".cio-die.lit").first.dispatch_event("pointerdown", {"button": 0})
    expect(ada.locator(".cio-held.reaching")).to_have_count(1)
    ada.locator(".cio-stop").click()
    bo.locator(".cio-stop").click()
    wait_for_phase(ada, "reckoning")
    connection.release()
    expect(ada.locator(".cio-held.reaching")).to_have_count(0)
    ada.locator(ACT).click()
    expect(ada.locator(ACT)).to_have_count(0)
    assert [move.split()[0] for move in connection.moves] == ["take", "ready"]


def test_a_die_can_be_taken_after_a_lost_race(devices: Devices) -> None:
    """[CAPIO-3.2]"""
    ada, bo, connection = racing_with_slow_connection(devices)
    found = dice_in_middle(ada)
    lost, wanted = [die for die in found if found.count(die) == 1][:2]
    connection.holds_moves = connection.holds_updates = True
    grab(ada, lost)
    ada.locator(".cio-card .cio-beside").first.click()
    grab(ada, wanted)
    expect(ada.locator(".cio-held.reaching")).to_have_count(1)
    grab(bo, lost)
    expect(bo.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    connection.release()
    expect(ada.locator(".cio-late")).to_have_text("Too late!")
    expect(bo.locator(".cio-their-hand svg")).to_have_count(1)
    expect(ada.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(0)
    assert connection.moves == [f"take {lost}", f"take {wanted}"]


def test_illegal_taps_are_explained_and_taps_with_a_full_hand_shake(devices: Devices) -> None:
    """[CAPIO-3.9] [CAPIO-3.3]"""
    table, seat, unfit = run(table_with_unusable_die(devices.server.address))
    page = devices.page(table, seat)
    page.goto(f"/t/{table.id}")
    connection = SlowConnection(page)
    expect(page.locator(".cio-die")).to_have_count(DICE)
    page.evaluate(RECORD_SHAKEN)
    grab(page, unfit)
    expect(page.locator(".notice")).to_contain_text("fits nowhere on your cards")
    wait_for_shake(page, "cio-die")
    page.locator(".cio-die.lit").first.dispatch_event("pointerdown", {"button": 0})
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    grab(page, next(die for die in dice_in_middle(page) if die != unfit))
    wait_for_shake(page, "cio-die")
    page.locator(".cio-card .cio-beside").first.dispatch_event("click")
    expect(page.locator(".notice").filter(has_text="would cost you a point")).to_be_visible()
    wait_for_shake(page, "cio-beside")
    page.locator(PLACE).first.click()
    expect(page.locator(".cio-held.full")).to_have_count(0)
    assert [move.split()[0] for move in connection.moves] == ["take", "take", "place", "place"]


def wait_for_shake(page: Page, what: str) -> None:
    """Wait until an element of this class has been shaken."""
    expect(page.locator("body")).to_have_attribute("data-shaken", re.compile(what))
    page.evaluate("delete document.body.dataset.shaken")


def drag(page: Page) -> None:
    """Drag the die in hand over the cards without dropping it."""
    page.locator(".cio-held").hover()
    page.mouse.down()
    _, _, right, bottom = boxes(page, ".cio-card")[-1]
    page.mouse.move(right - 20, bottom - 20, steps=9)


def test_only_the_player_can_drag_a_die_and_no_text_gets_selected(devices: Devices) -> None:
    ada, _ = racing(devices, 2)
    watcher = devices.page()
    watcher.goto(ada.url)
    grab(ada, unique_die(ada))
    for page in (ada, watcher):
        expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
        drag(page)
    expect(ada.locator(".cio-ghost")).to_have_count(1)
    assert ada.evaluate("String(getSelection())") == ""
    expect(watcher.locator(".cio-ghost")).to_have_count(0)
    expect(watcher.locator("[data-drop]")).to_have_count(0)
