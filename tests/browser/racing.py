"""Capio in browsers: tables with one page per seat, and the dice they show."""

from __future__ import annotations

import json
from typing import Any, Unpack

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.devices import DeviceOptions, Devices
from tests.browser.tables import Table, run
from tests.server.clients import Client
from tests.server.process import HERE, ME, order_table
from tests.server.test_contested_dice import go, in_middle

GAME = "capio"
DICE = 40
MANY_TABLES = 50
OWN_LETTERS = {"purple": "u", "black": "k", "grey": "e"}
NO_TIMEOUTS = {"idle_after": 0, "quiet_after": 0}
PLACE = ".cio-card button.lit:visible"
BOXES = """(elements) => elements.map((element) => element.getBoundingClientRect())
    .map((box) => [box.x, box.y, box.right, box.bottom])"""


def seated(
    devices: Devices, count: int, options: dict[str, Any], **device: Unpack[DeviceOptions]
) -> list[Page]:
    """Pages of a new table with `count` seats, before the race."""
    seats = [{"is": "me"}, *({"is": "here", "name": name} for name in ("Bo", "Cleo", "Dimitri")[: count - 1])]
    chosen = {"countdown": 0, **NO_TIMEOUTS, **options}
    table = Table(*run(order_table(devices.server.address, *seats, game=GAME, options=chosen)))
    pages = []
    for seat in range(count):
        page = devices.page(table, seat, **device)
        page.goto(f"/t/{table.id}")
        page.locator(".cio").wait_for()
        pages.append(page)
    return pages


def ready(pages: list[Page]) -> list[Page]:
    """Press Ready on all pages and wait for the dice."""
    for page in pages:
        page.locator(".cio-buttons .act").click()
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)
    return pages


def racing(devices: Devices, count: int, **device: Unpack[DeviceOptions]) -> list[Page]:
    """Pages of a new table with `count` seats, after the start of the race."""
    return ready(seated(devices, count, {}, **device))


class SlowConnection:
    """The web socket of a page. A test can hold back the updates it receives and the moves it sends."""

    def __init__(self, page: Page) -> None:
        self.holds_updates = False
        self.holds_moves = False
        self.moves: list[str] = []
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/socket", self._join)
        page.reload()
        page.locator(".cio").wait_for()

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_server_message(message: str | bytes) -> None:
            if self.holds_updates:
                self._held.append((socket, message))
            else:
                socket.send(message)

        def on_page_message(message: str | bytes) -> None:
            sent = json.loads(message)
            if sent["t"] == "move":
                self.moves.append(sent["move"])
            if sent["t"] == "move" and self.holds_moves:
                self._held.append((server, message))
            else:
                server.send(message)

        server.on_message(on_server_message)
        socket.on_message(on_page_message)

    def release(self) -> None:
        """Deliver all messages that were held back."""
        self.holds_updates = self.holds_moves = False
        held, self._held = self._held, []
        for receiver, message in held:
            receiver.send(message)


def racing_with_slow_connection(
    devices: Devices, **device: Unpack[DeviceOptions]
) -> tuple[Page, Page, SlowConnection]:
    """Two pages after the start of the race, and the connection of the first one."""
    ada, bo = seated(devices, 2, {}, **device)
    connection = SlowConnection(ada)
    ready([ada, bo])
    connection.moves.clear()
    return ada, bo, connection


async def table_with_unusable_die(address: str) -> tuple[Table, int, str]:
    """A table, one of its seats, and a die that fits on none of that seat's cards."""
    for _ in range(MANY_TABLES):
        options = {"countdown": 0, "block_mistakes": True, **NO_TIMEOUTS}
        table = Table(*await order_table(address, ME, HERE, game=GAME, options=options))
        clients = [await Client(address, table.id, key).connect() for key in table.keys.values()]
        await go(clients)
        for client in clients:
            await client.close()
        for seat, client in enumerate(clients):
            for die in in_middle(client):
                if f"take {die}" not in client.moves:
                    return table, seat, die
    raise AssertionError(f"{MANY_TABLES} tables had no unusable die")


def dice_in_middle(page: Page) -> list[str]:
    """The dice in the middle as shown by a page."""
    found: list[str] = page.locator(".cio-die").evaluate_all("dice => dice.map(die => die.dataset.die)")
    return found


def unique_die(page: Page) -> str:
    """A die that exists only once in the middle."""
    found = dice_in_middle(page)
    return next(die for die in found if found.count(die) == 1)


def grab(page: Page, die: str) -> None:
    """Press a die."""
    page.locator(f".cio-die[data-die='{die}']").first.dispatch_event("pointerdown", {"button": 0})


def boxes(page: Page, selector: str) -> list[list[float]]:
    """Bounding boxes of elements: left, top, right, bottom."""
    found: list[list[float]] = page.locator(selector).evaluate_all(BOXES)
    return found
