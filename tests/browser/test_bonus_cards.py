"""Bonus cards on the board of Capital Lux: open, or face down until the game is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tables
from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.overflow import overflowing_texts
from tests.browser.people import CARD
from tests.server.clients import Client

TOWNS = ".lux-town"
FACE_DOWN = ".bonuses .face-down"


def have_bonus_cards(client: Client) -> bool:
    """The first seat can play a card, and every seat has bonus cards."""
    return "home" in client.state["moves"] and all(client.view["bonuses"])


def at_table(devices: Devices, bonus_cards: str, *, phone: bool = False) -> Page:
    """A page in Dutch at a table where every seat has bonus cards."""
    options = {"bonus_cards": bonus_cards}
    table = tables.table_at(devices.server.address, have_bonus_cards, options=options)
    page = devices.page(table, phone=phone, language="nl")
    page.goto(f"/t/{table.id}")
    page.locator(CARD).first.wait_for()
    return page


@pytest.mark.parametrize("phone", [False, True])
def test_hidden_bonus_cards_of_others_lie_face_down(devices: Devices, phone: bool) -> None:
    page = at_table(devices, "hidden", phone=phone)
    own, others = page.locator(f"{TOWNS}.own"), page.locator(f"{TOWNS}:not(.own)")
    expect(own.locator(FACE_DOWN)).to_have_count(0)
    expect(own.locator(".score .more")).to_have_count(0)
    for town in others.all():
        expect(town.locator(FACE_DOWN).first).to_have_attribute("aria-label", "dichte bonuskaart")
        expect(town.locator(".bonuses .lux-tile:not(.face-down)")).to_have_count(0)
        expect(town.locator(".score .more")).to_have_text("+?")
    assert violations(page) + overflowing_texts(page) == []


def test_open_bonus_cards_of_others_lie_face_up(devices: Devices) -> None:
    page = at_table(devices, "open")
    expect(page.locator(f"{TOWNS} .bonuses .lux-tile").first).to_be_visible()
    expect(page.locator(FACE_DOWN)).to_have_count(0)
    expect(page.locator(".score .more")).to_have_count(0)
