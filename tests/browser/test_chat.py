"""Talk at the table: what was typed is not lost, and what was read is not new."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.held import Line
from tests.browser.house import House
from tests.browser.people import CARD, Person
from tests.server.clients import Client

CHATTY = {"status": 429, "code": "chatty", "sentence": "wait a moment", "rule": None}


@pytest.fixture
def table(house: House) -> wire.Table:
    """A table of three."""
    return wire.new_table(house.server.address)


def talking(house: House, table: wire.Table) -> tuple[Person, Line]:
    """Somebody with the chat open, and the line to the table."""
    ada = Person(house.page(table))
    line = Line(ada.page)
    ada.go(f"/t/{table.id}")
    ada.page.locator(CARD).first.wait_for()
    ada.page.locator("#tab-chat").click()
    return ada, line


def say(ada: Person, text: str) -> None:
    """Send a line to the others."""
    ada.page.locator("#chat-line").fill(text)
    ada.page.keyboard.press("Enter")


def test_a_half_typed_line_outlives_a_look_at_the_log(house: House, table: wire.Table) -> None:
    page = talking(house, table)[0].page
    page.locator("#chat-line").fill("I would rather not take the")
    page.locator("#tab-log").click()
    page.locator("#tab-chat").click()
    expect(page.locator("#chat-line")).to_have_value("I would rather not take the")


@pytest.mark.parametrize(("typed", "left"), [("", "Well played!"), ("Or not", "Or not")])
def test_a_refused_line_comes_back_unless_another_is_begun(
    house: House, table: wire.Table, typed: str, left: str
) -> None:
    ada, line = talking(house, table)
    line.hold("chat")
    say(ada, "Well played!")
    field = ada.page.locator("#chat-line")
    expect(field).to_have_value("")
    ada.until(lambda: line.count("chat") == 1, "the line")
    field.fill(typed)
    line.tell({"t": "refused", "answers": line.sent[-1]["id"], "error": CHATTY})
    ada.page.locator(".notice").wait_for()
    expect(field).to_have_value(left)


def hear(house: House, table: wire.Table, text: str) -> None:
    """Let the second seat say something."""

    async def talk() -> None:
        bo = await Client(house.server.address, table.id, table.keys[1]).connect()
        await bo.ask(t="chat", text=text)
        await bo.close()

    wire.run(talk())


def test_lines_that_were_read_are_not_new_after_a_reload(house: House, table: wire.Table) -> None:
    hear(house, table, "Hello!")
    ada, line = talking(house, table)
    say(ada, "Hello Bo!")
    expect(ada.page.locator(".chat ol li")).to_have_count(2)
    ada.page.reload()
    ada.page.locator(CARD).first.wait_for()
    ada.until(lambda: line.count_told("chat") == 4, "the lines once more")
    badge = ada.page.locator("#tab-chat .badge")
    expect(badge).to_have_count(0)
    hear(house, table, "Your turn.")
    expect(badge).to_contain_text("1")
    ada.page.reload()
    expect(badge).to_contain_text("1")
    ada.page.locator("#tab-chat").click()
    expect(badge).to_have_count(0)
