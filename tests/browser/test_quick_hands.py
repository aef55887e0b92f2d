"""Hands that are quicker than answers: a second click does nothing new, a late answer leads nobody away."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.held import SETTLED, Requests, notices
from tests.browser.house import House
from tests.browser.people import CARD, Person, on_shelf
from tests.browser.wire import BOT, Table, run
from tests.server.process import order_table

CLICK_TWICE = """async ([first, then]) => {
    Object.defineProperty(Event.prototype, "timeStamp", { get: () => 0 }); // however slow this machine is
    const { x, y, width, height } = document.querySelector(first).getBoundingClientRect();
    const place = { clientX: x + width / 2, clientY: y + height / 2 };
    const at = { bubbles: true, cancelable: true, detail: 1, ...place };
    document.querySelector(first).dispatchEvent(new MouseEvent("click", at));
    while (!document.querySelector(then)) await new Promise((done) => setTimeout(done, 1));
    const again = new MouseEvent("click", at);
    document.querySelector(then).dispatchEvent(again);
    return again.defaultPrevented;
}"""  # in the same place, as soon as something else stands there
PRESS_U = """repeat => dispatchEvent(new KeyboardEvent("keydown", { key: "u", repeat }))"""


def test_a_double_click_lets_a_bot_in_and_does_not_send_it_away(house: House) -> None:
    order = order_table(house.server.address, {"is": "me"}, {"is": "open"}, BOT, start=False)
    table = Table(*run(order))
    host = Person(house.page(table))
    host.go(f"/t/{table.id}")
    seat = ".waiting-seat:nth-child(2)"
    host.page.locator(f"{seat} button").wait_for()
    assert host.page.evaluate(CLICK_TWICE, [f"{seat} button", f"{seat}[data-is=bot] button"])
    assert [message["as"] for message in host.sent if message["t"] == "seat"] == ["bot"]


def test_a_double_tap_on_i_am_here_does_nothing_to_the_cards_behind_the_curtain(house: House) -> None:
    table = wire.table_at(house.server.address, wire.plays_on, seats=2)
    device = house.device()
    both = {table.id: [{"seat": seat, "key": key} for seat, key in table.keys.items()]}
    device.add_init_script(f"localStorage.setItem('caponata.seats', {json.dumps(json.dumps(both))})")
    page = house.watched(device.new_page())
    page.goto(f"/t/{table.id}")
    page.locator(".handover button").wait_for()
    assert page.evaluate(CLICK_TWICE, [".handover button", CARD])


def test_a_question_is_answered_once_however_often_one_clicks(house: House) -> None:
    table = wire.table_at(house.server.address, wire.plays_on, seats=2)
    asked, asks = house.person(Person, table, 0, hasty=True), house.person(Person, table, 1)
    asks.page.get_by_role("button", name="Table").click()
    asks.page.get_by_role("button", name="End the game").click()
    asks.page.locator("dialog .danger").click()
    asked.page.get_by_role("button", name="No").dblclick()
    expect(asked.page.locator(".consent")).to_have_count(0)
    assert len([message for message in asked.sent if message["t"] == "answer"]) == 1
    assert notices(asked.page) == []


def test_a_key_that_is_held_down_takes_back_once(house: House) -> None:
    ada = house.person(Person, wire.table_at(house.server.address, wire.plays_on, seats=2))
    ada.act()
    expect(ada.page.locator(".undo")).to_be_visible()
    ada.page.evaluate(PRESS_U, False)
    ada.until(lambda: ada.decision is not None, "the choice once more")
    expect(ada.page.locator(".undo")).to_be_visible()
    ada.page.evaluate(PRESS_U, True)
    ada.page.evaluate(PRESS_U, True)
    assert len([message for message in ada.sent if message["t"] == "undo"]) == 1


def test_who_went_elsewhere_is_not_led_away_by_a_table_that_comes_late(house: House) -> None:
    page = house.page()
    page.goto("/")
    tables = Requests(page, "**/api/tables", "POST")
    on_shelf(page, "Play with bots").click()
    page.get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")
    tables.let_go()
    page.wait_for_function("() => localStorage.getItem('caponata.seats') !== null")
    assert page.url.endswith("/settings")


def test_the_menu_stays_where_one_went_when_a_link_comes_late(house: House) -> None:
    table = wire.table_at(house.server.address, wire.plays_on, seats=2)
    page = house.page(table)
    page.goto(f"/t/{table.id}")
    links = Requests(page, "**/link", "POST")
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Take my seat to another device").click()
    page.get_by_role("button", name="Settings").click()
    with page.expect_response("**/link"):
        links.let_go()
    page.evaluate(SETTLED)
    expect(page.locator("dialog h2")).to_have_text("Settings")
