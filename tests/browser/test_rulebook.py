"""The rulebook follows the reader's language, on its own screen and beside the table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import tables
from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.interception import RENDERED, HeldRequests
from tests.browser.overflow import overflowing_texts
from tests.browser.people import CARD, Person
from tests.browser.test_languages import choose

NOTE = ".rulebook [role=note]"
DUTCH = "Over deze pagina"


def test_a_rule_is_opened_in_the_language_of_the_reader(devices: Devices) -> None:
    page = devices.device(language="nl").new_page()
    page.goto("/rules/capital-lux#LUX-3.12")
    expect(page.locator(".rulebook")).to_have_attribute("lang", "nl")
    expect(page.locator(".rulebook h2").last).to_have_text(DUTCH)
    expect(page.locator('[id="LUX-3.12"]')).to_have_attribute("data-marked", "")
    expect(page.locator('[id="LUX-3.12"]')).to_be_in_viewport()
    expect(page.locator(NOTE)).to_have_count(0)
    assert violations(page) + overflowing_texts(page) == []


def test_a_rulebook_without_a_translation_is_english_with_a_note(devices: Devices) -> None:
    page = devices.device(language="nl", phone=True).new_page()
    english = page.request.get("/api/games/capital-lux/rulebook/en").text()
    page.route("**/api/games/capital-lux/rulebook/nl", lambda route: route.fulfill(body=english))
    page.goto("/rules/capital-lux")
    expect(page.locator(".rulebook")).to_have_attribute("lang", "en")
    expect(page.locator(NOTE)).to_have_text(
        "Dit regelboek is er nog niet in het Nederlands. Hier is de Engelse pagina."
    )
    expect(page.locator(NOTE)).to_have_attribute("lang", "nl")
    assert violations(page) + overflowing_texts(page) == []


def test_the_rulebook_beside_the_table_changes_with_the_language(devices: Devices) -> None:
    table = tables.new_table(devices.server.address)
    page = devices.page(table)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".rulebook h2").last).to_have_text("About this page")
    late = HeldRequests(page, "**/rulebook/fr")
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Settings").click()
    choose(page, "Français")
    Person(page).until(lambda: bool(late.held), "the request for the French page")
    choose(page, "Nederlands")
    expect(page.locator(".rulebook h2").last).to_have_text(DUTCH)
    with page.expect_response("**/rulebook/fr"):
        late.release()
    page.evaluate(RENDERED)
    expect(page.locator(".rulebook h2").last).to_have_text(DUTCH)
    expect(page.locator(NOTE)).to_have_count(0)
