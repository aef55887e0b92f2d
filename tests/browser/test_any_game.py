"""What the page offers to every game: a shelf of several, options of all kinds, long tables, shared parts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from caponata.catalogue import SHELF, TEACHING
from tests.browser.axe import barriers
from tests.browser.conftest import visited
from tests.browser.cut import cut_words
from tests.browser.house import House
from tests.browser.people import on_shelf
from tests.browser.screens import settle
from tests.browser.wire import run
from tests.server.process import ServerProcess

EIGHT = 8
PIPS = ".die-cube:not(.whole) circle"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose shelf also holds a game with no board, and one with a board of shared parts."""
    store = str(tmp_path_factory.mktemp("crowd") / "tables.db")
    server = ServerProcess(store, program="tests.browser.crowd.shelf")
    try:
        run(server.start())
        yield server
    finally:
        server.close()


@pytest.fixture
def house(browser: Browser, server: ServerProcess) -> Iterator[House]:
    yield from visited(browser, server)


def crowd(page: Page, *, seats: int = EIGHT) -> None:
    """Set up a table of Crowd for me and bots, and begin."""
    page.goto("/new/crowd")
    page.locator(".seatplan").first.wait_for()
    for _ in range(3, seats):
        page.get_by_role("button", name="One seat more").click()
    for number in range(2, seats + 1):
        page.get_by_role("combobox", name=f"Seat {number}", exact=True).select_option("bot")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".crowd .hand .chip").first.wait_for()


def lay(page: Page) -> None:
    """Pick the first card and lay it."""
    before = cards(page).count()
    cards(page).first.click()
    page.locator(".pickbar-move").click()
    expect(cards(page)).to_have_count(before - 1)


def cards(page: Page) -> Locator:
    return page.locator(".crowd .hand .chip")


def test_the_shelf_holds_several_games_and_each_has_an_emblem(house: House) -> None:
    page = house.page(phone=True)
    page.goto("/")
    expect(page.locator(".game")).to_have_count(len({**SHELF, **TEACHING}) + 1)
    page.locator(".game[data-game=crowd] .emblem-letter").get_by_text("C", exact=True).wait_for()
    page.locator(".game[data-game=crowd] .game-blurb:not(:empty)").wait_for()
    assert barriers(page) + cut_words(page) == []


def test_options_of_every_kind_reach_the_table_as_what_they_are(house: House) -> None:
    page = house.page(phone=True)
    page.goto("/new/crowd")
    options = page.locator(".options")
    options.get_by_label("Target").select_option(label="12 points")
    options.get_by_label("The dishes.").check()
    options.get_by_label("Everybody keeps quiet.").check()
    options.get_by_label("Two cards.").check()
    expect(options.locator("fieldset")).to_have_count(4)
    assert barriers(page) + cut_words(page) == []
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Make the table").click()
    ordered: dict[str, Any] = json.loads(sent.value.post_data or "")
    assert ordered["options"] == {"hand_size": 2, "target": 12, "stakes": "high", "whisper": False}
    page.locator(".waiting").wait_for()


def test_a_table_of_eight_is_played_on_a_phone_with_the_shared_parts(house: House) -> None:
    page = house.page(phone=True)
    crowd(page)
    settle(page)
    assert barriers(page) + cut_words(page) == []
    assert page.evaluate("document.querySelector('.seatstrip').offsetHeight") < 100  # two rows
    page.get_by_role("group", name="Not rolled yet").wait_for()
    lay(page)
    page.locator(".die[data-changed]").first.wait_for()
    assert page.locator(".die").count() == EIGHT
    for die in page.locator(".die").all():
        assert die.locator(PIPS).count() == int(die.get_attribute("data-value") or 0)
    lay(page)
    asked = page.get_by_role("dialog", name="Which number do you lay?")
    expect(asked).to_be_visible()
    assert page.evaluate("document.querySelector('.decision').contains(document.activeElement)")
    assert barriers(page) + cut_words(page) == []
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    page.locator(".decision-laid").click()
    asked.locator(".act").click()
    page.locator(".verdict").wait_for()
    settle(page)
    assert barriers(page) + cut_words(page) == []


def test_dice_roll_and_come_to_lie_where_things_may_move(house: House) -> None:
    page = house.page(lively=True)
    crowd(page, seats=3)
    cards(page).first.click()
    page.locator(".pickbar-move").click()
    page.locator(".die-cube.whole").first.wait_for()
    expect(page.locator(".die-cube.whole")).to_have_count(0)
    shown = [die.locator(PIPS).count() for die in page.locator(".die").all()]
    assert shown == [int(die.get_attribute("data-value") or 0) for die in page.locator(".die").all()]


def test_a_game_without_a_board_is_played_on_a_plain_one(house: House) -> None:
    page = house.page()
    page.goto("/")
    on_shelf(page, "Play with bots", "caper").click()
    for left in (3, 2, 1):
        page.locator(".plainboard").get_by_text(f": {left}").first.wait_for()
        page.locator(".prompt-choices .act").first.click()
    page.locator(".verdict").wait_for()
