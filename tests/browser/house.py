"""The house as browsers find it: devices that are opened for people, and what goes wrong in them."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Literal, TypedDict, TypeVar, Unpack

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from caponata.catalogue import SHELF
from tests.browser.people import Person
from tests.browser.wire import Table
from tests.server.process import ServerProcess

P = TypeVar("P", bound=Person)
PHONE = {"width": 375, "height": 812}
DESK = {"width": 1280, "height": 800}
ZOOMED = {"width": 640, "height": 400}  # the same desk at 200 %
PATIENCE = 20_000  # milliseconds
REMEMBER_SOCKETS = """
    window.openSockets = new Set();
    window.WebSocket = class extends WebSocket {
        constructor(...of) {
            super(...of);
            window.openSockets.add(this);
            this.addEventListener("close", () => window.openSockets.delete(this));
        }
    };
"""
CALM_HANDS = """
    const elsewhere = new PointerEvent("pointerdown", { clientX: -1000, clientY: -1000 });
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && dispatchEvent(elsewhere), true);
"""  # tests click faster than hands, and a click that comes too soon in the same place does nothing
NO_MATTER = (  # the page itself speaks of a lost line, and Chromium of a phone that nobody has touched yet
    "Failed to load resource",
    "WebSocket connection to",
    "Blocked call to navigator.vibrate",
)


class Wishes(TypedDict, total=False):
    """How a device differs from a calm desktop in English."""

    phone: bool
    zoomed: bool
    dark: bool
    lively: bool
    language: str
    guided: bool
    hasty: bool
    settings: dict[str, Any]


class House:
    """A server, and the devices that look at it."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.browser = browser
        self.server = server
        self.url = f"http://{server.address}"
        self.errors: list[str] = []
        self._contexts: list[BrowserContext] = []

    def device(self, table: Table | None = None, seat: int = 0, **wishes: Unpack[Wishes]) -> BrowserContext:
        """A new device; it holds the key to a seat if a table is given."""
        scheme: Literal["dark", "light"] = "dark" if wishes.get("dark") else "light"
        is_phone, is_zoomed = wishes.get("phone", False), wishes.get("zoomed", False)
        context = self.browser.new_context(
            base_url=self.url,
            viewport=PHONE if is_phone else ZOOMED if is_zoomed else DESK,  # type: ignore[arg-type]
            device_scale_factor=2 if is_zoomed else None,
            has_touch=is_phone,
            is_mobile=is_phone,
            color_scheme=scheme,
            reduced_motion="no-preference" if wishes.get("lively") else "reduce",
            locale=wishes.get("language", "en"),
        )
        context.set_default_timeout(PATIENCE)
        kept: dict[str, Any] = {"caponata.settings": {"botSpeed": "quick", **wishes.get("settings", {})}}
        if not wishes.get("guided"):
            kept |= {f"caponata.{game}.guide": {"off": True, "seen": []} for game in SHELF}
        if table is not None:
            kept["caponata.seats"] = table.held(seat)
        context.add_init_script(
            f"for (const [name, value] of Object.entries({json.dumps(kept)}))"
            " if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));"
        )
        context.add_init_script(REMEMBER_SOCKETS)
        if not wishes.get("hasty"):
            context.add_init_script(CALM_HANDS)
        self._contexts.append(context)
        return context

    def watched(self, page: Page) -> Page:
        """A page whose errors are kept."""
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._hear(page, message))
        return page

    def _hear(self, page: Page, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in NO_MATTER):
            self.errors.append(f"{page.url}: {message.text}")

    def page(self, table: Table | None = None, seat: int = 0, **wishes: Unpack[Wishes]) -> Page:
        """A page on a new device."""
        return self.watched(self.device(table, seat, **wishes).new_page())

    def person(self, kind: type[P], table: Table | None = None, seat: int = 0, **wishes: Unpack[Wishes]) -> P:
        """Somebody with a new device, who looks at the table if one is given."""
        person = kind(self.page(table, seat, **wishes))
        if table is not None:
            person.go(f"/t/{table.id}")
            person.until(lambda: bool(person.state), "the state of the game")
        return person

    def close(self) -> None:
        """Put all devices away."""
        for context in self._contexts:
            with suppress(Error):
                context.close()
