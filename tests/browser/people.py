"""People in front of a page: each sees what is lit and uses it, with a mouse, a finger or keys."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

PATIENCE = 30.0  # seconds
GLANCE = 15  # milliseconds between two looks
OPTION = ".lux-choice .lux-option"
CARD = ".lux-hand .lux-card.lit"
OTHERS = (
    ".lux-gates .lux-target.lit[data-rove]",
    ".lux-pay.lit",
    ".prompt[data-turn=true] .prompt-choices .act",
)
USABLE = ", ".join((OPTION, f'{CARD}[aria-pressed="false"]', *OTHERS))
MOST_STEPS = 80  # from one end of the page to the other with Tab
IN_ITS_ZONE = """(thing) => {
    const zone = thing.closest(".lux-capital, .prompt-choices") ?? thing.closest("[role=group]");
    return zone?.querySelector("[data-rove]:focus, button:focus") != null;
}"""
HAS_FOCUS = "(thing) => thing === document.activeElement"

Message = dict[str, Any]


def on_shelf(page: Page, words: str, game: str = "capital-lux") -> Locator:
    """A button or a link beside a game on the shelf."""
    card = page.locator(f".game[data-game={game}]")
    return card.get_by_role("button", name=words).or_(card.get_by_role("link", name=words))


class Person:
    """Somebody who looks at one page; knows the messages of its table too, to judge what is shown."""

    def __init__(self, page: Page, luck: random.Random | None = None) -> None:
        self.page = page
        self.luck = luck or random.Random(1)
        self.table: Message = {}
        self.state: Message = {}
        self.view: Message = {}
        self.sent: list[Message] = []
        self.sockets = 0
        self.moves_made = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda text: self._hear(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _hear(self, message: Message) -> None:
        if message["t"] == "table":
            self.table = message
        elif message["t"] == "state":
            self.state = message
            self.view = message.get("view") or {**self.view, **message["changed"]}

    @property
    def decision(self) -> int | None:
        """The decision that waits for this person."""
        return self.state.get("decision") if self.table.get("status") == "playing" else None

    @property
    def round(self) -> int:
        """The round being played, counted from 1."""
        return int(self.view.get("round", 0))

    @property
    def is_over(self) -> bool:
        """Whether the game is at its end."""
        return self.table.get("status") in ("finished", "abandoned")

    def moves_sent(self) -> list[Message]:
        """The moves that went to the table."""
        return [message for message in self.sent if message["t"] == "move"]

    def until(self, happened: Callable[[], bool], what: str) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, f"{what} never came: {self.table.get('status')} {self.state}"
            self.page.wait_for_timeout(GLANCE)

    def use(self, thing: Locator) -> None:
        """Use a thing as this person does."""
        thing.click()

    def go(self, address: str) -> None:
        """Open an address of the house."""
        self.page.goto(address)

    def act(self) -> None:
        """Make the decision that waits, through what is lit on the page."""
        before = self.decision
        for _ in range(MOST_STEPS):
            self.step()
            if self._is_decided(before):
                self.moves_made += 1
                return
        raise AssertionError(f"nothing that is lit makes a move: {self.state}")

    def step(self) -> None:
        """Use one lit thing; pick up two cards before they are kept."""
        choices = self.page.locator(OPTION)
        if choices.count() == 0:
            choices = self.page.locator(USABLE)
            choices.first.wait_for()
        count = choices.count()
        if count:
            self.use(choices.nth(self.luck.randrange(count)))

    def _is_decided(self, before: int | None) -> bool:
        if self.decision != before:  # the move was heard of later than its answer
            return True
        if not self.moves_sent() or self.moves_sent()[-1]["decision"] != before:
            return False
        self.until(lambda: self.decision != before or self.is_over, "the answer to a move")
        return True

    def outcome(self) -> str:
        """The end as it is told: the table of scores and the verdict."""
        told = self.page.locator(".ceremony")
        told.locator(".verdict").wait_for()
        expect(told.locator("tr[data-told=false]")).to_have_count(0)
        return told.inner_text()


class Toucher(Person):
    """Somebody with a phone."""

    def use(self, thing: Locator) -> None:
        thing.tap()


class Typist(Person):
    """Somebody who has keys only."""

    def use(self, thing: Locator) -> None:
        if self.focus(thing):
            self.page.keyboard.press("Enter")

    def focus(self, thing: Locator) -> bool:
        """Walk to a thing, Tab from zone to zone, arrows within one; false if it was gone before."""
        handle = thing.element_handle()
        assert handle is not None
        for _ in range(MOST_STEPS):
            if handle.evaluate(IN_ITS_ZONE):
                break
            if handle.evaluate(HAS_FOCUS):
                return True
            self.page.keyboard.press("Tab")
        for _ in range(MOST_STEPS):
            if handle.evaluate(HAS_FOCUS):
                return True
            self.page.keyboard.press("ArrowRight")
        is_there = thing.evaluate_all("(things, thing) => things.includes(thing)", handle)
        assert not is_there, (
            f"keys do not reach {handle.evaluate('(thing) => thing.outerHTML.slice(0, 300)')}"
        )
        return False


def play(people: Sequence[Person], *, until: Callable[[], bool] | None = None) -> None:
    """Play until the game is over for all, or until something is so."""
    end = time.monotonic() + PATIENCE * 8
    while not all(person.is_over for person in people):
        if until is not None and until():
            return
        assert time.monotonic() < end, f"the game does not end: {[person.state for person in people]}"
        waiting = [person for person in people if person.decision is not None]
        for person in waiting:
            person.act()
        if not waiting:
            people[0].page.wait_for_timeout(GLANCE)
