"""The fairness check in the browser: it accepts a fair game and detects forged ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.people import on_home_screen
from tests.browser.tables import Table


@pytest.fixture
def played(devices: Devices) -> Table:
    """A finished game."""
    return tables.table_at(devices.server.address, tables.at_the_end)


def verdict(page: Page, table: Table) -> tuple[str, str]:
    """Result of the check as a key and as a sentence."""
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Fairness").click()
    page.get_by_role("button", name="Check every draw").click()
    verdict_text = page.locator(".fair-verdict")
    verdict_text.wait_for()
    return verdict_text.get_attribute("data-verdict") or "", verdict_text.inner_text()


def test_all_draws_of_a_finished_game_are_correct(devices: Devices, played: Table) -> None:
    word, sentence = verdict(devices.page(), played)
    assert word == "fair"
    assert sentence.startswith("It was fair: all ")


def test_a_forged_draw_is_detected(devices: Devices, played: Table) -> None:
    def forge(replay: dict[str, Any]) -> None:
        frame = next(frame for frame in replay["frames"] if frame["odds"] and len(frame["odds"]) > 2)
        frame["move"] = next(move for move, _ in frame["odds"] if move != frame["move"])

    page = devices.page()
    page.route("**/replay?seat=*", lambda route: _forged(route, forge))
    word, sentence = verdict(page, played)
    assert word == "wrong-draw"
    assert sentence.startswith("Something is wrong: one of ")
    expect(page.get_by_text("was drawn, but the seed gives").first).to_be_visible()


def test_a_forged_seed_is_detected(devices: Devices, played: Table) -> None:
    def forge(replay: dict[str, Any]) -> None:
        seed = replay["seed"]
        replay["seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]

    page = devices.page()
    page.route("**/replay?seat=*", lambda route: _forged(route, forge))
    assert verdict(page, played)[0] == "wrong-seed"


def _forged(route: Route, forge: Any) -> None:
    replay = route.fetch().json()
    forge(replay)
    route.fulfill(status=200, content_type="application/json", body=json.dumps(replay))


def test_creating_a_table_contributes_entropy(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    with page.expect_request(_creates_a_table) as made:
        on_home_screen(page, "Play with bots").click()
    page.wait_for_url("**/t/*")
    assert _entropy(page) == _entropy_of(made.value) != ""


def test_recovering_a_seat_contributes_new_entropy(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    on_home_screen(page, "Set up a table").click()
    with page.expect_request(_creates_a_table) as made:
        page.get_by_role("button", name="Make the table").click()
    page.get_by_role("region", name="How friends join").wait_for()
    with page.expect_request("**/sit") as sat:
        page.evaluate("localStorage.removeItem('caponata.seats')")
        page.reload()
    assert "" != _entropy_of(made.value) != _entropy_of(sat.value) != ""


def test_a_rematch_contributes_new_entropy(
    devices: Devices,
) -> None:
    page = devices.page()
    page.goto("/")
    on_home_screen(page, "Play with bots").click()
    page.wait_for_url("**/t/*")
    first, before = page.url, _entropy(page)
    page.locator(".table-head button").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Again?").click()
    page.wait_for_url(lambda url: "/t/" in url and url != first)
    page.locator(".lux-card").first.wait_for()
    assert "" != _entropy(page) != before


def _creates_a_table(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/tables")


def _entropy(page: Page) -> str:
    """Entropy of the first seat of the page's table."""
    replay = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/replay").json()
    return str(replay["entropy"][0])


def _entropy_of(request: Request) -> str:
    """Entropy in a request of the page."""
    sent: dict[str, Any] = request.post_data_json or {}
    return str(sent["entropy"])
