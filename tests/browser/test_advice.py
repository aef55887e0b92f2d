"""Advice at a table, and the analysis of a finished game."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.tables import Table, run
from tests.server.process import order_table

DEALT = 6  # entries of Caper's deal for two
TIMEOUT = 120_000  # milliseconds: bot workers run at low priority


def test_a_player_can_ask_for_advice(devices: Devices) -> None:
    seats = ({"is": "me"}, {"is": "bot", "level": "beginner"})
    table = Table(*run(order_table(devices.server.address, *seats, advice=True)))
    page = devices.page(table, 0)
    page.goto(f"/t/{table.id}")
    page.get_by_role("button", name="What would you do?").click()
    advice = page.locator(".advice")
    advice.wait_for(timeout=TIMEOUT)
    assert 1 <= advice.locator("li").count() <= 3
    assert "% to win" in advice.inner_text()
    page.get_by_role("button", name="Put the advice away").click()
    expect(advice).to_have_count(0)


def test_the_analysis_of_a_finished_game_separates_luck_and_skill(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.at_the_end, game="caper")
    page = devices.page()
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Luck").click()
    ledger = page.locator("table.ledger")
    ledger.wait_for(timeout=TIMEOUT)
    for row in ledger.locator("tbody tr").all():
        cells = [cell.inner_text().replace("−", "-").split("±") for cell in row.locator("td").all()]
        result, *parts = [int(cell[0]) for cell in cells]
        assert sum(parts) == result
        assert [len(cell) for cell in cells] == [1, 1, 2, 2, 2, 2]  # result and start have no error margins
    assert page.locator(".analysis-curve polyline").count() == ledger.locator("tbody tr").count()
    assert marker(page, table, 1) == 0.0  # an incomplete deal is not a step
    assert marker(page, table, DEALT) > 0.0
    assert page.locator(".analysis-moment li").count() == 1


def marker(page: Page, table: Table, step: int) -> float:
    """Position of the curve's marker at a step of the replay."""
    page.goto("/")
    page.goto(f"/r/{table.id}?seat=-1#{step}")
    page.get_by_role("tab", name="Luck").click()
    line = page.locator(".analysis-curve .now")
    line.wait_for(state="attached", timeout=TIMEOUT)
    return float(line.get_attribute("x1") or "nan")


def test_an_analysis_stored_without_errors_is_shown(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.at_the_end, game="caper")
    page = devices.page()

    def remove_errors(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if "accounts" in found:
            found["version"] = 1
            del found["errors"], found["draws"], found["decisions"], found["choices"]
            for account in found["accounts"]:
                for part in ("luck", "own", "others", "unseen"):
                    del account[f"{part}_error"]
            for draw in found["lucky"]:
                del draw["errors"]
            for choice in found["dear"]:
                del choice["errors"], choice["counts"]
        route.fulfill(response=answer, json=found)

    page.route("**/analysis", remove_errors)
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Luck").click()
    ledger = page.locator("table.ledger")
    ledger.wait_for(timeout=TIMEOUT)
    page.locator(".analysis-list button").first.wait_for()
    assert "±" not in ledger.inner_text() + page.locator(".analysis-list button").first.inner_text()
    expect(page.locator(".analysis .hint")).to_contain_text("older version")
    assert "too small to tell" in (ledger.locator("thead th").last.get_attribute("title") or "")
