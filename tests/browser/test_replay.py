"""A game looked back on: steps, keys, time that runs, and the address that follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.held import Requests
from tests.browser.house import House
from tests.browser.wire import Table

SETTLED = 800  # milliseconds: twice what the address waits


@pytest.fixture
def played(house: House) -> Table:
    """A game that was played to its end."""
    return wire.table_at(house.server.address, wire.never)


def test_the_replay_steps_scrubs_and_links_to_a_move(house: House, played: Table) -> None:
    page = house.page()
    page.goto(f"/r/{played.id}")
    moment = page.locator(".film-moment")
    on = page.get_by_role("button", name="One move on")
    on.click()
    on.click()
    page.wait_for_url("**#2")
    expect(moment).to_contain_text("Move 2 of")
    page.keyboard.press("End")
    expect(on).to_be_disabled()
    page.goto(f"/r/{played.id}?seat=1#30")
    expect(moment).to_contain_text("Move 30 of")


def test_an_address_that_follows_the_replay_does_not_undo_a_key(house: House, played: Table) -> None:
    page = house.page()
    page.goto(f"/r/{played.id}")
    on = page.get_by_role("button", name="One move on")
    on.wait_for()
    page.evaluate("""() => {
        const replace = history.replaceState.bind(history);
        history.replaceState = (...address) => {
            replace(...address);
            history.replaceState = replace;
            dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
        };
    }""")
    on.click()
    page.wait_for_url("**#1")
    page.wait_for_url(lambda url: not url.endswith("#1"))
    expect(on).to_be_disabled()


def test_who_leaves_a_replay_is_not_led_back_by_its_address(house: House, played: Table) -> None:
    page = house.page()
    page.goto(f"/r/{played.id}?seat=1")
    page.get_by_role("button", name="One move on").wait_for()
    shelf = Requests(page, "**/screens/shelf.js")
    page.keyboard.press("ArrowRight")
    page.locator(".wordmark").click()
    page.wait_for_timeout(SETTLED)
    shelf.let_go()
    page.locator(".shelf").wait_for()
    assert page.url.endswith("/")


def test_the_space_bar_plays_from_the_beginning_at_the_end_and_else_from_where_one_is(
    house: House, played: Table
) -> None:
    page = house.page()
    page.goto(f"/r/{played.id}")
    pause = page.get_by_role("button", name="Pause")
    page.get_by_role("button", name="One move on").wait_for()
    page.keyboard.press("End")
    page.keyboard.press(" ")
    pause.wait_for()
    assert moment(page) < last_moment(page) // 2
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    pause.wait_for()
    assert moment(page) >= last_moment(page) - 3


def moment(page: Page) -> int:
    """The moment that is shown."""
    return int(page.locator(".film-slider input").input_value())


def last_moment(page: Page) -> int:
    """The last moment of the game."""
    return int(page.locator(".film-slider input").get_attribute("max") or 0)
