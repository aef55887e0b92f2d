"""Double clicks, held keys and late answers have no unwanted effects."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import RENDERED, HeldRequests, notices
from tests.browser.people import CARD, Person, on_home_screen
from tests.browser.tables import BOT, Table, run
from tests.server.process import order_table

CLICK_TWICE = """async ([first, then]) => {
    Object.defineProperty(Event.prototype, "timeStamp", { get: () => 0 }); // however slow the machine is
    const { x, y, width, height } = document.querySelector(first).getBoundingClientRect();
    const place = { clientX: x + width / 2, clientY: y + height / 2 };
    const at = { bubbles: true, cancelable: true, detail: 1, ...place };
    document.querySelector(first).dispatchEvent(new MouseEvent("click", at));
    while (!document.querySelector(then)) await new Promise((done) => setTimeout(done, 1));
    const again = new MouseEvent("click", at);
    document.querySelector(then).dispatchEvent(again);
    return again.defaultPrevented;
}"""  # in the same place, as soon as another element is there
PRESS_U = """repeat => dispatchEvent(new KeyboardEvent("keydown", { key: "u", repeat }))"""


def test_a_double_click_adds_a_bot_without_removing_it(devices: Devices) -> None:
    order = order_table(devices.server.address, {"is": "me"}, {"is": "open"}, BOT, start=False)
    table = Table(*run(order))
    host = Person(devices.page(table))
    host.go(f"/t/{table.id}")
    seat = ".waiting-seat:nth-child(2)"
    host.page.locator(f"{seat} button").wait_for()
    assert host.page.evaluate(CLICK_TWICE, [f"{seat} button", f"{seat}[data-is=bot] button"])
    assert [message["as"] for message in host.sent if message["t"] == "seat"] == ["bot"]


def test_a_double_tap_on_the_handover_does_not_reach_the_cards(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_play_a_card, seats=2)
    device = devices.device()
    both = {table.id: [{"seat": seat, "key": key} for seat, key in table.keys.items()]}
    device.add_init_script(f"localStorage.setItem('caponata.seats', {json.dumps(json.dumps(both))})")
    page = devices.monitored(device.new_page())
    page.goto(f"/t/{table.id}")
    page.locator(".handover button").wait_for()
    assert page.evaluate(CLICK_TWICE, [".handover button", CARD])


def test_a_consent_is_answered_once_on_double_click(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_play_a_card, seats=2)
    asked, asks = devices.person(Person, table, 0, double_clicks=True), devices.person(Person, table, 1)
    asks.page.get_by_role("button", name="Table").click()
    asks.page.get_by_role("button", name="End the game").click()
    asks.page.locator("dialog .danger").click()
    asked.page.get_by_role("button", name="No").dblclick()
    expect(asked.page.locator(".consent")).to_have_count(0)
    assert len([message for message in asked.sent if message["t"] == "answer"]) == 1
    assert notices(asked.page) == []


def test_a_held_undo_key_takes_back_once(devices: Devices) -> None:
    ada = devices.person(Person, tables.table_at(devices.server.address, tables.can_play_a_card, seats=2))
    ada.act()
    expect(ada.page.locator(".undo")).to_be_visible()
    ada.page.evaluate(PRESS_U, False)
    ada.until(lambda: ada.decision is not None, "the decision after the undo")
    expect(ada.page.locator(".undo")).to_be_visible()
    ada.page.evaluate(PRESS_U, True)
    ada.page.evaluate(PRESS_U, True)
    assert len([message for message in ada.sent if message["t"] == "undo"]) == 1


def test_a_late_table_does_not_navigate_away_from_another_screen(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    orders = HeldRequests(page, "**/api/tables", "POST")
    on_home_screen(page, "Play with bots").click()
    page.get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")
    orders.release()
    page.wait_for_function("() => localStorage.getItem('caponata.seats') !== null")
    assert page.url.endswith("/settings")


def test_a_late_link_does_not_change_the_page_of_the_menu(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_play_a_card, seats=2)
    page = devices.page(table)
    page.goto(f"/t/{table.id}")
    links = HeldRequests(page, "**/link", "POST")
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Take my seat to another device").click()
    page.get_by_role("button", name="Settings").click()
    with page.expect_response("**/link"):
        links.release()
    page.evaluate(RENDERED)
    expect(page.locator("dialog h2")).to_have_text("Settings")
