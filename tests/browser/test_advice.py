"""Advice at a table and the analysis of a finished game, as people see them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.house import House
from tests.browser.wire import Table, run
from tests.server.process import order_table

PATIENCE = 120_000  # milliseconds: thinkers let everybody else go first


def test_who_is_to_move_may_ask_what_a_good_bot_would_do(house: House) -> None:
    seats = ({"is": "me"}, {"is": "bot", "level": "beginner"})
    table = Table(*run(order_table(house.server.address, *seats, advice=True)))
    page = house.page(table, 0)
    page.goto(f"/t/{table.id}")
    page.get_by_role("button", name="What would you do?").click()
    advice = page.locator(".advice")
    advice.wait_for(timeout=PATIENCE)
    assert 1 <= advice.locator("li").count() <= 3
    assert "% to win" in advice.inner_text()
    page.get_by_role("button", name="Put the advice away").click()
    expect(advice).to_have_count(0)


def test_a_finished_game_tells_luck_from_skill(house: House) -> None:
    table = wire.table_at(house.server.address, wire.never, game="caper")
    page = house.page()
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Luck").click()
    ledger = page.locator("table.ledger")
    ledger.wait_for(timeout=PATIENCE)
    for row in ledger.locator("tbody tr").all():
        result, *parts = [int(cell.inner_text().replace("−", "-")) for cell in row.locator("td").all()]
        assert abs(sum(parts) - result) <= len(parts)  # each is rounded
    assert page.locator(".analysis-curve polyline").count() == ledger.locator("tbody tr").count()
