"""The keyboard focus is kept in a useful place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.people import CARD, on_home_screen
from tests.browser.tables import BOT, Table, run
from tests.server.process import order_table


@pytest.fixture
def page(devices: Devices) -> Page:
    return devices.page()


def press(page: Page, button: str) -> None:
    """Press a button by keyboard."""
    page.locator(button).first.focus()
    page.keyboard.press("Enter")


def test_dialogs_focus_their_title_and_return_the_focus_when_closed(page: Page) -> None:
    page.goto("/")
    on_home_screen(page, "Play with bots").click()
    page.locator(CARD).first.wait_for()
    press(page, ".table-head button")
    expect(page.locator("dialog h2")).to_be_focused()
    page.get_by_role("button", name="Settings").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog h2")).to_have_text("Settings")
    expect(page.locator("dialog h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".table-head button")).to_be_focused()


def test_a_disabled_button_keeps_the_focus(page: Page, devices: Devices) -> None:
    page.goto("/new/capital-lux")
    fewer = page.get_by_role("button", name="One seat fewer")
    fewer.focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(page.locator(".counter output")).to_have_text("2")
    expect(fewer).to_be_disabled()
    expect(fewer).to_be_focused()
    table = tables.table_at(devices.server.address, tables.after(3), seats=2)
    tables.resign_second_seat(devices.server.address, table)
    page.goto(f"/r/{table.id}#2")
    press(page, ".film-first")
    expect(page.locator(".film-first")).to_be_disabled()
    expect(page.locator(".film-first")).to_be_focused()


def test_advice_is_opened_and_closed_by_keyboard(page: Page) -> None:
    page.goto("/")
    on_home_screen(page, "Play with bots").click()
    press(page, "button.advise")
    page.locator(".advice").wait_for()
    expect(page.locator("button.advise")).to_be_focused()
    press(page, ".advice > button")
    expect(page.locator(".advice")).to_have_count(0)
    expect(page.locator("button.advise")).to_be_focused()


def test_a_host_adds_a_bot_and_starts_by_keyboard(devices: Devices) -> None:
    order = order_table(devices.server.address, {"is": "me"}, {"is": "open"}, BOT, start=False)
    table = Table(*run(order))
    page = devices.page(table)
    page.goto(f"/t/{table.id}")
    press(page, ".waiting-seat:nth-child(2) button")
    remove = page.locator(".waiting-seat:nth-child(2) button")
    expect(remove).to_contain_text("Remove")
    expect(remove).to_be_focused()
    press(page, ".setup-foot .act")
    page.locator(CARD).first.wait_for()
    expect(page.locator("main")).to_be_focused()


def test_the_table_is_focused_after_a_consent_by_keyboard(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_play_a_card, seats=2)
    asked, asks = devices.page(table, 0), devices.page(table, 1)
    for page in (asked, asks):
        page.goto(f"/t/{table.id}")
    asks.get_by_role("button", name="Table").click()
    asks.get_by_role("button", name="End the game").click()
    asks.locator("dialog .danger").click()
    asked.locator(".consent").wait_for()
    press(asked, ".consent button:nth-child(2)")
    expect(asked.locator(".consent")).to_have_count(0)
    expect(asked.locator("main")).to_be_focused()
