"""Lines and requests that are held back, so that what comes late in life comes late in a test too."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

Message = dict[str, Any]
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Line:
    """The line between a page and its table: what goes over it can be held back, or be lost with the line."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Message] = []
        self.told: list[Message] = []
        self.connections = 0
        self.holds: Callable[[Message], bool] = lambda message: False
        self._held: list[Callable[[], None]] = []
        self._dead = 0
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/socket", self._connect)

    def hold(self, *kinds: str) -> None:
        """Hold back all messages of these kinds from now on."""
        self.holds = lambda message: message["t"] in kinds

    def let_go(self) -> None:
        """Let everything pass that was held back."""
        self.holds = lambda message: False
        held, self._held = self._held, []
        for send in held:
            send()

    def die(self) -> None:
        """Lose all that goes over the connections made so far; nobody is told."""
        self._dead = self.connections

    def tell(self, message: Message) -> None:
        """Tell the page something that no table says."""
        assert self._page is not None
        self._page.send(json.dumps(message))

    def count(self, kind: str) -> int:
        """How many messages of a kind the page has sent."""
        return sum(message["t"] == kind for message in self.sent)

    def count_told(self, kind: str) -> int:
        """How many messages of a kind the page was told."""
        return sum(message["t"] == kind for message in self.told)

    def _connect(self, page: WebSocketRoute) -> None:
        self.connections += 1
        self._page = page
        number, server = self.connections, page.connect_to_server()

        def hear(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            self._pass(number, text, lambda: server.send(text))

        def tell(text: str | bytes) -> None:
            page.send(text)
            self.told.append(json.loads(text))

        page.on_message(hear)
        server.on_message(lambda text: self._pass(number, text, lambda: tell(text)))

    def _pass(self, connection: int, text: str | bytes, send: Callable[[], None]) -> None:
        if connection <= self._dead:
            return
        if self.holds(json.loads(text)):
            self._held.append(send)
        else:
            send()


class Requests:
    """Requests of a page that wait until they are let go."""

    def __init__(self, page: Page, address: str, method: str = "GET") -> None:
        self.held: list[Route] = []
        self._is_open = False
        self._method = method
        page.route(address, self._hold)

    def let_go(self) -> None:
        """Let them go on, and all that come later."""
        self._is_open = True
        for route in self.held:
            route.continue_()

    def _hold(self, route: Route) -> None:
        if self._is_open or route.request.method != self._method:
            route.continue_()
        else:
            self.held.append(route)


def notices(page: Page) -> list[str]:
    """What the page has to say, when it has come to rest."""
    page.evaluate(SETTLED)
    return page.locator(".notice p").all_inner_texts()
