"""A failed request is repeated later, and known data stays visible."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import RENDERED
from tests.browser.people import CARD, Person, on_home_screen

REFRESH = "00:15"


def fail_requests(page: Page, address: str, *numbers: int) -> list[Route]:
    """Abort the requests with these numbers. Returns the list of all requests."""
    requests: list[Route] = []

    def answer(route: Route) -> None:
        requests.append(route)
        if len(requests) in numbers:
            route.abort()
        else:
            route.fallback()

    page.route(address, answer)
    return requests


def test_a_board_that_failed_to_load_is_loaded_on_the_next_visit(devices: Devices) -> None:
    table = tables.new_table(devices.server.address)
    page = devices.page(table)
    fail_requests(page, "**/games/capital-lux/board.js", 1)
    page.goto(f"/t/{table.id}")
    page.locator(".plainboard").wait_for()
    page.locator("a.wordmark").first.click()
    page.get_by_role("heading", name="Pull up a chair.").wait_for()
    page.go_back()
    page.locator(CARD).first.wait_for()


def test_known_tables_stay_listed_when_a_refresh_fails(devices: Devices) -> None:
    page = devices.page()
    page.clock.install()
    page.goto("/")
    on_home_screen(page, "Play with bots").click()
    page.locator(CARD).first.wait_for()
    page.go_back()
    mine = page.get_by_role("heading", name="Your tables")
    mine.wait_for()
    page.route("**/api/me/tables", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.clock.fast_forward(REFRESH)
    page.evaluate(RENDERED)
    expect(mine).to_have_count(1)


def test_polling_for_an_analysis_continues_after_a_failed_request(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.at_the_end, seats=2)
    page = devices.page(table)
    page.route("**/analysis", lambda route: route.fulfill(json={"done": 1, "of": 100}))
    requests = fail_requests(page, "**/analysis", 2)
    page.goto(f"/r/{table.id}#0")
    page.locator("#tab-luck").click()
    Person(page).until(lambda: len(requests) > 2, "another request")
    expect(page.locator(".analysis-progress")).to_have_count(1)
