"""Debian's Chromium and a server of its own for each test process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.house import House
from tests.browser.wire import run
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
    """Debian's Chromium, or another one that is installed."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.fail("the page is tested in Chromium, and there is none here: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        with suppress(Error):
            browser.close()


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser at a time: its tests stay with one worker."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group(GROUP))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Say so where xdist did not hear of that: several browsers at once are slow, and fail now and then."""
    for item in session.items if getattr(session.config.option, "loadgroup", False) else ():
        if item.path.is_relative_to(HERE) and not item.nodeid.endswith(f"@{GROUP}"):
            raise pytest.UsageError("this pytest and this pytest-xdist do not keep groups of tests together")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser of a file of tests: its event loop must be gone when others begin theirs."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that the tests of a file share."""
    yield from _served(tmp_path_factory.mktemp("house"))


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may kill and start again."""
    yield from _served(tmp_path)


def _served(folder: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(str(folder / "tables.db"))
    try:
        run(server.start())
        yield server
    finally:
        server.close()


@pytest.fixture
def house(browser: Browser, server: ServerProcess) -> Iterator[House]:
    """The shared server as people with browsers find it; nothing may go wrong in their pages."""
    yield from visited(browser, server)


@pytest.fixture
def mortal_house(browser: Browser, mortal: ServerProcess) -> Iterator[House]:
    """A server that a test may kill, as people with browsers find it."""
    yield from visited(browser, mortal)


def visited(browser: Browser, server: ServerProcess) -> Iterator[House]:
    """A server as people with browsers find it; nothing may have gone wrong when they leave."""
    house = House(browser, server)
    yield house
    house.close()
    assert house.errors == []
