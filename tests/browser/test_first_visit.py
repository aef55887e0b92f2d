"""The first visit: a small download, and few clicks to a first move or a table for friends."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.devices import Devices
from tests.browser.people import CARD, Person, on_home_screen

MAX_BYTES = 250_000
MAX_SECONDS = 1.0


def network_of(page: Page) -> CDPSession:
    """A session that reports the page's network traffic, without the cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return session


def test_the_first_load_is_under_250_kilobytes(devices: Devices) -> None:
    page = devices.page()
    session = network_of(page)
    addresses: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on(
        "Network.requestWillBeSent",
        lambda sent: addresses.update({sent["requestId"]: sent["request"]["url"]}),
    )
    session.on(
        "Network.loadingFinished", lambda done: sizes.update({done["requestId"]: done["encodedDataLength"]})
    )
    page.goto("/")
    page.locator(".game .act").first.wait_for()
    page.wait_for_load_state("networkidle")
    heaviest = sorted(((size, addresses.get(request, "")) for request, size in sizes.items()), reverse=True)
    assert any(".woff2" in address for _, address in heaviest)
    assert sum(sizes.values()) < MAX_BYTES, heaviest[:8]


@pytest.mark.soak
def test_the_home_screen_is_usable_within_a_second(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    page.locator(".game .act").first.wait_for()
    page.reload()
    page.locator(".game .act").first.wait_for()
    assert page.evaluate("performance.now()") < MAX_SECONDS * 1000


def test_a_first_move_takes_two_clicks(devices: Devices) -> None:
    ada = devices.person(Person)
    ada.go("/")
    on_home_screen(ada.page, "Play with bots").click()
    ada.page.locator(CARD).first.click()
    expect(ada.page.locator(f'{CARD}[aria-pressed="true"]')).to_have_count(1)
    assert ada.decision is not None


def test_a_table_for_friends_takes_two_clicks_and_shows_link_and_code(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    on_home_screen(page, "Set up a table").click()
    page.get_by_role("button", name="Make the table").click()
    how = page.get_by_role("region", name="How friends join")
    how.get_by_role("img", name="QR code with the link to this table").wait_for()
    code = how.locator(".code").inner_text()
    assert page.url.rsplit("/", 1)[1] in how.locator(".link").inner_text()

    friend = devices.page()
    friend.goto("/")
    friend.get_by_label("Have a code?").fill(code.lower())
    friend.get_by_role("button", name="Join").click()
    friend.get_by_role("button", name="Sit down").click()
    friend.get_by_text("starts the game. Make yourself comfortable.").wait_for()
