"""Capio's reckoning as it is drawn: what scores and what costs is told by frames that are seen."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.house import House
from tests.browser.racing import grab, only, ready, seated

TOMATO = [0xB5, 0x30, 0x1D]  # on paper
EDGE = 8  # pixels: a border that is not seen, and the frame
PIXELS = """async ([picture, width, y]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const pen = document.createElement("canvas").getContext("2d");
    pen.drawImage(image, 0, -y);
    const { data } = pen.getImageData(0, 0, width, 1);
    return Array.from({ length: width }, (_, x) => [...data.slice(4 * x, 4 * x + 3)]);
}"""


def colours_at_the_edge(thing: Locator) -> list[list[int]]:
    """The colours that are drawn at the left edge of something, a quarter down."""
    box = thing.bounding_box()
    assert box is not None
    picture = b64encode(thing.screenshot()).decode()
    edge = [picture, EDGE, box["height"] // 4]
    found: list[list[int]] = thing.page.context.new_page().evaluate(PIXELS, edge)
    return found


@pytest.mark.parametrize("phone", [False, True])
def test_the_frame_of_a_tower_that_costs_is_as_strong_as_that_of_a_field(house: House, phone: bool) -> None:
    page, _ = ready(seated(house, 2, {"course": True}, phone=phone))
    for card in (".towers .cio-fields", ".lines .cio-fields"):
        grab(page, only(page))
        expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
        page.locator(f"{card} button.lit:visible").first.click()
        expect(page.locator(".cio-held.full")).to_have_count(0)
    page.locator(".cio-stop").click()
    for marked in (".cio-field.costs", ".cio-tower.costs"):
        page.locator(marked).evaluate("each => each.scrollIntoView({ block: 'center' })")  # above the tabs
        assert TOMATO in colours_at_the_edge(page.locator(marked))
