"""The page recovers from user errors and failures, or explains them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import HeldConnection
from tests.browser.people import CARD, OPTION, Person, on_home_screen

TOO_LATE = {"status": 409, "code": "closed-decision", "sentence": "too late", "rule": None}
LOST = "The connection is gone. Reconnecting…"


@pytest.fixture
def ada(devices: Devices) -> Person:
    """A person who must play a card in the second round."""
    return devices.person(Person, tables.table_at(devices.server.address, tables.can_play_a_card))


def pick_up(person: Person) -> None:
    """Pick a highlighted card."""
    person.page.locator(CARD).first.click()
    person.page.locator(OPTION).first.wait_for()


def hand(person: Person) -> list[str]:
    """The cards in hand as the page shows them."""
    cards = person.page.locator(".lux-hand .lux-card")
    cards.first.wait_for()
    return [str(card.get_attribute("aria-label")) for card in cards.all()]


def test_a_double_click_on_a_move_plays_once(ada: Person) -> None:
    before = len(hand(ada))
    pick_up(ada)
    decision = ada.decision
    ada.page.locator(f"{OPTION}.home").dblclick()
    ada.until(lambda: ada.decision != decision, "the answer")
    assert len(ada.moves_sent()) == 1
    expect(ada.page.locator(".lux-hand .lux-card")).to_have_count(before - 1)


def test_two_tabs_of_one_seat_stay_in_sync_and_both_can_play(devices: Devices, ada: Person) -> None:
    other = Person(devices.monitored(ada.page.context.new_page()))
    other.go(ada.page.url)
    other.until(lambda: other.decision is not None, "the decision in the other tab")
    before = hand(ada)
    assert hand(other) == before
    pick_up(ada)
    pick_up(other)
    decision = other.decision
    other.page.locator(f"{OPTION}.home").click()
    ada.until(lambda: ada.decision != decision, "the move of the other tab")
    ada.page.locator(OPTION).first.wait_for(state="detached")
    assert hand(ada) == hand(other) != before
    assert ada.table["seats"][0]["here"]


def test_the_back_button_leads_home_where_the_table_is_listed(devices: Devices) -> None:
    ada = devices.person(Person)
    ada.go("/")
    on_home_screen(ada.page, "Play with bots").click()
    ada.page.locator(CARD).first.wait_for()
    ada.page.go_back()
    ada.page.get_by_role("heading", name="Your tables").wait_for()
    ada.page.locator(".table-card").first.click()
    ada.page.locator(CARD).first.wait_for()
    ada.page.go_back()
    ada.page.go_forward()
    ada.page.locator(CARD).first.wait_for()


def test_a_browser_with_cleared_storage_recovers_its_tables_and_name(devices: Devices) -> None:
    ada = devices.person(Person)
    ada.go("/")
    ada.page.get_by_label("You play as").fill("Ada Lovelace")
    on_home_screen(ada.page, "Play with bots").click()
    ada.page.locator(CARD).first.wait_for()
    ada.page.evaluate("localStorage.clear()")
    ada.go("/")
    ada.page.get_by_role("heading", name="Your tables").wait_for()
    expect(ada.page.get_by_label("You play as")).to_have_value("Ada Lovelace")
    ada.page.locator(".table-card").first.click()
    ada.page.locator(CARD).first.wait_for()


def test_a_link_to_a_missing_table_is_explained(devices: Devices) -> None:
    page = devices.page()
    page.goto("/t/AAAAAAAAAAAAAAAA")
    page.get_by_role("heading", name="This table is gone.").wait_for()
    page.get_by_role("link", name="To the games").click()
    page.get_by_role("heading", name="Pull up a chair.").wait_for()
    page.goto("/r/AAAAAAAAAAAAAAAA")
    page.get_by_role("heading", name="There is nothing to look back on.").wait_for()


def test_a_wrong_join_code_is_explained_beside_the_field(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    page.get_by_role("button", name="Join").click()
    page.get_by_text("Type the code that your host can see in the waiting room.").wait_for()
    page.get_by_label("Have a code?").fill("qqqqq")
    page.get_by_role("button", name="Join").click()
    page.get_by_text("No table has the code QQQQQ. Ask your host to read it out again.").wait_for()


def test_a_move_made_offline_is_sent_after_reconnecting(ada: Person) -> None:
    before, decision = len(hand(ada)), ada.decision
    pick_up(ada)
    disconnect(ada)
    ada.page.get_by_text(LOST).wait_for()
    ada.page.locator(f"{OPTION}.home").click()
    assert ada.moves_sent() == []
    reconnect(ada)
    ada.page.get_by_text(LOST).wait_for(state="detached")
    ada.until(lambda: ada.decision != decision, "the move's answer")
    assert len(ada.moves_sent()) == 1
    expect(ada.page.locator(".lux-hand .lux-card")).to_have_count(before - 1)


def disconnect(person: Person) -> None:
    """Go offline and close the page's web socket, which Chromium would keep open."""
    person.page.context.set_offline(True)
    person.page.evaluate("window.openSockets.forEach((socket) => socket.close())")


def reconnect(person: Person) -> None:
    """Go online again."""
    person.page.context.set_offline(False)


def test_a_seat_moves_to_another_device_by_its_personal_link(devices: Devices, ada: Person) -> None:
    page = ada.page
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Take my seat to another device").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_text("Copied").first.wait_for()
    link = page.evaluate("navigator.clipboard.readText()")

    phone = devices.person(Person, phone=True)
    phone.go(link.replace(link.split("/t/")[0], devices.url))
    phone.until(lambda: phone.decision is not None, "the decision on the phone")
    page.get_by_role("heading", name="You play on another device now.").wait_for()
    assert "#seat" not in phone.page.url
    phone.act()

    again = devices.page()
    again.goto(link.replace(link.split("/t/")[0], devices.url))
    again.get_by_text("This personal link was used before.").wait_for()
    again.locator(".lux-gates").wait_for()


def test_a_personal_link_works_in_a_tab_that_watches_the_table(devices: Devices, ada: Person) -> None:
    table = ada.table["table"]
    key = ada.page.evaluate("JSON.parse(localStorage['caponata.seats'])")[table][0]["key"]
    token = ada.page.request.post(f"/api/tables/{table}/link", data={"key": key}).json()["token"]
    watching = devices.page()
    watching.goto(f"/t/{table}")
    watching.locator(".lux-gates").wait_for()
    watching.goto(f"/t/{table}#seat={token}")
    watching.locator(CARD).first.wait_for()
    assert "#seat" not in watching.url
    ada.page.get_by_role("heading", name="You play on another device now.").wait_for()


def test_a_refused_move_does_not_reset_the_recap(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_play_a_card)
    ada = Person(devices.page(table))
    connection = HeldConnection(ada.page)
    ada.go(f"/t/{table.id}")
    ada.page.locator(CARD).first.wait_for()
    ada.page.keyboard.press("r")
    counter = ada.page.locator(".recap-count")
    total = counter.inner_text().split("/")[1]
    ada.page.locator(".recap").evaluate_all("(recaps) => recaps.forEach((recap) => recap.click())")
    connection.hold("move")
    pick_up(ada)
    ada.page.locator(f"{OPTION}.home").click()
    ada.until(lambda: connection.count("move") == 1, "the move")
    connection.send_to_page({"t": "refused", "answers": connection.sent[-1]["id"], "error": TOO_LATE})
    ada.page.locator(".notice").wait_for()
    ada.page.keyboard.press("r")
    expect(counter).to_have_text(re.compile(rf"/{total}$"))


def test_an_illegal_card_is_explained_with_its_rule(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.must_choose_a_gate)
    ada = devices.person(Person, table)
    ada.page.locator(".lux-hand .lux-card").first.click()
    refusal = ada.page.locator(".lux-refusal")
    refusal.wait_for()
    refusal.get_by_role("button").click()
    ada.page.locator("#drawer-page .rulebook, #drawer-page [id^=LUX]").first.wait_for()


def test_an_unreachable_server_is_reported(restartable_devices: Devices) -> None:
    page = restartable_devices.page()
    page.goto("/")
    on_home_screen(page, "Play with bots").wait_for()
    restartable_devices.server.kill()
    on_home_screen(page, "Play with bots").click()
    page.get_by_text("The server cannot be reached.").first.wait_for()
