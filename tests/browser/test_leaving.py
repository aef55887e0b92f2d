"""A table that was left shows no notices, does not navigate and keeps no connection."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import HeldConnection, HeldRequests, notices
from tests.browser.people import CARD, OPTION, Person


def go_home(page: Page) -> None:
    """Go to the home screen by the logo."""
    page.locator("a.wordmark").first.click()
    page.get_by_role("heading", name="Pull up a chair.").wait_for()


def finished(devices: Devices) -> tables.Table:
    """A table of two with a finished game."""
    table = tables.table_at(devices.server.address, tables.after(2), seats=2)
    tables.resign_second_seat(devices.server.address, table)
    return table


def test_leaving_while_advice_is_pending_shows_no_error(devices: Devices) -> None:
    table = tables.new_table(devices.server.address, advice=True)
    page = devices.page(table)
    connection = HeldConnection(page)
    connection.hold("advise")
    page.goto(f"/t/{table.id}")
    page.locator("button.advise").click()
    go_home(page)
    assert connection.count("advise") == 1
    assert notices(page) == []


def test_leaving_while_a_move_is_pending_shows_no_error(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_play_a_card)
    page = devices.page(table)
    connection = HeldConnection(page)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.click()
    connection.hold("state", "done", "table")
    page.locator(f"{OPTION}.home").click()
    go_home(page)
    assert connection.count("move") == 1
    assert notices(page) == []


def test_a_double_click_on_rematch_creates_one_table_and_one_history_entry(devices: Devices) -> None:
    table = finished(devices)
    page = devices.page(table)
    connection = HeldConnection(page)
    connection.hold("rematch")
    page.goto(f"/t/{table.id}")
    again = page.get_by_role("button", name="Again?")
    again.wait_for()
    entries = page.evaluate("history.length")
    again.evaluate("(button) => { button.click(); button.click(); }")
    Person(page).until(lambda: connection.count("rematch") > 0, "the rematch request")
    connection.release()
    page.wait_for_url(lambda url: "/t/" in url and table.id not in url)
    page.locator(".lux-gates").wait_for()
    assert connection.count("rematch") == 1
    assert page.evaluate("history.length") == entries + 1
    assert notices(page) == []


def test_a_late_rematch_does_not_interrupt_opening_the_replay(devices: Devices) -> None:
    table = finished(devices)
    page = devices.page(table)
    connection = HeldConnection(page)
    connection.hold("rematch")
    replay = HeldRequests(page, "**/api/tables/*/replay*")
    page.goto(f"/t/{table.id}")
    page.get_by_role("button", name="Again?").click()
    page.locator(".ceremony-next a").first.click()
    connection.release()
    replay.release()
    page.locator(".film-bar").wait_for()
    assert f"/r/{table.id}" in page.url
    assert notices(page) == []


def test_a_seat_granted_after_leaving_opens_no_connection(devices: Devices) -> None:
    table = tables.waiting_table(devices.server.address)
    guest = Person(devices.page())
    page = guest.page
    sitting = HeldRequests(page, "**/sit", "POST")
    page.goto(f"/t/{table.id}")
    with page.expect_request("**/sit"):
        page.get_by_role("button", name="Sit down").click()
    go_home(page)
    guest.until(lambda: page.evaluate("window.openSockets.size") == 0, "the end of the connection")
    sitting.release()
    guest.until(lambda: table.id in page.evaluate("localStorage['caponata.seats'] ?? ''"), "the key")
    assert page.evaluate("window.openSockets.size") == 0
