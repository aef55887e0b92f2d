"""The way of a newcomer: little to load, few clicks to a first move, few to a table for friends."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.house import House
from tests.browser.people import CARD, Person, on_shelf

MOST_BYTES = 250_000
MOST_SECONDS = 1.0


def counted(page: Page) -> CDPSession:
    """The page's network, which counts what comes over the line."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return session


def test_the_first_load_is_under_250_kilobytes(house: House) -> None:
    page = house.page()
    session = counted(page)
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
    heaviest = sorted(((size, addresses.get(each, "")) for each, size in sizes.items()), reverse=True)
    assert any(".woff2" in address for _, address in heaviest)
    assert sum(sizes.values()) < MOST_BYTES, heaviest[:8]


@pytest.mark.soak
def test_the_shelf_can_be_used_within_a_second(house: House) -> None:
    page = house.page()
    page.goto("/")
    page.locator(".game .act").first.wait_for()
    page.reload()
    page.locator(".game .act").first.wait_for()
    assert page.evaluate("performance.now()") < MOST_SECONDS * 1000


def test_two_clicks_from_the_shelf_is_a_first_move(house: House) -> None:
    ada = house.person(Person)
    ada.go("/")
    on_shelf(ada.page, "Play with bots").click()
    ada.page.locator(CARD).first.click()
    expect(ada.page.locator(f'{CARD}[aria-pressed="true"]')).to_have_count(1)
    assert ada.decision is not None


def test_three_clicks_from_the_shelf_is_a_table_with_link_picture_and_code(house: House) -> None:
    page = house.page()
    page.goto("/")
    on_shelf(page, "Set up a table").click()
    page.get_by_role("button", name="Make the table").click()
    how = page.get_by_role("region", name="How friends join")
    how.get_by_role("img", name="QR code with the link to this table").wait_for()
    code = how.locator(".code").inner_text()
    assert page.url.rsplit("/", 1)[1] in how.locator(".link").inner_text()

    friend = house.page()
    friend.goto("/")
    friend.get_by_label("Have a code?").fill(code.lower())
    friend.get_by_role("button", name="Join").click()
    friend.get_by_role("button", name="Sit down").click()
    friend.get_by_text("starts the game. Make yourself comfortable.").wait_for()
