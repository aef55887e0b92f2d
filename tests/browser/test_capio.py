"""Capio in the browser: forty dice that can be told apart and grabbed, by hand, finger and key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import visited
from tests.browser.house import House
from tests.browser.wire import Table, run
from tests.server.process import ServerProcess, order_table

DICE = 40
PRESS = """([die, at]) => void setTimeout(
    () => document.querySelector(die)?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
    at - Date.now(),
)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose shelf also holds the games of the workshop."""
    server = ServerProcess(
        str(tmp_path_factory.mktemp("capio") / "tables.db"), program="tests.browser.workshop"
    )
    try:
        run(server.start())
        yield server
    finally:
        server.close()


@pytest.fixture
def house(browser: Browser, server: ServerProcess) -> Iterator[House]:
    yield from visited(browser, server)


def people(house: House, count: int, *, phone: bool = False) -> list[Page]:
    """So many people at a table of their own, each with a device, after GO."""
    seats = [{"is": "me"}, *({"is": "here", "name": name} for name in ("Bo", "Cleo")[: count - 1])]
    table = Table(*run(order_table(house.server.address, *seats, game="capio")))
    pages = []
    for seat in range(count):
        page = house.device(table, seat, phone=phone).new_page()
        page.goto(f"/t/{table.id}")
        page.locator(".cio").wait_for()
        pages.append(page)
    for page in pages:
        page.locator(".cio-buttons").get_by_role("button", name="Ready").click()
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)
    return pages


def test_no_die_covers_another_on_a_phone(house: House) -> None:
    page, _ = people(house, 2, phone=True)
    boxes = page.locator(".cio-die .cio-face").evaluate_all(
        "faces => faces.map(face => face.getBoundingClientRect()).map(b => [b.x, b.y, b.right, b.bottom])"
    )
    assert len(boxes) == DICE
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_three_people_race_for_one_die_and_one_gets_it(house: House) -> None:
    pages = people(house, 3)
    names = pages[0].locator(".cio-die").evaluate_all("dice => dice.map(die => die.dataset.die)")
    die = next(name for name in names if names.count(name) == 1)
    together = pages[0].evaluate("Date.now()") + 1500
    for page in pages:
        page.evaluate(PRESS, [f".cio-die[data-die='{die}']", together])
    for page in pages:
        expect(page.locator(f".cio-die[data-die='{die}']")).to_have_count(0)
    pages[0].wait_for_timeout(500)
    assert sum(page.locator(".cio-held.full").count() for page in pages) == 1


def test_a_die_is_taken_by_its_letter_and_number_and_laid_by_a_tap(house: House) -> None:
    page, _ = people(house, 2)
    colour, face = str(page.locator(".cio-die").first.get_attribute("data-die")).split("-")
    letter = {"purple": "u", "black": "k", "grey": "e"}.get(colour, colour[0])
    page.locator(".cio-die").first.focus()
    page.keyboard.press(letter)
    page.keyboard.press(face)
    expect(page.locator(".cio-held.full")).to_have_count(1)
    page.locator(".cio-card .lit").first.click()
    expect(page.locator(".cio-held.full")).to_have_count(0)
    expect(page.locator(".cio-die")).to_have_count(DICE - 1)


def test_a_die_is_dragged_onto_a_card(house: House) -> None:
    page, _ = people(house, 2)
    die = page.locator(".cio-die").first
    die.hover()
    page.mouse.down()
    page.locator(".cio-beside").first.hover()
    page.mouse.up()
    expect(page.locator(".cio-beside .cio-face")).to_have_count(1)
    expect(page.locator(".cio-held.full")).to_have_count(0)


def test_stop_shows_the_reckoning_and_what_was_overlooked(house: House) -> None:
    page, other = people(house, 2)
    page.get_by_role("button", name="STOP!").click()
    for each in (page, other):
        expect(each.locator(".cio-reckoning > ol > li")).to_have_count(2)
    expect(page.locator(".cio-reckoning .caller .cio-missed")).to_be_visible()
    assert page.locator(".cio-die.missed").count() > 0
