"""Whoever works with keys or ears goes on where they are: the focus does not fall to the top of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.house import House
from tests.browser.people import CARD, on_shelf
from tests.browser.wire import BOT, Table, run
from tests.server.process import order_table


@pytest.fixture
def page(house: House) -> Page:
    return house.page()


def press(page: Page, button: str) -> None:
    """Use a button by keys."""
    page.locator(button).first.focus()
    page.keyboard.press("Enter")


def test_a_closed_sheet_gives_the_focus_back_and_its_pages_begin_at_their_titles(page: Page) -> None:
    page.goto("/")
    on_shelf(page, "Play with bots").click()
    page.locator(CARD).first.wait_for()
    press(page, ".table-head button")
    expect(page.locator("dialog h2")).to_be_focused()
    page.get_by_role("button", name="Settings").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog h2")).to_have_text("Settings")
    expect(page.locator("dialog h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".table-head button")).to_be_focused()


def test_what_can_be_used_no_more_keeps_the_focus(page: Page, house: House) -> None:
    page.goto("/new/capital-lux")
    fewer = page.get_by_role("button", name="One seat fewer")
    fewer.focus()
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(page.locator(".counter output")).to_have_text("2")
    expect(fewer).to_be_disabled()
    expect(fewer).to_be_focused()
    table = wire.table_at(house.server.address, wire.after(3), seats=2)
    wire.give_up(house.server.address, table)
    page.goto(f"/r/{table.id}#2")
    press(page, ".film-first")
    expect(page.locator(".film-first")).to_be_disabled()
    expect(page.locator(".film-first")).to_be_focused()


def test_advice_is_asked_for_and_put_away_by_keys(page: Page) -> None:
    page.goto("/")
    on_shelf(page, "Play with bots").click()
    press(page, "button.advise")
    page.locator(".advice").wait_for()
    expect(page.locator("button.advise")).to_be_focused()
    press(page, ".advice > button")
    expect(page.locator(".advice")).to_have_count(0)
    expect(page.locator("button.advise")).to_be_focused()


def test_a_host_lets_a_bot_in_and_begins_by_keys(house: House) -> None:
    order = order_table(house.server.address, {"is": "me"}, {"is": "open"}, BOT, start=False)
    table = Table(*run(order))
    page = house.page(table)
    page.goto(f"/t/{table.id}")
    press(page, ".waiting-seat:nth-child(2) button")
    remove = page.locator(".waiting-seat:nth-child(2) button")
    expect(remove).to_contain_text("Remove")
    expect(remove).to_be_focused()
    press(page, ".setup-foot .act")
    page.locator(CARD).first.wait_for()
    expect(page.locator("main")).to_be_focused()


def test_who_answers_a_question_by_keys_goes_on_at_the_table(house: House) -> None:
    table = wire.table_at(house.server.address, wire.plays_on, seats=2)
    asked, asks = house.page(table, 0), house.page(table, 1)
    for each in (asked, asks):
        each.goto(f"/t/{table.id}")
    asks.get_by_role("button", name="Table").click()
    asks.get_by_role("button", name="End the game").click()
    asks.locator("dialog .danger").click()
    asked.locator(".consent").wait_for()
    press(asked, ".consent button:nth-child(2)")
    expect(asked.locator(".consent")).to_have_count(0)
    expect(asked.locator("main")).to_be_focused()
