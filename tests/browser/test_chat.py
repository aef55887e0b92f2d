"""The chat: drafts are not lost, and read messages stay read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import HeldConnection
from tests.browser.people import CARD, Person
from tests.server.clients import Client

CHATTY = {"status": 429, "code": "chatty", "sentence": "wait a moment", "rule": None}


@pytest.fixture
def table(devices: Devices) -> tables.Table:
    """A table of three."""
    return tables.new_table(devices.server.address)


def with_open_chat(devices: Devices, table: tables.Table) -> tuple[Person, HeldConnection]:
    """A person with the chat open, and the page's connection."""
    ada = Person(devices.page(table))
    connection = HeldConnection(ada.page)
    ada.go(f"/t/{table.id}")
    ada.page.locator(CARD).first.wait_for()
    ada.page.locator("#tab-chat").click()
    return ada, connection


def say(ada: Person, text: str) -> None:
    """Send a chat message."""
    ada.page.locator("#chat-line").fill(text)
    ada.page.keyboard.press("Enter")


def test_a_draft_survives_switching_tabs(devices: Devices, table: tables.Table) -> None:
    page = with_open_chat(devices, table)[0].page
    page.locator("#chat-line").fill("I would rather not take the")
    page.locator("#tab-log").click()
    page.locator("#tab-chat").click()
    expect(page.locator("#chat-line")).to_have_value("I would rather not take the")


@pytest.mark.parametrize(("typed", "left"), [("", "Well played!"), ("Or not", "Or not")])
def test_a_refused_message_returns_to_the_field_unless_another_was_begun(
    devices: Devices, table: tables.Table, typed: str, left: str
) -> None:
    ada, connection = with_open_chat(devices, table)
    connection.hold("chat")
    say(ada, "Well played!")
    field = ada.page.locator("#chat-line")
    expect(field).to_have_value("")
    ada.until(lambda: connection.count("chat") == 1, "the message")
    field.fill(typed)
    connection.send_to_page({"t": "refused", "answers": connection.sent[-1]["id"], "error": CHATTY})
    ada.page.locator(".notice").wait_for()
    expect(field).to_have_value(left)


def receive_message(devices: Devices, table: tables.Table, text: str) -> None:
    """Let the second seat send a chat message."""

    async def talk() -> None:
        bo = await Client(devices.server.address, table.id, table.keys[1]).connect()
        await bo.ask(t="chat", text=text)
        await bo.close()

    tables.run(talk())


def test_read_messages_stay_read_after_a_reload(devices: Devices, table: tables.Table) -> None:
    receive_message(devices, table, "Hello!")
    ada, connection = with_open_chat(devices, table)
    say(ada, "Hello Bo!")
    expect(ada.page.locator(".chat ol li")).to_have_count(2)
    ada.page.reload()
    ada.page.locator(CARD).first.wait_for()
    ada.until(lambda: connection.count_received("chat") == 4, "the messages after the reload")
    badge = ada.page.locator("#tab-chat .badge")
    expect(badge).to_have_count(0)
    receive_message(devices, table, "Your turn.")
    expect(badge).to_contain_text("1")
    ada.page.reload()
    expect(badge).to_contain_text("1")
    ada.page.locator("#tab-chat").click()
    expect(badge).to_have_count(0)
