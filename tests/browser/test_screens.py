"""Every screen is accessible, clips no text and does not scroll sideways. Also takes screenshots."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import pytest
from playwright.sync_api import Page

from caponata.catalogue import BUILT_IN
from tests.browser import tables
from tests.browser.axe import violations
from tests.browser.devices import DeviceOptions, Devices
from tests.browser.overflow import overflowing_texts
from tests.browser.screens import Gallery, Screen
from tests.server.process import ServerProcess

POSITIONS = 8  # half of them light, half dark
MANY_POSITIONS = 50
MAX_DECISIONS = 22  # of one seat, in a short game


@pytest.fixture(scope="module")
def gallery(server: ServerProcess) -> Gallery:
    """The tables that the screens need."""
    return Gallery(server.address)


@pytest.fixture(scope="module")
def shots() -> Path:
    """Folder for screenshots: CAPONATA_SHOTS, or a temporary one."""
    folder = Path(os.environ.get("CAPONATA_SHOTS") or Path(tempfile.gettempdir()) / "caponata-shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(DeviceOptions(phone=True, language="de"), id="375-light-de"),  # the longest texts
        pytest.param(DeviceOptions(phone=True), id="375-light", marks=pytest.mark.soak),
        pytest.param(DeviceOptions(phone=True, dark=True), id="375-dark", marks=pytest.mark.soak),
        pytest.param(DeviceOptions(), id="1280-light", marks=pytest.mark.soak),
        pytest.param(DeviceOptions(dark=True), id="1280-dark", marks=pytest.mark.soak),
    ],
)
def test_every_screen_is_accessible_and_clips_no_text(
    devices: Devices,
    gallery: Gallery,
    shots: Path,
    options: DeviceOptions,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    problems: dict[str, list[str]] = {}
    variant = request.node.callspec.id
    for name, page in opened_screens(devices, gallery, **options):
        page.screenshot(path=shots / f"{name}-{variant}.png")
        if found := violations(page) + overflowing_texts(page):
            problems[name] = found
    with capsys.disabled():
        sys.stdout.write(f"\nscreenshots are in {shots}\n")
    assert problems == {}


@pytest.mark.soak
def test_no_screen_scrolls_sideways_or_clips_text_at_200_percent_zoom(
    devices: Devices, gallery: Gallery, shots: Path
) -> None:
    problems: dict[str, list[str]] = {}
    for name, page in opened_screens(devices, gallery, zoomed=True):
        page.screenshot(path=shots / f"{name}-zoomed.png")
        if found := overflowing_texts(page):
            problems[name] = found
    assert problems == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["nl", "fr"])
def test_no_screen_scrolls_sideways_or_clips_text_on_a_phone(
    devices: Devices, gallery: Gallery, language: str
) -> None:
    problems: dict[str, list[str]] = {}
    for name, page in opened_screens(devices, gallery, phone=True, language=language):
        if found := overflowing_texts(page):
            problems[name] = found
    assert problems == {}


def opened_screens(
    devices: Devices, gallery: Gallery, **options: Unpack[DeviceOptions]
) -> Iterator[tuple[str, Page]]:
    """Open every screen in turn on one device with these options."""
    page = devices.page(**options)
    page.goto("/")
    for screen in gallery.screens():
        page.evaluate("localStorage.removeItem('caponata.seats')")
        screen.open(page)
        yield screen.name, page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_random_positions_are_accessible(devices: Devices, dark: bool) -> None:
    check_positions(devices, range(POSITIONS // 2), dark=dark)


@pytest.mark.soak
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_fifty_random_positions_are_accessible(devices: Devices, dark: bool) -> None:
    check_positions(devices, range(MANY_POSITIONS // 2), dark=dark)


def check_positions(devices: Devices, numbers: range, *, dark: bool) -> None:
    """Check the accessibility of random positions: even seeds in light colours, odd ones in dark colours."""
    problems: dict[str, list[str]] = {}
    games = list(BUILT_IN)
    page = devices.page(dark=dark, phone=not dark)
    page.goto("/")
    for number in numbers:
        seed = number * 2 + dark
        decisions = seed * 7 % MAX_DECISIONS
        game = games[number % len(games)]
        table = tables.table_at(devices.server.address, tables.after(decisions), seed=seed, game=game)
        Screen("position", f"/t/{table.id}", ".playarea .prompt", table).open(page)
        if found := violations(page):
            problems[f"{game}, seed {seed}, decision {decisions}"] = found
    assert problems == {}
