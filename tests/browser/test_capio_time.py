"""Time on Capio's page: countdowns, automatic ends, pauses, latency, replays."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.racing import DICE, GAME, grab, ready, seated, unique_die


def test_a_race_has_no_clock_and_no_bot_speed(devices: Devices) -> None:
    page = devices.page()
    for game, offered in ((GAME, []), ("capital-lux", ["Clock", "Pace of the bots"])):
        page.goto(f"/new/{game}")
        page.locator(".house summary").click()
        expect(page.locator(".house .switch").first).to_be_visible()
        expect(page.locator(".house legend")).to_have_text(offered)
        assert ("clock" in str(page.locator(".house summary").text_content())) == bool(offered)


def change_echoes(page: Page, **fields: Any) -> None:
    """Change fields of the server's echo messages to this page."""

    def intercept(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            received = json.loads(message)
            socket.send(json.dumps(received | fields if received["t"] == "echo" else received))

        server.on_message(forward)

    page.route_web_socket("**/socket", intercept)
    page.reload()


def test_an_automatic_end_is_counted_down_and_announced_once(devices: Devices) -> None:
    """[CAPIO-4.3]"""
    ada, bo = seated(devices, 2, {"quiet_after": 40, "idle_after": 90})
    ada.clock.install()  # the test controls this page's clock, not the server's
    ada.reload()
    ready([ada, bo])
    expect(ada.locator(".cio-facts")).to_contain_text("Round 1/3")
    ada.clock.fast_forward(31_000)
    expect(ada.locator(".cio-ends")).to_have_text(re.compile(r"^Ends in \d s$"))
    expect(ada.locator(".cio-ends")).to_have_attribute("aria-hidden", "true")
    expect(ada.locator(".cio-talk [role=status]")).to_have_text("This playthrough soon ends by itself.")
    grab(bo, unique_die(bo))
    expect(ada.locator(".cio-facts")).to_contain_text("Round 1/3")
    expect(ada.locator(".cio-talk [role=status]")).to_have_text("")
    ada.clock.fast_forward(51_000)
    expect(ada.locator(".cio-ends")).to_be_visible()


def test_latency_and_its_uncompensated_part_are_shown(devices: Devices) -> None:
    ada, _ = seated(devices, 2, {})
    change_echoes(ada, delays=[12, 210], behind=[0, 118])
    ada.locator(".cio-facts .cio-distance").wait_for()
    expect(ada.locator(".cio-facts .cio-distance")).to_have_text("12 ms")
    expect(ada.locator(".cio-other .cio-distance.far")).to_contain_text("210 ms")
    expect(ada.locator(".cio-far")).to_have_text("Bo is 210 ms away: 118 ms of that cannot be made up for.")


def test_dice_are_covered_while_the_table_is_paused(devices: Devices) -> None:
    """[CAPIO-4.3]"""
    ada, bo = seated(devices, 2, {"quiet_after": 20, "idle_after": 90})
    ada.clock.install()
    ada.reload()
    ready([ada, bo])
    ada.clock.fast_forward(13_000)
    expect(ada.locator(".cio-ends")).to_be_visible()
    bo.get_by_role("button", name="Table", exact=True).click()
    bo.get_by_role("button", name="Pause the game").click()
    for page in (ada, bo):
        expect(page.locator(".cio-die")).to_have_count(0)
        expect(page.locator(".cio-cloth")).to_contain_text("the dice are covered")
    expect(ada.locator(".cio-ends")).to_have_count(0)
    ada.clock.fast_forward(60_000)
    ada.get_by_role("button", name="Go on playing").click()
    for page in (ada, bo):
        expect(page.locator(".cio-die")).to_have_count(DICE)
    expect(ada.locator(".cio-ends")).to_have_text(re.compile(r"^Ends in [67] s$"))


def test_a_reloaded_page_shows_the_remaining_time(devices: Devices) -> None:
    """[CAPIO-2.6]"""
    pages = seated(devices, 2, {"countdown": 5})
    for page in pages:
        page.locator(".cio-buttons .act").click()
    ada = pages[0]
    expect(ada.locator(".cio-count b")).to_have_text("3")
    ada.reload()
    expect(ada.locator(".cio-count b")).to_have_text(re.compile("^[123]$"))
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)


def test_a_die_in_hand_after_stop_shows_the_time_left_to_place_it(devices: Devices) -> None:
    """[CAPIO-4.2]"""
    ada, bo = ready(seated(devices, 2, {"hand_time": 15}))
    grab(ada, unique_die(ada))
    expect(ada.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    ada.clock.install()
    bo.get_by_role("button", name="STOP!").click()
    expect(ada.get_by_role("button", name="Let it go")).to_be_visible()
    ada.clock.fast_forward(7_000)
    expect(ada.locator(".cio-ends")).to_have_text(re.compile(r"^Place it within \d s$"))
    expect(bo.locator(".cio-ends")).to_have_count(0)


def test_dice_are_thrown_after_a_countdown(devices: Devices) -> None:
    pages = seated(devices, 2, {"countdown": 3})
    for page in pages:
        page.locator(".cio-buttons").get_by_role("button", name="Ready").click()
    for page in pages:
        expect(page.locator(".cio-count b")).to_have_text("2")
        expect(page.locator(".cio-die")).to_have_count(0)
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)


def test_a_replay_runs_at_original_speed(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.after(4), game=GAME)
    tables.resign_second_seat(devices.server.address, table)
    page = devices.page(table)
    page.goto(f"/r/{table.id}")
    page.locator(".film-bar").wait_for()
    expect(page.locator(".film-speed select")).to_have_value("played")
    page.locator(".film-play").click()
    page.locator(".cio-die").first.wait_for()
    page.locator(".film-next[aria-disabled=true]").wait_for()
