"""One request that fails is one request: what it was for is asked for again, and what is known stays."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser import wire
from tests.browser.held import SETTLED
from tests.browser.house import House
from tests.browser.people import CARD, Person, on_shelf

REFRESH = "00:15"


def fails(page: Page, address: str, *numbers: int) -> list[Route]:
    """Let requests of these numbers fail; all that were made."""
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        if len(asked) in numbers:
            route.abort()
        else:
            route.fallback()

    page.route(address, answer)
    return asked


def test_a_board_that_could_not_be_fetched_is_there_when_one_comes_again(house: House) -> None:
    table = wire.new_table(house.server.address)
    page = house.page(table)
    fails(page, "**/games/capital-lux/board.js", 1)
    page.goto(f"/t/{table.id}")
    page.locator(".plainboard").wait_for()
    page.locator("a.wordmark").first.click()
    page.get_by_role("heading", name="Pull up a chair.").wait_for()
    page.go_back()
    page.locator(CARD).first.wait_for()


def test_tables_that_are_known_stay_on_the_shelf_when_a_look_fails(house: House) -> None:
    page = house.page()
    page.clock.install()
    page.goto("/")
    on_shelf(page, "Play with bots").click()
    page.locator(CARD).first.wait_for()
    page.go_back()
    mine = page.get_by_role("heading", name="Your tables")
    mine.wait_for()
    page.route("**/api/me/tables", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.clock.fast_forward(REFRESH)
    page.evaluate(SETTLED)
    expect(mine).to_have_count(1)


def test_an_analysis_is_asked_for_again_when_one_question_is_lost(house: House) -> None:
    table = wire.table_at(house.server.address, wire.never, seats=2)
    page = house.page(table)
    page.route("**/analysis", lambda route: route.fulfill(json={"done": 1, "of": 100}))
    asked = fails(page, "**/analysis", 2)
    page.goto(f"/r/{table.id}#0")
    page.locator("#tab-luck").click()
    Person(page).until(lambda: len(asked) > 2, "another question")
    expect(page.locator(".analysis-progress")).to_have_count(1)
