"""The line between a page and its table: what it bears, and how it comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser import wire
from tests.browser.house import House
from tests.browser.people import CARD


@pytest.mark.parametrize("code", [4408, 4429, 4503], ids=["too slow", "too many", "store away"])
def test_a_table_that_could_not_be_had_for_a_moment_comes_by_itself(house: House, code: int) -> None:
    table = wire.new_table(house.server.address)
    page = house.page(table)
    lines: list[WebSocketRoute] = []

    def answer(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.close(code=code, reason="not now")
        else:
            line.connect_to_server()

    page.route_web_socket("**/socket", answer)
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()
