"""The line between a page and its table: what it bears, and how it comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser import wire
from tests.browser.held import Line
from tests.browser.house import House
from tests.browser.people import CARD, OPTION, Person

LOST = "The connection is gone. Reconnecting…"
UNANSWERED = "00:03"  # after which the page doubts its line
SILENCE = "00:30"
PATIENCE = "00:05"
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
ONLINE = "dispatchEvent(new Event('online'))"


@pytest.mark.parametrize("code", [4408, 4429, 4503], ids=["too slow", "too many", "store away"])
def test_a_table_that_could_not_be_had_for_a_moment_comes_by_itself(house: House, code: int) -> None:
    table = wire.new_table(house.server.address)
    page = house.page(table)
    lines: list[WebSocketRoute] = []

    def answer(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.close(code=code, reason="not now")
        else:
            line.connect_to_server()

    page.route_web_socket("**/socket", answer)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()


def seated(house: House) -> tuple[Person, Line]:
    """Somebody who is to play a card, with a clock that tests may put forward, and the line to the table."""
    table = wire.table_at(house.server.address, wire.plays_on)
    ada = Person(house.page(table))
    line = Line(ada.page)
    ada.page.clock.install()
    ada.page.goto(f"/t/{table.id}")
    ada.page.locator(CARD).first.wait_for()
    return ada, line


def is_answered(ada: Person, line: Line, times: int) -> None:
    """The page has heard so often that somebody is there."""
    ada.until(lambda: line.count_told("pong") == times, "the answer")


def has_echoed(ada: Person, line: Line, times: int) -> None:
    """The page has sent so many echoes back."""
    ada.until(lambda: line.count("echo") == times, "the echo")


def is_asked(ada: Person, line: Line) -> None:
    """Wait until the page wants to know whether anybody is there."""
    ada.until(lambda: line.count("ping") == 1, "the question whether anybody is there")


def test_a_move_over_a_line_that_died_silently_arrives_over_a_new_one(house: House) -> None:
    ada, line = seated(house)
    cards = ada.page.locator(".lux-hand .lux-card")
    before = cards.count()
    ada.page.locator(CARD).first.click()
    line.die()
    ada.page.locator(f"{OPTION}.home").click()
    ada.until(lambda: line.count("move") == 1, "the move")
    ada.page.clock.fast_forward(UNANSWERED)
    is_asked(ada, line)
    ada.page.clock.fast_forward(PATIENCE)
    expect(cards).to_have_count(before - 1)
    assert line.connections == line.count("move") == 2


@pytest.mark.parametrize("back", [LOOK_AGAIN, ONLINE], ids=["looked at again", "online again"])
def test_a_page_that_wakes_up_finds_out_whether_its_line_is_dead(house: House, back: str) -> None:
    ada, line = seated(house)
    line.die()
    ada.page.evaluate(back)
    is_asked(ada, line)
    ada.page.clock.fast_forward(PATIENCE)
    ada.until(lambda: line.connections == 2, "another connection")
    ada.page.get_by_text(LOST).wait_for(state="detached")


def test_who_only_waits_hears_of_a_dead_line_too(house: House) -> None:
    ada, line = seated(house)
    line.die()
    ada.page.clock.fast_forward(SILENCE)
    is_asked(ada, line)
    ada.page.clock.fast_forward(PATIENCE)
    ada.until(lambda: line.connections == 2, "another connection")


def test_a_line_that_answers_is_kept(house: House) -> None:
    ada, line = seated(house)
    for times in range(1, 4):
        ada.page.evaluate(LOOK_AGAIN)
        is_answered(ada, line, times)
        ada.page.clock.fast_forward(PATIENCE)
    assert line.connections == 1
    expect(ada.page.get_by_text(LOST)).to_have_count(0)


def test_a_line_over_which_something_comes_slowly_is_kept_until_it_is_silent(house: House) -> None:
    ada, line = seated(house)
    line.hold("pong")
    ada.page.clock.pause_at(ada.page.evaluate("Date.now()") / 1000 + 1)
    ada.page.evaluate(LOOK_AGAIN)
    is_asked(ada, line)
    for number in range(1, 4):
        ada.page.clock.fast_forward("00:03")
        line.tell({"t": "echo", "k": number, "delays": []})
        has_echoed(ada, line, number)
    assert line.connections == 1
    ada.page.clock.fast_forward(PATIENCE)
    ada.page.clock.resume()
    ada.until(lambda: line.connections == 2, "another connection")
