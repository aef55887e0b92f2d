"""Chromium and a server for each module of browser tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.devices import Devices
from tests.browser.tables import run
from tests.server.process import ServerProcess

HERE = Path(__file__).parent
GROUP = "browser"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """An installed Chromium or Chrome."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.fail("Chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        with suppress(Error):
            browser.close()


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all browser tests in one worker, so that only one browser runs at a time."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group(GROUP))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Fail if xdist ignores the group: several browsers at once are slow and flaky."""
    for item in session.items if getattr(session.config.option, "loadgroup", False) else ():
        if item.path.is_relative_to(HERE) and not item.nodeid.endswith(f"@{GROUP}"):
            raise pytest.UsageError("this version of pytest-xdist does not keep groups of tests together")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser of one test module; its event loop must end before another module starts one."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server shared by the tests of one module."""
    yield from _running_server(tmp_path_factory.mktemp("server"))


@pytest.fixture
def restartable_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test can kill and restart."""
    yield from _running_server(tmp_path)


def _running_server(folder: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(str(folder / "tables.db"))
    try:
        run(server.start())
        yield server
    finally:
        server.close()


@pytest.fixture
def devices(browser: Browser, server: ServerProcess) -> Iterator[Devices]:
    """Devices that use the shared server. Errors in their pages fail the test."""
    yield from open_devices(browser, server)


@pytest.fixture
def restartable_devices(browser: Browser, restartable_server: ServerProcess) -> Iterator[Devices]:
    """Devices that use a server that the test can kill and restart."""
    yield from open_devices(browser, restartable_server)


def open_devices(browser: Browser, server: ServerProcess) -> Iterator[Devices]:
    """Devices that use a server. Errors in their pages fail the test."""
    devices = Devices(browser, server)
    yield devices
    devices.close()
    assert devices.errors == []
