"""Advice at a table and the analysis of a finished game, as people see them."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser import wire
from tests.browser.house import House
from tests.browser.wire import Table, run
from tests.server.process import order_table

DEALT = 6  # entries of Caper's deal for two
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
        cells = [cell.inner_text().replace("−", "-").split("±") for cell in row.locator("td").all()]
        result, *parts = [int(cell[0]) for cell in cells]
        assert sum(parts) == result
        assert [len(cell) for cell in cells] == [1, 1, 2, 1, 1, 2]  # luck and the unseen tell their noise
    assert page.locator(".analysis-curve polyline").count() == ledger.locator("tbody tr").count()
    assert marker(page, table, 1) == 0.0  # half of a deal is no step yet
    assert marker(page, table, DEALT) > 0.0
    assert page.locator(".analysis-moment li").count() == 1


def marker(page: Page, table: Table, moment: int) -> float:
    """Where the curve's marker stands at a moment of the replay."""
    page.goto("/")
    page.goto(f"/r/{table.id}?seat=-1#{moment}")
    page.get_by_role("tab", name="Luck").click()
    line = page.locator(".analysis-curve .now")
    line.wait_for(state="attached", timeout=PATIENCE)
    return float(line.get_attribute("x1") or "nan")


def test_an_analysis_that_was_kept_without_errors_is_shown(house: House) -> None:
    table = wire.table_at(house.server.address, wire.never, game="caper")
    page = house.page()

    def older(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if "accounts" in found:
            del found["errors"], found["draws"], found["choices"]
            for account in found["accounts"]:
                del account["luck_error"], account["unseen_error"]
            for draw in found["lucky"]:
                del draw["errors"]
            for choice in found["dear"]:
                del choice["errors"], choice["counts"]
        route.fulfill(response=answer, json=found)

    page.route("**/analysis", older)
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Luck").click()
    ledger = page.locator("table.ledger")
    ledger.wait_for(timeout=PATIENCE)
    page.locator(".analysis-list button").first.wait_for()
    assert "±" not in ledger.inner_text() + page.locator(".analysis-list button").first.inner_text()
