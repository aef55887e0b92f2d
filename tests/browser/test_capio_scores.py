"""Capio's scores: frames mark the dice that score or cost points."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.devices import Devices
from tests.browser.racing import grab, ready, seated, unique_die

TOMATO = [0xB5, 0x30, 0x1D]  # on a light background
EDGE = 8  # pixels: an invisible border and the frame
PIXELS = """async ([picture, width, y]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.drawImage(image, 0, -y);
    const { data } = canvas.getImageData(0, 0, width, 1);
    return Array.from({ length: width }, (_, x) => [...data.slice(4 * x, 4 * x + 3)]);
}"""


def colours_at_the_edge(thing: Locator) -> list[list[int]]:
    """Colours of the pixels at the left edge of an element, at a quarter of its height."""
    box = thing.bounding_box()
    assert box is not None
    picture = b64encode(thing.screenshot()).decode()
    edge = [picture, EDGE, box["height"] // 4]
    found: list[list[int]] = thing.page.context.new_page().evaluate(PIXELS, edge)
    return found


@pytest.mark.parametrize("phone", [False, True])
def test_towers_and_fields_that_cost_points_have_the_same_frame(devices: Devices, phone: bool) -> None:
    page, _ = ready(seated(devices, 2, {"course": True}, phone=phone))
    for card in (".towers .cio-fields", ".lines .cio-fields"):
        grab(page, unique_die(page))
        expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
        page.locator(f"{card} button.lit:visible").first.click()
        expect(page.locator(".cio-held.full")).to_have_count(0)
    page.locator(".cio-stop").click()
    for marked in (".cio-field.costs", ".cio-tower.costs"):
        page.locator(marked).evaluate(
            "element => element.scrollIntoView({ block: 'center' })"
        )  # above the tabs
        assert TOMATO in colours_at_the_edge(page.locator(marked))
