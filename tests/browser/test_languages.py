"""Another language: the last one asked for, or the one before where its words cannot be had."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.axe import barriers
from tests.browser.cut import cut_words
from tests.browser.held import Requests, notices
from tests.browser.house import House
from tests.browser.people import CARD, Person


def choose(page: Page, language: str) -> None:
    """Choose a language where settings are shown."""
    page.get_by_text(language, exact=True).click()


def at_settings(house: House) -> Page:
    """The settings of a table where a card can be played."""
    table = wire.new_table(house.server.address)
    page = house.page(table)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog .settings").wait_for()
    return page


def test_words_that_come_late_do_not_replace_those_of_the_language_chosen_last(house: House) -> None:
    page = at_settings(house)
    late = [Requests(page, "**/web/texts/fr.json"), Requests(page, "**/api/games/*/texts/fr")]
    choose(page, "Français")
    Person(page).until(lambda: all(each.held for each in late), "the wish for French words")
    choose(page, "Deutsch")
    expect(page.locator("dialog legend").first).to_have_text("Sprache")
    german = page.locator(".prompt-sentence")
    expect(german).to_contain_text("Wähle zwei Karten")
    for each in late:
        with page.expect_response("**/texts/fr*"):
            each.let_go()
    assert notices(page) == []
    expect(page.locator("dialog legend").first).to_have_text("Sprache")
    expect(german).to_contain_text("Wähle zwei Karten")


def test_a_language_whose_words_cannot_be_had_leaves_the_page_as_it_was_and_says_so(house: House) -> None:
    page = at_settings(house)
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


@pytest.mark.parametrize("missing", ["texts/*.json", "app.js"])
def test_a_first_visit_on_which_something_is_missing_is_not_left_blank(house: House, missing: str) -> None:
    page = house.device().new_page()  # what is missing is an error on the page, and ought to be one
    page.route(f"**/web/{missing}", lambda route: route.abort())
    page.goto("/")
    again = page.get_by_role("link", name="Try again.")
    again.wait_for()
    assert barriers(page) + cut_words(page) == []
    page.unroute(f"**/web/{missing}")
    again.click()
    page.locator(".game").first.wait_for()
    expect(page.locator(".not-yet")).to_have_count(0)
