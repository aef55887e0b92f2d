"""The check of every draw, run by the browser itself: right for a fair game, and not to be fooled."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser import wire
from tests.browser.house import House
from tests.browser.people import on_shelf
from tests.browser.wire import Table


@pytest.fixture
def played(house: House) -> Table:
    """A game that was played to its end."""
    return wire.table_at(house.server.address, wire.never)


def verdict(page: Page, table: Table) -> tuple[str, str]:
    """What the check says, as a word and as a sentence."""
    page.goto(f"/r/{table.id}?seat=-1")
    page.get_by_role("tab", name="Fairness").click()
    page.get_by_role("button", name="Check every draw").click()
    said = page.locator(".fair-verdict")
    said.wait_for()
    return said.get_attribute("data-verdict") or "", said.inner_text()


def test_all_draws_of_a_finished_game_are_right(house: House, played: Table) -> None:
    word, sentence = verdict(house.page(), played)
    assert word == "fair"
    assert sentence.startswith("It was fair: all ")


def test_a_forged_draw_is_found(house: House, played: Table) -> None:
    def forge(replay: dict[str, Any]) -> None:
        frame = next(frame for frame in replay["frames"] if frame["odds"] and len(frame["odds"]) > 2)
        frame["move"] = next(move for move, _ in frame["odds"] if move != frame["move"])

    page = house.page()
    page.route("**/replay?seat=*", lambda route: _forged(route, forge))
    word, sentence = verdict(page, played)
    assert word == "wrong-draw"
    assert sentence.startswith("Something is wrong: one of ")
    expect(page.get_by_text("was drawn, but the seed gives").first).to_be_visible()


def test_another_seed_is_found(house: House, played: Table) -> None:
    def forge(replay: dict[str, Any]) -> None:
        seed = replay["seed"]
        replay["seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]

    page = house.page()
    page.route("**/replay?seat=*", lambda route: _forged(route, forge))
    assert verdict(page, played)[0] == "wrong-seed"


def _forged(route: Route, forge: Any) -> None:
    replay = route.fetch().json()
    forge(replay)
    route.fulfill(status=200, content_type="application/json", body=json.dumps(replay))


def test_who_makes_a_table_in_the_page_throws_something_into_its_draws(house: House) -> None:
    page = house.page()
    page.goto("/")
    with page.expect_request(_makes_a_table) as made:
        on_shelf(page, "Play with bots").click()
    page.wait_for_url("**/t/*")
    assert _entropy(page) == _thrown(made.value) != ""


def test_who_comes_to_a_seat_that_is_theirs_throws_something_in_again(house: House) -> None:
    page = house.page()
    page.goto("/")
    on_shelf(page, "Set up a table").click()
    with page.expect_request(_makes_a_table) as made:
        page.get_by_role("button", name="Make the table").click()
    page.get_by_role("region", name="How friends join").wait_for()
    with page.expect_request("**/sit") as sat:
        page.evaluate("localStorage.removeItem('caponata.seats')")
        page.reload()
    assert "" != _thrown(made.value) != _thrown(sat.value) != ""


def test_who_plays_again_is_at_the_new_table_and_throws_something_else_into_its_draws(house: House) -> None:
    page = house.page()
    page.goto("/")
    on_shelf(page, "Play with bots").click()
    page.wait_for_url("**/t/*")
    first, before = page.url, _entropy(page)
    page.locator(".table-head button").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Again?").click()
    page.wait_for_url(lambda url: "/t/" in url and url != first)
    page.locator(".lux-card").first.wait_for()
    assert "" != _entropy(page) != before


def _makes_a_table(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/tables")


def _entropy(page: Page) -> str:
    """What the first seat of the table on the page threw into its draws."""
    replay = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/replay").json()
    return str(replay["entropy"][0])


def _thrown(request: Request) -> str:
    """What a request of the page throws into the draws."""
    sent: dict[str, Any] = request.post_data_json or {}
    return str(sent["entropy"])
