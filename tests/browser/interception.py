"""Connections and requests that a test can hold back, to simulate slow networks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

Message = dict[str, Any]
RENDERED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class HeldConnection:
    """The web socket of a page. A test can hold back its messages or let the connection die silently."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Message] = []
        self.received: list[Message] = []
        self.connections = 0
        self.holds: Callable[[Message], bool] = lambda message: False
        self._held: list[Callable[[], None]] = []
        self._dead = 0
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/socket", self._connect)

    def hold(self, *kinds: str) -> None:
        """Hold back all messages of these kinds from now on."""
        self.holds = lambda message: message["t"] in kinds

    def release(self) -> None:
        """Deliver all messages that were held back."""
        self.holds = lambda message: False
        held, self._held = self._held, []
        for send in held:
            send()

    def die(self) -> None:
        """Drop all messages of the connections so far, without closing them."""
        self._dead = self.connections

    def send_to_page(self, message: Message) -> None:
        """Send a forged message to the page."""
        assert self._page is not None
        self._page.send(json.dumps(message))

    def count(self, kind: str) -> int:
        """Number of messages of a kind that the page has sent."""
        return sum(message["t"] == kind for message in self.sent)

    def count_received(self, kind: str) -> int:
        """Number of messages of a kind that the page has received."""
        return sum(message["t"] == kind for message in self.received)

    def _connect(self, page: WebSocketRoute) -> None:
        self.connections += 1
        self._page = page
        number, server = self.connections, page.connect_to_server()

        def on_page_message(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            self._pass(number, text, lambda: server.send(text))

        def deliver(text: str | bytes) -> None:
            page.send(text)
            self.received.append(json.loads(text))

        page.on_message(on_page_message)
        server.on_message(lambda text: self._pass(number, text, lambda: deliver(text)))

    def _pass(self, connection: int, text: str | bytes, send: Callable[[], None]) -> None:
        if connection <= self._dead:
            return
        if self.holds(json.loads(text)):
            self._held.append(send)
        else:
            send()


class HeldRequests:
    """Requests of a page that are held back until the test releases them."""

    def __init__(self, page: Page, address: str, method: str = "GET") -> None:
        self.held: list[Route] = []
        self._is_open = False
        self._method = method
        page.route(address, self._hold)

    def release(self) -> None:
        """Continue the held requests and all later ones."""
        self._is_open = True
        for route in self.held:
            route.continue_()

    def _hold(self, route: Route) -> None:
        if self._is_open or route.request.method != self._method:
            route.continue_()
        else:
            self.held.append(route)


def notices(page: Page) -> list[str]:
    """The page's notices after it has been rendered."""
    page.evaluate(RENDERED)
    return page.locator(".notice p").all_inner_texts()
