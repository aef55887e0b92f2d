"""A table that somebody has left does nothing any more: it says nothing, goes nowhere and keeps no line."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser import wire
from tests.browser.held import Line, Requests, notices
from tests.browser.house import House
from tests.browser.people import CARD, OPTION, Person


def go_home(page: Page) -> None:
    """Leave the table's side by the mark in its corner."""
    page.locator("a.wordmark").first.click()
    page.get_by_role("heading", name="Pull up a chair.").wait_for()


def finished(house: House) -> wire.Table:
    """A table of two whose game is over."""
    table = wire.table_at(house.server.address, wire.after(2), seats=2)
    wire.give_up(house.server.address, table)
    return table


def test_who_leaves_while_a_bot_thinks_hears_of_no_trouble(house: House) -> None:
    table = wire.new_table(house.server.address, advice=True)
    page = house.page(table)
    line = Line(page)
    line.hold("advise")
    page.goto(f"/t/{table.id}")
    page.locator("button.advise").click()
    go_home(page)
    assert line.count("advise") == 1
    assert notices(page) == []


def test_a_move_whose_answer_comes_after_one_has_left_is_not_said_to_have_failed(house: House) -> None:
    table = wire.table_at(house.server.address, wire.plays_on)
    page = house.page(table)
    line = Line(page)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.click()
    line.hold("state", "done", "table")
    page.locator(f"{OPTION}.home").click()
    go_home(page)
    assert line.count("move") == 1
    assert notices(page) == []


def test_again_asked_twice_is_one_new_table_and_one_way_back(house: House) -> None:
    table = finished(house)
    page = house.page(table)
    line = Line(page)
    line.hold("rematch")
    page.goto(f"/t/{table.id}")
    again = page.get_by_role("button", name="Again?")
    again.wait_for()
    entries = page.evaluate("history.length")
    again.evaluate("(button) => { button.click(); button.click(); }")
    Person(page).until(lambda: line.count("rematch") > 0, "the wish for a rematch")
    line.let_go()
    page.wait_for_url(lambda url: "/t/" in url and table.id not in url)
    page.locator(".lux-gates").wait_for()
    assert line.count("rematch") == 1
    assert page.evaluate("history.length") == entries + 1
    assert notices(page) == []


def test_who_is_on_the_way_to_the_replay_is_not_torn_away_by_a_new_table(house: House) -> None:
    table = finished(house)
    page = house.page(table)
    line = Line(page)
    line.hold("rematch")
    screen = Requests(page, "**/web/screens/replay.js")
    page.goto(f"/t/{table.id}")
    page.get_by_role("button", name="Again?").click()
    page.locator(".ceremony-next a").first.click()
    line.let_go()
    page.get_by_role("link", name="To the next game").wait_for()
    assert f"/r/{table.id}" in page.url
    screen.let_go()
    page.locator(".film-bar").wait_for()
    assert notices(page) == []


def test_a_seat_that_is_given_after_one_has_left_opens_no_line(house: House) -> None:
    table = wire.waiting_table(house.server.address)
    guest = Person(house.page())
    page = guest.page
    sitting = Requests(page, "**/sit", "POST")
    page.goto(f"/t/{table.id}")
    with page.expect_request("**/sit"):
        page.get_by_role("button", name="Sit down").click()
    go_home(page)
    guest.until(lambda: page.evaluate("window.openSockets.size") == 0, "the end of the line")
    sitting.let_go()
    guest.until(lambda: table.id in page.evaluate("localStorage['caponata.seats'] ?? ''"), "the key")
    assert page.evaluate("window.openSockets.size") == 0
