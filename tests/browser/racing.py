"""Capio in browsers: people at a table, each with a device, and the dice they see."""

from __future__ import annotations

import json
from typing import Any, Unpack

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.house import House, Wishes
from tests.browser.wire import Table, run
from tests.server.clients import Client
from tests.server.process import HERE, ME, order_table
from tests.server.test_contested_dice import go, in_middle

GAME = "capio"
DICE = 40
MANY_TABLES = 50
OWN_LETTERS = {"purple": "u", "black": "k", "grey": "e"}
NEVER = {"idle_after": 0, "quiet_after": 0}
PLACE = ".cio-card button.lit:visible"
BOXES = """(things) => things.map((thing) => thing.getBoundingClientRect())
    .map((box) => [box.x, box.y, box.right, box.bottom])"""


def seated(house: House, count: int, options: dict[str, Any], **wishes: Unpack[Wishes]) -> list[Page]:
    """So many people at a table of their own, each with a device, before GO."""
    seats = [{"is": "me"}, *({"is": "here", "name": name} for name in ("Bo", "Cleo", "Dimitri")[: count - 1])]
    chosen = {"countdown": 0, **NEVER, **options}
    table = Table(*run(order_table(house.server.address, *seats, game=GAME, options=chosen)))
    pages = []
    for seat in range(count):
        page = house.page(table, seat, **wishes)
        page.goto(f"/t/{table.id}")
        page.locator(".cio").wait_for()
        pages.append(page)
    return pages


def ready(pages: list[Page]) -> list[Page]:
    """Everybody is ready, and the dice lie."""
    for page in pages:
        page.locator(".cio-buttons .act").click()
    for page in pages:
        expect(page.locator(".cio-die")).to_have_count(DICE)
    return pages


def racing(house: House, count: int, **wishes: Unpack[Wishes]) -> list[Page]:
    """So many people after GO."""
    return ready(seated(house, count, {}, **wishes))


class SlowLine:
    """What a page is told and which moves it sends; either can be held up."""

    def __init__(self, page: Page) -> None:
        self.is_slow = False
        self.is_mute = False
        self.moves: list[str] = []
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/socket", self._join)
        page.reload()
        page.locator(".cio").wait_for()

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            if self.is_slow:
                self._held.append((socket, message))
            else:
                socket.send(message)

        def say(message: str | bytes) -> None:
            said = json.loads(message)
            if said["t"] == "move":
                self.moves.append(said["move"])
            if said["t"] == "move" and self.is_mute:
                self._held.append((server, message))
            else:
                server.send(message)

        server.on_message(hear)
        socket.on_message(say)

    def catch_up(self) -> None:
        """Let all through that was held up."""
        self.is_slow = self.is_mute = False
        held, self._held = self._held, []
        for way, message in held:
            way.send(message)


def racing_slowly(house: House, **wishes: Unpack[Wishes]) -> tuple[Page, Page, SlowLine]:
    """Two after GO, and the line of the first."""
    ada, bo = seated(house, 2, {}, **wishes)
    line = SlowLine(ada)
    ready([ada, bo])
    line.moves.clear()
    return ada, bo, line


async def with_an_unfit_die(address: str) -> tuple[Table, int, str]:
    """A table, and a seat there whose cards have no place for a die; where a Target lies there is none."""
    for _ in range(MANY_TABLES):
        options = {"countdown": 0, "block_mistakes": True, **NEVER}
        table = Table(*await order_table(address, ME, HERE, game=GAME, options=options))
        clients = [await Client(address, table.id, key).connect() for key in table.keys.values()]
        await go(clients)
        for client in clients:
            await client.close()
        for seat, client in enumerate(clients):
            for die in in_middle(client):
                if f"take {die}" not in client.moves:
                    return table, seat, die
    raise AssertionError("at none of many tables there was a die that fits nowhere")


def names(page: Page) -> list[str]:
    """The dice in the middle, as a page shows them."""
    found: list[str] = page.locator(".cio-die").evaluate_all("dice => dice.map(die => die.dataset.die)")
    return found


def only(page: Page) -> str:
    """A die that looks like no other."""
    found = names(page)
    return next(die for die in found if found.count(die) == 1)


def grab(page: Page, die: str) -> None:
    """Press a die, as a finger does."""
    page.locator(f".cio-die[data-die='{die}']").first.dispatch_event("pointerdown", {"button": 0})


def boxes(page: Page, selector: str) -> list[list[float]]:
    """Where things are."""
    found: list[list[float]] = page.locator(selector).evaluate_all(BOXES)
    return found
