"""Simulated people who use what is highlighted on a page, with mouse, touch or keyboard."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import ElementHandle, Error, Locator, Page, WebSocket, expect

TIMEOUT = 30.0  # seconds
POLL_INTERVAL = 15  # milliseconds
OPTION = ".lux-choice .lux-option"
CARD = ".lux-hand .lux-card.lit"
OTHERS = (
    ".lux-gates .lux-target.lit[data-rove]",
    ".lux-pay.lit",
    ".prompt[data-turn=true] .prompt-choices .act",
)
USABLE = ", ".join((OPTION, f'{CARD}[aria-pressed="false"]', *OTHERS))
MAX_STEPS = 80  # key presses to cross the page
IN_ITS_GROUP = """(thing) => {
    const group = thing.closest(".lux-capital, .prompt-choices") ?? thing.closest("[role=group]");
    return group?.querySelector("[data-rove]:focus, button:focus") != null;
}"""
HAS_FOCUS = "(thing) => thing === document.activeElement"

Message = dict[str, Any]


def on_home_screen(page: Page, words: str, game: str = "capital-lux") -> Locator:
    """A button or link of a game on the home screen."""
    card = page.locator(f".game[data-game={game}]")
    return card.get_by_role("button", name=words).or_(card.get_by_role("link", name=words))


class Person:
    """A person with one page, who also knows the messages of the table's web socket."""

    def __init__(self, page: Page, rng: random.Random | None = None) -> None:
        self.page = page
        self.rng = rng or random.Random(1)
        self.table: Message = {}
        self.state: Message = {}
        self.view: Message = {}
        self.sent: list[Message] = []
        self.sockets = 0
        self.moves_made = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda text: self._on_message(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _on_message(self, message: Message) -> None:
        if message["t"] == "table":
            self.table = message
        elif message["t"] == "state":
            self.state = message
            self.view = message.get("view") or {**self.view, **message["changed"]}

    @property
    def decision(self) -> int | None:
        """The open decision of this person."""
        return self.state.get("decision") if self.table.get("status") == "playing" else None

    @property
    def round(self) -> int:
        """The round being played, counted from 1."""
        return int(self.view.get("round", 0))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table.get("status") in ("finished", "abandoned")

    def moves_sent(self) -> list[Message]:
        """The moves that were sent to the server."""
        return [message for message in self.sent if message["t"] == "move"]

    def until(self, happened: Callable[[], bool], what: str) -> None:
        """Wait for a condition."""
        end = time.monotonic() + TIMEOUT
        while not happened():
            assert time.monotonic() < end, (
                f"timeout while waiting for {what}: {self.table.get('status')} {self.state}"
            )
            self.page.wait_for_timeout(POLL_INTERVAL)

    def use(self, thing: Locator) -> None:
        """Wait for an element and use it with this person's input device."""
        thing.click()

    def use_if_present(self, thing: Locator) -> None:
        """Use an element unless the page has removed it since it was found."""
        for handle in thing.element_handles():
            try:
                self.use_handle(thing, handle)
            except Error as error:
                if "not attached" not in error.message:
                    raise
            return

    def use_handle(self, _thing: Locator, handle: ElementHandle) -> None:
        """Use one of the elements that a locator found."""
        handle.click()

    def go(self, address: str) -> None:
        """Open an address of the server."""
        self.page.goto(address)

    def act(self) -> None:
        """Make the open decision by using highlighted elements of the page."""
        before = self.decision
        for _ in range(MAX_STEPS):
            self.step()
            if self._is_decided(before):
                self.moves_made += 1
                return
        raise AssertionError(f"no highlighted element makes a move: {self.state}")

    def step(self) -> None:
        """Use one highlighted element."""
        choices = self.page.locator(OPTION)
        if choices.count() == 0:
            choices = self.page.locator(USABLE)
            choices.first.wait_for()
        count = choices.count()
        if count:
            self.use_if_present(choices.nth(self.rng.randrange(count)))

    def _is_decided(self, before: int | None) -> bool:
        if self.decision != before:  # the answer arrived first
            return True
        if not self.moves_sent() or self.moves_sent()[-1]["decision"] != before:
            return False
        self.until(lambda: self.decision != before or self.is_over, "the answer to a move")
        return True

    def outcome(self) -> str:
        """The final scores and the verdict as shown on the page."""
        dialog = self.page.locator(".ceremony")
        dialog.locator(".verdict").wait_for()
        expect(dialog.locator("tr[data-told=false]")).to_have_count(0)
        return dialog.inner_text()


class TouchPerson(Person):
    """A person with a touch screen."""

    def use(self, thing: Locator) -> None:
        thing.tap()

    def use_handle(self, _thing: Locator, handle: ElementHandle) -> None:
        handle.tap()


class KeyboardPerson(Person):
    """A person who uses only the keyboard."""

    def use(self, thing: Locator) -> None:
        handle = thing.element_handle()
        assert handle is not None
        self.use_handle(thing, handle)

    def use_handle(self, thing: Locator, handle: ElementHandle) -> None:
        if self.focus(thing, handle):
            self.page.keyboard.press("Enter")

    def focus(self, thing: Locator, handle: ElementHandle) -> bool:
        """Focus an element with Tab and arrow keys. Returns False if it has been removed."""
        for _ in range(MAX_STEPS):
            if handle.evaluate(IN_ITS_GROUP):
                break
            if handle.evaluate(HAS_FOCUS):
                return True
            self.page.keyboard.press("Tab")
        for _ in range(MAX_STEPS):
            if handle.evaluate(HAS_FOCUS):
                return True
            self.page.keyboard.press("ArrowRight")
        is_there = thing.evaluate_all("(things, thing) => things.includes(thing)", handle)
        assert not is_there, (
            f"the keyboard does not reach {handle.evaluate('(thing) => thing.outerHTML.slice(0, 300)')}"
        )
        return False


def play(people: Sequence[Person], *, until: Callable[[], bool] | None = None) -> None:
    """Play until the game is over for all, or until a condition holds."""
    end = time.monotonic() + TIMEOUT * 8
    while not all(person.is_over for person in people):
        if until is not None and until():
            return
        assert time.monotonic() < end, f"the game does not end: {[person.state for person in people]}"
        waiting = [person for person in people if person.decision is not None]
        for person in waiting:
            person.act()
        if not waiting:
            people[0].page.wait_for_timeout(POLL_INTERVAL)
