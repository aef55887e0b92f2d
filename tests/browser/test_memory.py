"""What a browser remembers of a person, of keys and of settings, and what becomes of one that does not."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

from tests.browser import wire
from tests.browser.held import SETTLED, Requests
from tests.browser.house import House
from tests.browser.people import CARD, Person, on_shelf

FORBIDDEN = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no", "SecurityError"); },
});"""

VOID_KEY = """
    localStorage.setItem("caponata.seats", JSON.stringify({TABLE: [{seat: 0, key: "void"}]}));
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
MOST_LINES = 2  # one with the key, and one to watch


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


# Which keys are good


def test_a_key_that_is_void_is_tried_once_where_it_cannot_be_forgotten(house: House) -> None:
    table = wire.new_table(house.server.address)
    guest = Person(house.page())
    page = guest.page
    page.add_init_script(VOID_KEY.replace("TABLE", f'"{table.id}"'))
    page.goto(f"/t/{table.id}")
    page.locator(".lux-gates").wait_for()
    page.evaluate(SETTLED)
    assert guest.sockets <= MOST_LINES


# What was chosen


def test_what_another_tab_has_chosen_is_kept_and_shown(house: House) -> None:
    device = house.device()
    one, two = (house.watched(device.new_page()) for _ in range(2))
    for page in (one, two):
        page.goto("/settings")
        page.get_by_text("Deutsch", exact=True).wait_for()
    one.get_by_text("Deutsch", exact=True).click()
    expect(two.locator("legend").first).to_have_text("Sprache")
    two.get_by_text("Dunkel", exact=True).click()
    expect(one.locator("html")).to_have_attribute("data-colours", "dark")
    one.reload()
    expect(one.locator("legend").first).to_have_text("Sprache")
    expect(one.locator("html")).to_have_attribute("data-colours", "dark")


def test_a_choice_does_not_undo_one_that_was_not_heard_of_yet(house: House) -> None:
    page = house.page()
    page.goto("/settings")
    page.get_by_text("Deutsch", exact=True).wait_for()
    page.evaluate("localStorage.setItem('caponata.settings', JSON.stringify({ language: 'de' }))")
    page.get_by_text("Dark", exact=True).click()
    expect(page.locator("legend").first).to_have_text("Sprache")
    kept = page.evaluate("JSON.parse(localStorage['caponata.settings'])")
    assert (kept["language"], kept["colours"]) == ("de", "dark")
