"""What Capio's page shows of time: countdowns, ends that nobody calls, pauses, distances, replays."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser import wire
from tests.browser.house import House
from tests.browser.racing import DICE, GAME, grab, only, ready, seated


def test_a_race_is_offered_no_clock_and_no_pace_of_bots(house: House) -> None:
    page = house.page()
    for game, offered in ((GAME, []), ("capital-lux", ["Clock", "Pace of the bots"])):
        page.goto(f"/new/{game}")
        page.locator(".house summary").click()
        expect(page.locator(".house .switch").first).to_be_visible()
        expect(page.locator(".house legend")).to_have_text(offered)
        assert ("clock" in str(page.locator(".house summary").text_content())) == bool(offered)


def overhearing(page: Page, **told: Any) -> None:
    """Let the server's echoes tell this page something else."""

    def hear(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            heard = json.loads(message)
            socket.send(json.dumps(heard | told if heard["t"] == "echo" else heard))

        server.on_message(tell)

    page.route_web_socket("**/socket", hear)
    page.reload()


def test_an_end_that_nobody_calls_is_seen_coming_and_said_once(house: House) -> None:
    """[CAPIO-4.3]"""
    ada, bo = seated(house, 2, {"quiet_after": 40, "idle_after": 90})
    ada.clock.install()  # her time runs as it is told to, and the table's does not
    ada.reload()
    ready([ada, bo])
    expect(ada.locator(".cio-facts")).to_contain_text("Round 1/3")
    ada.clock.fast_forward(31_000)
    expect(ada.locator(".cio-ends")).to_have_text(re.compile(r"^Ends in \d s$"))
    expect(ada.locator(".cio-ends")).to_have_attribute("aria-hidden", "true")
    expect(ada.locator(".cio-talk [role=status]")).to_have_text("This playthrough soon ends by itself.")
    grab(bo, only(bo))
    expect(ada.locator(".cio-facts")).to_contain_text("Round 1/3")
    expect(ada.locator(".cio-talk [role=status]")).to_have_text("")
    ada.clock.fast_forward(51_000)
    expect(ada.locator(".cio-ends")).to_be_visible()


def test_how_far_away_somebody_is_and_what_cannot_be_mended_is_shown(house: House) -> None:
    ada, _ = seated(house, 2, {})
    overhearing(ada, delays=[12, 210], behind=[0, 118])
    ada.locator(".cio-facts .cio-distance").wait_for()
    expect(ada.locator(".cio-facts .cio-distance")).to_have_text("12 ms")
    expect(ada.locator(".cio-other .cio-distance.far")).to_contain_text("210 ms")
    expect(ada.locator(".cio-far")).to_have_text("Bo is 210 ms away: 118 ms of that cannot be made up for.")


def test_while_the_table_is_paused_the_dice_are_covered(house: House) -> None:
    """[CAPIO-4.3]"""
    ada, bo = seated(house, 2, {"quiet_after": 20, "idle_after": 90})
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


def test_whoever_comes_back_sees_how_much_time_is_left(house: House) -> None:
    """[CAPIO-2.6]"""
    pages = seated(house, 2, {"countdown": 5})
    for page in pages:
        page.locator(".cio-buttons .act").click()
    ada = pages[0]
    expect(ada.locator(".cio-count b")).to_have_text("3")
    ada.reload()
    expect(ada.locator(".cio-count b")).to_have_text(re.compile("^[123]$"))
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)


def test_a_die_in_hand_at_stop_shows_how_long_it_may_be_placed(house: House) -> None:
    """[CAPIO-4.2]"""
    ada, bo = ready(seated(house, 2, {"hand_time": 15}))
    grab(ada, only(ada))
    expect(ada.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    ada.clock.install()
    bo.get_by_role("button", name="STOP!").click()
    expect(ada.get_by_role("button", name="Let it go")).to_be_visible()
    ada.clock.fast_forward(7_000)
    expect(ada.locator(".cio-ends")).to_have_text(re.compile(r"^Place it within \d s$"))
    expect(bo.locator(".cio-ends")).to_have_count(0)


def test_the_dice_fall_after_a_countdown_that_everybody_sees(house: House) -> None:
    pages = seated(house, 2, {"countdown": 3})
    for page in pages:
        page.locator(".cio-buttons").get_by_role("button", name="Ready").click()
    for page in pages:
        expect(page.locator(".cio-count b")).to_have_text("2")
        expect(page.locator(".cio-die")).to_have_count(0)
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)


def test_a_game_is_looked_back_on_as_fast_as_it_was_played(house: House) -> None:
    table = wire.table_at(house.server.address, wire.after(4), game=GAME)
    wire.give_up(house.server.address, table)
    page = house.page(table)
    page.goto(f"/r/{table.id}")
    page.locator(".film-bar").wait_for()
    expect(page.locator(".film-speed select")).to_have_value("played")
    page.locator(".film-play").click()
    page.locator(".cio-die").first.wait_for()
    page.locator(".film-next[aria-disabled=true]").wait_for()
