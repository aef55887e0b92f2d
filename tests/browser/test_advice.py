"""Advice at a table and the analysis of a finished game, as people see them."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.house import House
from tests.browser.people import Person


def test_who_is_to_move_may_ask_what_a_good_bot_would_do(house: House) -> None:
    ada = Person(house.page(), random.Random(1))
    page = ada.page
    ada.go("/new/capital-lux")
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_role("combobox", name=seat).select_option("bot")
    page.get_by_text("House rules").click()
    page.get_by_role("switch", name="Allow advice").click()
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="What would you do?").click()
    advice = page.locator(".advice")
    advice.wait_for(timeout=30_000)
    assert 1 <= advice.locator("li").count() <= 3
    assert "% to win" in advice.inner_text()
    page.get_by_role("button", name="Put the advice away").click()
    expect(advice).to_have_count(0)


def test_a_finished_game_tells_luck_from_skill(house: House) -> None:
    table = wire.table_at(house.server.address, wire.never)
    page = house.page()
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Luck").click()
    page.locator("progress.analysis-progress").wait_for()
    ledger = page.locator("table.ledger")
    ledger.wait_for(timeout=120_000)
    for row in ledger.locator("tbody tr").all():
        result, *parts = [int(cell.inner_text().replace("−", "-")) for cell in row.locator("td").all()]
        assert abs(sum(parts) - result) <= 3  # each is rounded
    assert page.locator(".analysis-curve polyline").count() == ledger.locator("tbody tr").count()
    page.locator(".analysis-list button").first.click()
    assert "#" in page.url or page.locator(".analysis-curve .now").is_visible()
