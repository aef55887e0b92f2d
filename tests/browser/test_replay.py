"""The replay: steps, keys, playing, and the address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import HeldRequests
from tests.browser.tables import Table

ADDRESS_DELAY = 800  # milliseconds: twice the delay of the page


@pytest.fixture
def played(devices: Devices) -> Table:
    """A finished game."""
    return tables.table_at(devices.server.address, tables.at_the_end)


def test_the_replay_steps_scrubs_and_links_to_a_move(devices: Devices, played: Table) -> None:
    page = devices.page()
    page.goto(f"/r/{played.id}")
    label = page.locator(".film-moment")
    next_step = page.get_by_role("button", name="One move on")
    next_step.click()
    next_step.click()
    page.wait_for_url("**#2")
    expect(label).to_contain_text("Move 2 of")
    page.keyboard.press("End")
    expect(next_step).to_be_disabled()
    page.goto(f"/r/{played.id}?seat=1#30")
    expect(label).to_contain_text("Move 30 of")


def test_updating_the_address_does_not_undo_a_key_press(devices: Devices, played: Table) -> None:
    page = devices.page()
    page.goto(f"/r/{played.id}")
    next_step = page.get_by_role("button", name="One move on")
    next_step.wait_for()
    page.evaluate("""() => {
        const replace = history.replaceState.bind(history);
        history.replaceState = (...address) => {
            replace(...address);
            history.replaceState = replace;
            dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
        };
    }""")
    next_step.click()
    page.wait_for_url("**#1")
    page.wait_for_url(lambda url: not url.endswith("#1"))
    expect(next_step).to_be_disabled()


def test_the_address_of_a_replay_is_not_updated_after_leaving(devices: Devices, played: Table) -> None:
    page = devices.page()
    page.goto(f"/r/{played.id}?seat=1")
    page.get_by_role("button", name="One move on").wait_for()
    home = HeldRequests(page, "**/screens/home.js")
    page.keyboard.press("ArrowRight")
    page.locator(".wordmark").click()
    page.wait_for_timeout(ADDRESS_DELAY)
    home.release()
    page.locator(".shelf").wait_for()
    assert page.url.endswith("/")


def test_the_space_bar_plays_from_the_current_step_or_restarts_at_the_end(
    devices: Devices, played: Table
) -> None:
    page = devices.page()
    page.goto(f"/r/{played.id}")
    pause = page.get_by_role("button", name="Pause")
    page.get_by_role("button", name="One move on").wait_for()
    page.keyboard.press("End")
    page.keyboard.press(" ")
    pause.wait_for()
    assert current_step(page) < last_step(page) // 2
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    pause.wait_for()
    assert current_step(page) >= last_step(page) - 3


def current_step(page: Page) -> int:
    """The current step."""
    return int(page.locator(".film-slider input").input_value())


def last_step(page: Page) -> int:
    """The last step of the game."""
    return int(page.locator(".film-slider input").get_attribute("max") or 0)
