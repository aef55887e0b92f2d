"""Capio's hands, ahead of the table: what is pressed twice or too late, and what is built on a lost race."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.racing import (
    DICE,
    PLACE,
    SlowLine,
    boxes,
    grab,
    names,
    only,
    racing,
    racing_slowly,
    with_an_unfit_die,
)
from tests.browser.wire import run

ACT = ".cio-buttons .act"
SEE_SHAKEN = """() => new MutationObserver((changes) => {
    const found = changes.map(({ target }) => target).filter((each) => each.classList.contains("shaken"));
    for (const each of found) document.body.dataset.shaken = each.className;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] })"""
TWICE = "(button) => (button.click(), button.click())"


def is_in(page: Page, phase: str) -> None:
    """Wait for a phase."""
    expect(page.locator(".cio")).to_have_attribute("data-phase", phase)


def test_stop_and_ready_pressed_twice_are_said_once(house: House) -> None:
    ada, bo, line = racing_slowly(house)
    line.is_slow = True
    ada.locator(".cio-stop").evaluate(TWICE)
    is_in(bo, "reckoning")
    line.catch_up()
    is_in(ada, "reckoning")
    bo.locator(ACT).click()
    line.is_slow = True
    ada.locator(ACT).evaluate(TWICE)
    is_in(bo, "gathering")
    line.catch_up()
    is_in(ada, "gathering")
    bo.locator(ACT).click()
    expect(bo.locator(ACT)).to_have_count(0)
    is_in(bo, "gathering")  # it waits for the other one
    ada.locator(ACT).click()
    is_in(ada, "grabbing")
    assert line.moves == ["stop", "ready", "ready"]


def test_stop_that_waits_for_a_die_is_not_called_when_somebody_else_has(house: House) -> None:
    ada, bo, line = racing_slowly(house)
    line.is_mute = True
    ada.locator(".cio-die.lit").first.dispatch_event("pointerdown", {"button": 0})
    expect(ada.locator(".cio-held.reaching")).to_have_count(1)
    ada.locator(".cio-stop").click()
    bo.locator(".cio-stop").click()
    is_in(ada, "reckoning")
    line.catch_up()
    expect(ada.locator(".cio-held.reaching")).to_have_count(0)
    ada.locator(ACT).click()
    expect(ada.locator(ACT)).to_have_count(0)
    assert [move.split()[0] for move in line.moves] == ["take", "ready"]


def test_a_die_is_taken_though_the_race_before_was_lost(house: House) -> None:
    """[CAPIO-3.2]"""
    ada, bo, line = racing_slowly(house)
    found = names(ada)
    lost, wanted = [die for die in found if found.count(die) == 1][:2]
    line.is_mute = line.is_slow = True
    grab(ada, lost)
    ada.locator(".cio-card .cio-beside").first.click()
    grab(ada, wanted)
    expect(ada.locator(".cio-held.reaching")).to_have_count(1)
    grab(bo, lost)
    expect(bo.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    line.catch_up()
    expect(ada.locator(".cio-late")).to_have_text("Too late!")
    expect(bo.locator(".cio-their-hand svg")).to_have_count(1)
    expect(ada.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(0)
    assert line.moves == [f"take {lost}", f"take {wanted}"]


def test_a_tap_that_is_not_allowed_is_answered_and_one_with_a_full_hand_shakes(house: House) -> None:
    """[CAPIO-3.9] [CAPIO-3.3]"""
    table, seat, unfit = run(with_an_unfit_die(house.server.address))
    page = house.page(table, seat)
    page.goto(f"/t/{table.id}")
    line = SlowLine(page)
    expect(page.locator(".cio-die")).to_have_count(DICE)
    page.evaluate(SEE_SHAKEN)
    grab(page, unfit)
    expect(page.locator(".notice")).to_contain_text("fits nowhere on your cards")
    has_shaken(page, "cio-die")
    page.locator(".cio-die.lit").first.dispatch_event("pointerdown", {"button": 0})
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    grab(page, next(die for die in names(page) if die != unfit))
    has_shaken(page, "cio-die")
    page.locator(".cio-card .cio-beside").first.dispatch_event("click")
    expect(page.locator(".notice").filter(has_text="would cost you a point")).to_be_visible()
    has_shaken(page, "cio-beside")
    page.locator(PLACE).first.click()
    expect(page.locator(".cio-held.full")).to_have_count(0)
    assert [move.split()[0] for move in line.moves] == ["take", "take", "place", "place"]


def has_shaken(page: Page, what: str) -> None:
    """Wait until such a thing has been shaken since the last time."""
    expect(page.locator("body")).to_have_attribute("data-shaken", re.compile(what))
    page.evaluate("delete document.body.dataset.shaken")


def drag(page: Page) -> None:
    """Drag what is in hand over the cards, and hold it there."""
    page.locator(".cio-held").hover()
    page.mouse.down()
    _, _, right, bottom = boxes(page, ".cio-card")[-1]
    page.mouse.move(right - 20, bottom - 20, steps=9)


def test_only_who_plays_drags_a_die_and_nothing_is_selected_by_that(house: House) -> None:
    ada, _ = racing(house, 2)
    watcher = house.page()
    watcher.goto(ada.url)
    grab(ada, only(ada))
    for page in (ada, watcher):
        expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
        drag(page)
    expect(ada.locator(".cio-ghost")).to_have_count(1)
    assert ada.evaluate("String(getSelection())") == ""
    expect(watcher.locator(".cio-ghost")).to_have_count(0)
    expect(watcher.locator("[data-drop]")).to_have_count(0)
