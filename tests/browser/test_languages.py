"""Switching languages: the last choice wins, and the previous one is restored if loading fails."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tables
from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.interception import HeldRequests, notices
from tests.browser.overflow import overflowing_texts
from tests.browser.people import CARD, Person


def choose(page: Page, language: str) -> None:
    """Choose a language in the settings."""
    page.get_by_text(language, exact=True).click()


def at_settings(devices: Devices) -> Page:
    """A page at a table with the settings open."""
    table = tables.new_table(devices.server.address)
    page = devices.page(table)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog .settings").wait_for()
    return page


def test_late_texts_do_not_replace_those_of_the_last_chosen_language(devices: Devices) -> None:
    page = at_settings(devices)
    late = [HeldRequests(page, "**/web/texts/fr.json"), HeldRequests(page, "**/api/games/*/texts/fr")]
    choose(page, "Français")
    Person(page).until(lambda: all(requests.held for requests in late), "the requests for French texts")
    choose(page, "Deutsch")
    expect(page.locator("dialog legend").first).to_have_text("Sprache")
    german = page.locator(".prompt-sentence")
    expect(german).to_contain_text("Wähle zwei Karten")
    for requests in late:
        with page.expect_response("**/texts/fr*"):
            requests.release()
    assert notices(page) == []
    expect(page.locator("dialog legend").first).to_have_text("Sprache")
    expect(german).to_contain_text("Wähle zwei Karten")


def test_the_previous_language_is_restored_if_another_fails_to_load(devices: Devices) -> None:
    page = at_settings(devices)
    page.route("**/web/texts/*.json", lambda route: route.abort())
    choose(page, "Nederlands")
    page.get_by_text("The server cannot be reached.").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.get_by_label("English", exact=True)).to_be_checked()
    page.unroute("**/web/texts/*.json")
    choose(page, "Nederlands")
    expect(page.locator("dialog legend").first).to_have_text("Taal")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("missing", ["texts/*.json", "{app,shell}.js"])
def test_a_page_that_fails_to_load_shows_a_message(devices: Devices, missing: str) -> None:
    page = devices.device().new_page()  # unmonitored: the failed request is an expected error
    page.route(f"**/web/{missing}", lambda route: route.abort())
    page.goto("/")
    again = page.get_by_role("link", name="Try again.")
    again.wait_for()
    assert violations(page) + overflowing_texts(page) == []
    page.unroute(f"**/web/{missing}")
    again.click()
    page.locator(".game").first.wait_for()
    expect(page.locator(".not-yet")).to_have_count(0)
