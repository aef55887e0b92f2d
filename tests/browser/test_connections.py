"""The web socket of a page: how it survives failures and reconnects."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import HeldConnection
from tests.browser.people import CARD, OPTION, Person

LOST = "The connection is gone. Reconnecting…"
ANSWER_TIMEOUT = "00:03"
IDLE_TIMEOUT = "00:30"
PONG_TIMEOUT = "00:05"
TAB_SHOWN = "document.dispatchEvent(new Event('visibilitychange'))"
ONLINE = "dispatchEvent(new Event('online'))"


@pytest.mark.parametrize("code", [4408, 4429, 4503], ids=["too slow", "too many", "store away"])
def test_the_page_reconnects_after_a_temporary_close_code(devices: Devices, code: int) -> None:
    table = tables.new_table(devices.server.address)
    page = devices.page(table)
    sockets: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            socket.close(code=code, reason="not now")
        else:
            socket.connect_to_server()

    page.route_web_socket("**/socket", answer)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()


def test_the_page_explains_that_a_table_of_old_rules_is_closed(devices: Devices) -> None:
    table = tables.new_table(devices.server.address)
    page = devices.page(table)
    page.route_web_socket("**/socket", lambda socket: socket.close(code=4411, reason="old rules"))
    page.goto(f"/t/{table.id}")
    page.get_by_role("heading", name="This table is closed.").wait_for()


def seated(devices: Devices) -> tuple[Person, HeldConnection]:
    """A person who must play a card, with a controlled clock, and the page's connection."""
    table = tables.table_at(devices.server.address, tables.can_play_a_card)
    ada = Person(devices.page(table))
    connection = HeldConnection(ada.page)
    ada.page.clock.install()
    ada.page.goto(f"/t/{table.id}")
    ada.page.locator(CARD).first.wait_for()
    return ada, connection


def wait_for_pongs(ada: Person, connection: HeldConnection, times: int) -> None:
    """Wait until the page has received this many pongs."""
    ada.until(lambda: connection.count_received("pong") == times, "the answer")


def wait_for_echoes(ada: Person, connection: HeldConnection, times: int) -> None:
    """Wait until the page has sent this many echoes."""
    ada.until(lambda: connection.count("echo") == times, "the echo")


def wait_for_ping(ada: Person, connection: HeldConnection) -> None:
    """Wait until the page has sent a ping."""
    ada.until(lambda: connection.count("ping") == 1, "the ping")


def test_a_move_is_repeated_after_the_connection_died_silently(devices: Devices) -> None:
    ada, connection = seated(devices)
    cards = ada.page.locator(".lux-hand .lux-card")
    before = cards.count()
    ada.page.locator(CARD).first.click()
    connection.die()
    ada.page.locator(f"{OPTION}.home").click()
    ada.until(lambda: connection.count("move") == 1, "the move")
    ada.page.clock.fast_forward(ANSWER_TIMEOUT)
    wait_for_ping(ada, connection)
    ada.page.clock.fast_forward(PONG_TIMEOUT)
    expect(cards).to_have_count(before - 1)
    assert connection.connections == connection.count("move") == 2


@pytest.mark.parametrize("back", [TAB_SHOWN, ONLINE], ids=["looked at again", "online again"])
def test_a_page_that_wakes_up_checks_its_connection(devices: Devices, back: str) -> None:
    ada, connection = seated(devices)
    connection.die()
    ada.page.evaluate(back)
    wait_for_ping(ada, connection)
    ada.page.clock.fast_forward(PONG_TIMEOUT)
    ada.until(lambda: connection.connections == 2, "another connection")
    ada.page.get_by_text(LOST).wait_for(state="detached")


def test_an_idle_page_notices_a_dead_connection(devices: Devices) -> None:
    ada, connection = seated(devices)
    connection.die()
    ada.page.clock.fast_forward(IDLE_TIMEOUT)
    wait_for_ping(ada, connection)
    ada.page.clock.fast_forward(PONG_TIMEOUT)
    ada.until(lambda: connection.connections == 2, "another connection")


def test_a_connection_that_answers_is_kept(devices: Devices) -> None:
    ada, connection = seated(devices)
    for times in range(1, 4):
        ada.page.evaluate(TAB_SHOWN)
        wait_for_pongs(ada, connection, times)
        ada.page.clock.fast_forward(PONG_TIMEOUT)
    assert connection.connections == 1
    expect(ada.page.get_by_text(LOST)).to_have_count(0)


def test_a_slow_connection_is_kept_until_it_is_silent(devices: Devices) -> None:
    ada, connection = seated(devices)
    connection.hold("pong")
    ada.page.clock.pause_at(ada.page.evaluate("Date.now()") / 1000 + 1)
    ada.page.evaluate(TAB_SHOWN)
    wait_for_ping(ada, connection)
    for number in range(1, 4):
        ada.page.clock.fast_forward("00:03")
        connection.send_to_page({"t": "echo", "k": number, "delays": []})
        wait_for_echoes(ada, connection, number)
    assert connection.connections == 1
    ada.page.clock.fast_forward(PONG_TIMEOUT)
    ada.page.clock.resume()
    ada.until(lambda: connection.connections == 2, "another connection")
