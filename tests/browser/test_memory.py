"""What a browser remembers of a person, of keys and of settings, and what becomes of one that does not."""

from __future__ import annotations

from playwright.sync_api import Page, Response

from tests.browser.held import SETTLED, Requests
from tests.browser.house import House
from tests.browser.people import CARD, Person, on_shelf

FORBIDDEN = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no", "SecurityError"); },
});"""


def tables_of(page: Page) -> int:
    """How many tables stand under one's own on the shelf."""
    mine = page.locator(".tables").filter(has=page.get_by_role("heading", name="Your tables"))
    mine.locator(".table-card").first.wait_for()
    return mine.locator(".table-card").count()


# Who one is


def test_a_newcomer_who_begins_two_games_at_once_is_one_person(house: House) -> None:
    page = house.page()
    introductions = Requests(page, "**/api/me", "POST")
    made: list[Response] = []
    page.on("response", lambda got: made.append(got) if got.status == 201 and "/tables" in got.url else None)
    page.goto("/")
    on_shelf(page, "Play with bots").click()
    on_shelf(page, "Play with bots", "capo").click()
    page.evaluate(SETTLED)
    assert len(introductions.held) == 1
    introductions.let_go()
    Person(page).until(lambda: len(made) == 2, "two tables")
    page.goto("/")
    assert tables_of(page) == 2


def test_another_name_is_the_same_person_where_nothing_can_be_remembered(house: House) -> None:
    page = house.page()
    page.add_init_script(FORBIDDEN)
    page.goto("/")
    for name in ("Ada", "Ada Lovelace"):
        page.get_by_label("You play as").fill(name)
        on_shelf(page, "Play with bots").click()
        page.locator(CARD).first.wait_for()
        page.locator("a.wordmark").first.click()
    page.goto("/new/capital-lux")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Start the game").wait_for()
    page.goto("/")
    assert tables_of(page) == 3
