"""Stored names, seat keys and settings, and browsers without storage."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.interception import RENDERED, HeldRequests
from tests.browser.people import CARD, Person, on_home_screen

STORAGE_BLOCKED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no", "SecurityError"); },
});"""

INVALID_KEY = """
    localStorage.setItem("caponata.seats", JSON.stringify({TABLE: [{seat: 0, key: "invalid"}]}));
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
MAX_CONNECTIONS = 2  # one with the key, and one as a spectator


def own_tables(page: Page) -> int:
    """Number of tables under "Your tables" on the home screen."""
    mine = page.locator(".tables").filter(has=page.get_by_role("heading", name="Your tables"))
    mine.locator(".table-card").first.wait_for()
    return mine.locator(".table-card").count()


# The person


def test_starting_two_games_at_once_registers_one_person(devices: Devices) -> None:
    page = devices.page()
    registrations = HeldRequests(page, "**/api/me", "POST")
    created: list[Response] = []
    page.on(
        "response", lambda got: created.append(got) if got.status == 201 and "/tables" in got.url else None
    )
    page.goto("/")
    on_home_screen(page, "Play with bots").click()
    on_home_screen(page, "Play with bots", "capo").click()
    page.evaluate(RENDERED)
    assert len(registrations.held) == 1
    registrations.release()
    Person(page).until(lambda: len(created) == 2, "two tables")
    page.goto("/")
    assert own_tables(page) == 2


def test_renaming_without_storage_keeps_the_person(devices: Devices) -> None:
    page = devices.page()
    page.add_init_script(STORAGE_BLOCKED)
    page.goto("/")
    for name in ("Ada", "Ada Lovelace"):
        page.get_by_label("You play as").fill(name)
        on_home_screen(page, "Play with bots").click()
        page.locator(CARD).first.wait_for()
        page.locator("a.wordmark").first.click()
    page.goto("/new/capital-lux")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Start the game").wait_for()
    page.goto("/")
    assert own_tables(page) == 3


# Seat keys


def test_an_invalid_key_is_tried_once_if_it_cannot_be_removed(devices: Devices) -> None:
    table = tables.new_table(devices.server.address)
    guest = Person(devices.page())
    page = guest.page
    page.add_init_script(INVALID_KEY.replace("TABLE", f'"{table.id}"'))
    page.goto(f"/t/{table.id}")
    page.locator(".lux-gates").wait_for()
    page.evaluate(RENDERED)
    assert guest.sockets <= MAX_CONNECTIONS


# Settings


def test_settings_of_another_tab_are_applied(devices: Devices) -> None:
    device = devices.device()
    one, two = (devices.monitored(device.new_page()) for _ in range(2))
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


def test_changing_a_setting_keeps_those_stored_by_another_tab(devices: Devices) -> None:
    page = devices.page()
    page.goto("/settings")
    page.get_by_text("Deutsch", exact=True).wait_for()
    page.evaluate("localStorage.setItem('caponata.settings', JSON.stringify({ language: 'de' }))")
    page.get_by_text("Dark", exact=True).click()
    expect(page.locator("legend").first).to_have_text("Sprache")
    stored = page.evaluate("JSON.parse(localStorage['caponata.settings'])")
    assert (stored["language"], stored["colours"]) == ("de", "dark")
