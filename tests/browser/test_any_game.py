"""Features for every game: the list of games, options of all kinds, large tables, shared parts of boards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from caponata.catalogue import BUILT_IN, TUTORIAL
from tests.browser.axe import violations
from tests.browser.conftest import open_devices
from tests.browser.devices import Devices
from tests.browser.overflow import overflowing_texts
from tests.browser.people import on_home_screen
from tests.browser.screens import settle
from tests.browser.tables import run
from tests.server.process import ServerProcess

EIGHT = 8
HAS_OWN_PLATE = """() => {
    const card = document.querySelector(".game[data-game=crowd]");
    return getComputedStyle(card).getPropertyValue("--plate") === "#123456";
}"""
PIPS = ".die-cube:not(.whole) circle"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with two more games: one without a board, and one whose board consists of shared parts."""
    store = str(tmp_path_factory.mktemp("crowd") / "tables.db")
    server = ServerProcess(store, program="tests.browser.crowd.serve")
    try:
        run(server.start())
        yield server
    finally:
        server.close()


@pytest.fixture
def devices(browser: Browser, server: ServerProcess) -> Iterator[Devices]:
    yield from open_devices(browser, server)


def start_crowd(page: Page, *, seats: int = EIGHT) -> None:
    """Set up a table of Crowd with bots and start it."""
    page.goto("/new/crowd")
    page.locator(".seatplan").first.wait_for()
    for _ in range(3, seats):
        page.get_by_role("button", name="One seat more").click()
    for number in range(2, seats + 1):
        page.get_by_role("combobox", name=f"Seat {number}", exact=True).select_option("bot")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".crowd .hand .chip").first.wait_for()


def lay(page: Page) -> None:
    """Pick the first card and play it."""
    before = cards(page).count()
    cards(page).first.click()
    page.locator(".pickbar-move").click()
    expect(cards(page)).to_have_count(before - 1)


def cards(page: Page) -> Locator:
    return page.locator(".crowd .hand .chip")


def test_the_home_screen_lists_all_games_with_emblems(devices: Devices) -> None:
    page = devices.page(phone=True)
    page.goto("/")
    expect(page.locator(".game")).to_have_count(len({**BUILT_IN, **TUTORIAL}) + 1)
    page.locator(".game[data-game=crowd] .emblem-letter").get_by_text("C", exact=True).wait_for()
    page.locator(".game[data-game=crowd] .game-blurb:not(:empty)").wait_for()
    assert violations(page) + overflowing_texts(page) == []


def test_a_game_has_its_own_colours(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    page.locator(".game[data-game=crowd]").wait_for()
    page.wait_for_function(HAS_OWN_PLATE)


def test_options_of_every_kind_reach_the_server_with_their_types(devices: Devices) -> None:
    page = devices.page(phone=True)
    page.goto("/new/crowd")
    options = page.locator(".options")
    options.get_by_label("Target").select_option(label="12 points")
    options.get_by_label("The dishes.").check()
    options.get_by_label("Everybody keeps quiet.").check()
    options.get_by_label("Two cards.").check()
    expect(options.locator("fieldset")).to_have_count(4)
    assert violations(page) + overflowing_texts(page) == []
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Make the table").click()
    ordered: dict[str, Any] = json.loads(sent.value.post_data or "")
    assert ordered["options"] == {"hand_size": 2, "target": 12, "stakes": "high", "whisper": False}
    page.locator(".waiting").wait_for()


def test_eight_seats_play_on_a_phone_with_the_shared_parts(devices: Devices) -> None:
    page = devices.page(phone=True)
    start_crowd(page)
    settle(page)
    assert violations(page) + overflowing_texts(page) == []
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
    assert violations(page) + overflowing_texts(page) == []
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    page.locator(".decision-laid").click()
    asked.locator(".act").click()
    page.locator(".verdict").wait_for()
    settle(page)
    assert violations(page) + overflowing_texts(page) == []


def test_dice_are_animated_and_stop_on_their_values(devices: Devices) -> None:
    page = devices.page(motion=True)
    start_crowd(page, seats=3)
    cards(page).first.click()
    page.locator(".pickbar-move").click()
    page.locator(".die-cube.whole").first.wait_for()
    expect(page.locator(".die-cube.whole")).to_have_count(0)
    shown = [die.locator(PIPS).count() for die in page.locator(".die").all()]
    assert shown == [int(die.get_attribute("data-value") or 0) for die in page.locator(".die").all()]


def test_a_game_without_a_board_is_played_on_the_plain_board(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    on_home_screen(page, "Play with bots", "caper").click()
    seats = page.locator(".plain-seat")
    for left in (3, 2, 1):
        expect(seats.first.get_by_text("Cards").locator("..").locator("dd")).to_have_text(str(left))
        page.locator(".prompt-choices .act").first.click()
    page.locator(".verdict").wait_for()


@pytest.mark.parametrize("phone", [False, True])
def test_the_plain_board_shows_seats_cards_and_changes(devices: Devices, *, phone: bool) -> None:
    page = devices.page(phone=phone)
    page.goto("/")
    on_home_screen(page, "Play with bots", "caper").click()
    expect(page.locator(".plain-seat")).to_have_count(3)
    expect(page.locator(".plain-seat .seatmark")).to_have_count(3)
    hand = page.get_by_text("Your hand", exact=True).locator("..")
    card = hand.get_by_role("button", name="Lay the").first
    expect(card).to_be_in_viewport()
    card.click()
    discards = page.get_by_text("Discards", exact=True).locator("..")
    expect(discards.locator(".plain-card").first).to_be_visible()
    expect(discards).to_have_attribute("data-changed", "")
    page.locator(".prompt-choices .act").first.wait_for()
    settle(page)
    assert violations(page) + overflowing_texts(page) == []
