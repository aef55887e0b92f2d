"""Devices with browsers for tests, and the errors in their pages."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Literal, TypedDict, TypeVar, Unpack

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from caponata.catalogue import BUILT_IN
from tests.browser.people import Person
from tests.browser.tables import Table
from tests.server.process import ServerProcess

P = TypeVar("P", bound=Person)
PHONE = {"width": 375, "height": 812}
DESKTOP = {"width": 1280, "height": 800}
ZOOMED = {"width": 640, "height": 400}  # the same desktop at 200 %
TIMEOUT = 20_000  # milliseconds
TRACK_SOCKETS = """
    window.openSockets = new Set();
    window.WebSocket = class extends WebSocket {
        constructor(...args) {
            super(...args);
            window.openSockets.add(this);
            this.addEventListener("close", () => window.openSockets.delete(this));
        }
    };
"""
SEPARATE_CLICKS = """
    const elsewhere = new PointerEvent("pointerdown", { clientX: -1000, clientY: -1000 });
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && dispatchEvent(elsewhere), true);
"""  # tests click faster than people, and the page ignores fast double clicks
IGNORED_ERRORS = (  # lost connections are expected, and Chromium forbids vibration before the first touch
    "Failed to load resource",
    "WebSocket connection to",
    "Blocked call to navigator.vibrate",
)


class DeviceOptions(TypedDict, total=False):
    """Differences from a desktop in English without animations."""

    phone: bool
    zoomed: bool
    dark: bool
    motion: bool
    language: str
    guide: bool
    double_clicks: bool
    settings: dict[str, Any]


class Devices:
    """A server and the devices that use it."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.browser = browser
        self.server = server
        self.url = f"http://{server.address}"
        self.errors: list[str] = []
        self._contexts: list[BrowserContext] = []

    def device(
        self, table: Table | None = None, seat: int = 0, **options: Unpack[DeviceOptions]
    ) -> BrowserContext:
        """A new device, which holds the key of a seat if a table is given."""
        scheme: Literal["dark", "light"] = "dark" if options.get("dark") else "light"
        is_phone, is_zoomed = options.get("phone", False), options.get("zoomed", False)
        context = self.browser.new_context(
            base_url=self.url,
            viewport=PHONE if is_phone else ZOOMED if is_zoomed else DESKTOP,  # type: ignore[arg-type]
            device_scale_factor=2 if is_zoomed else None,
            has_touch=is_phone,
            is_mobile=is_phone,
            color_scheme=scheme,
            reduced_motion="no-preference" if options.get("motion") else "reduce",
            locale=options.get("language", "en"),
        )
        context.set_default_timeout(TIMEOUT)
        stored: dict[str, Any] = {"caponata.settings": {"botSpeed": "quick", **options.get("settings", {})}}
        if not options.get("guide"):
            stored |= {f"caponata.{game}.guide": {"off": True, "seen": []} for game in BUILT_IN}
        if table is not None:
            stored["caponata.seats"] = table.stored_keys(seat)
        context.add_init_script(
            f"for (const [name, value] of Object.entries({json.dumps(stored)}))"
            " if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));"
        )
        context.add_init_script(TRACK_SOCKETS)
        if not options.get("double_clicks"):
            context.add_init_script(SEPARATE_CLICKS)
        self._contexts.append(context)
        return context

    def monitored(self, page: Page) -> Page:
        """Collect the errors of a page and return it."""
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._on_console(page, message))
        return page

    def _on_console(self, page: Page, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in IGNORED_ERRORS):
            self.errors.append(f"{page.url}: {message.text}")

    def page(self, table: Table | None = None, seat: int = 0, **options: Unpack[DeviceOptions]) -> Page:
        """A page on a new device."""
        return self.monitored(self.device(table, seat, **options).new_page())

    def person(
        self, kind: type[P], table: Table | None = None, seat: int = 0, **options: Unpack[DeviceOptions]
    ) -> P:
        """A person with a new device, at the table if one is given."""
        person = kind(self.page(table, seat, **options))
        if table is not None:
            person.go(f"/t/{table.id}")
            person.until(lambda: bool(person.state), "the state of the game")
        return person

    def close(self) -> None:
        """Close all devices."""
        for context in self._contexts:
            with suppress(Error):
                context.close()
