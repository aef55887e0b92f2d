"""Capo dei Capi through the page: rolls, odds, a Backstab, a promise, a whole game."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from caponata.games import capo_dei_capi
from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.overflow import overflowing_texts
from tests.browser.people import POLL_INTERVAL, Message, Person, on_home_screen, play
from tests.browser.screens import settle
from tests.browser.tables import Table, run
from tests.server.process import order_table

GAME = "capo-dei-capi"
BUTTON = '.cdc-actions .cdc-way[data-move][aria-disabled="false"]'
USABLE = f"{BUTTON}, .cdc-house.lit, .cdc-token.lit"
SHEET = ".decision .decision-moves .act"
ROLLS = 36
DOUBLE_CLICK_TIME = 430  # milliseconds
TIME_CLICKS = """() => {
    window.clicks ??= (addEventListener("click", (event) => window.clicks.push(event.timeStamp), true), []);
}"""
TEXTS = Path(capo_dei_capi.__file__).parent / "texts"


class Boss(Person):
    """A player who usually rolls, with planned answers to the other player's rolls."""

    def __init__(self, page: Page, rng: random.Random | None = None) -> None:
        super().__init__(page, rng)
        self.answers: list[
            int
        ] = []  # to Backstab decisions, as indices of buttons; afterwards the roll passes
        self.events: list[Message] = []

    def _on_message(self, message: Message) -> None:
        super()._on_message(message)
        if message["t"] == "state":
            self.events += message["events"]

    @property
    def chips(self) -> int:
        """The chips in this person's hand."""
        return int(self.view["chips"][self.view["seat"]])

    def events_of(self, kind: str) -> list[Message]:
        """Events of a kind that this person's page received."""
        return [event for event in self.events if event["event"] == kind]

    def step(self) -> None:
        """Use one highlighted element."""
        things = self.page.locator(f"{USABLE}, {SHEET}")
        things.first.wait_for()
        sheet = self.page.locator(SHEET)
        if sheet.count():
            self.use_if_present(sheet.nth(self.answers.pop(0) if self.answers else 1))
            return
        roll = self.page.locator('[data-move="roll"]')
        if roll.count() and self.rng.random() < 0.6:
            self.use_if_present(roll)
            return
        if count := things.count():
            self.use_if_present(things.nth(self.rng.randrange(count)))


def table_of_two(devices: Devices) -> Table:
    """A table for Ada and Bo on two devices."""
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}]
    return Table(*run(order_table(devices.server.address, *people, game=GAME)))


def seated(devices: Devices, **options: Any) -> tuple[Boss, Boss]:
    """Ada and Bo at their table."""
    table = table_of_two(devices)
    ada = devices.person(Boss, table, 0, **options)
    bo = devices.person(Boss, table, 1, double_clicks=options.get("double_clicks", False))
    ada.rng, bo.rng = random.Random(3), random.Random(4)
    return ada, bo


def until_asked(people: tuple[Boss, Boss]) -> tuple[Boss, Boss]:
    """Play until one player can backstab the other. Returns the player who is asked, then the other."""

    def is_asked(boss: Boss) -> bool:
        return boss.decision is not None and "backstab" in boss.state["moves"]

    play(people, until=lambda: any(is_asked(boss) for boss in people))
    asked = next(boss for boss in people if is_asked(boss))
    return asked, next(boss for boss in people if boss is not asked)


def test_a_fast_second_click_in_the_same_place_is_ignored(devices: Devices) -> None:
    """After a roll, another button appears in the same place."""
    people = seated(devices, double_clicks=True)
    quick = 0
    while quick < 3:
        play(people, until=lambda: any(boss.decision is not None and rolls(boss).count() for boss in people))
        boss = next(boss for boss in people if boss.decision is not None and rolls(boss).count())
        sent = len(boss.moves_sent())
        if rolled_twice(boss):
            quick += 1
            assert len(boss.moves_sent()) == sent + 1


def rolled_twice(boss: Boss) -> bool:
    """Click the roll button, and click again at the next decision. Returns whether it was a double click."""
    boss.page.evaluate(TIME_CLICKS)
    before, box = boss.decision, rolls(boss).bounding_box()
    if box is None:
        return False
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    boss.page.keyboard.press("Shift")  # ends any earlier double click
    boss.page.mouse.click(x, y)
    boss.until(lambda: boss.decision != before, "the roll")
    boss.page.mouse.click(x, y)
    boss.page.wait_for_timeout(POLL_INTERVAL * 4)
    first, second = boss.page.evaluate("window.clicks.slice(-2)")
    return float(second) - float(first) < DOUBLE_CLICK_TIME


def rolls(boss: Boss) -> Locator:
    """The roll button, if rolling is legal."""
    return boss.page.locator('[data-move="roll"][aria-disabled="false"]')


def shown_dice(boss: Boss) -> list[int]:
    """Values of the dice on the table."""
    return [int(die.get_attribute("data-value") or 0) for die in boss.page.locator(".cdc-tray .die").all()]


def test_a_backstab_repeats_the_roll_and_a_promise_is_shown(devices: Devices) -> None:
    asked, roller = until_asked(seated(devices))
    sheet = asked.page.get_by_role("dialog", name="wants this roll. Backstab?")
    expect(sheet).to_be_visible()
    assert violations(asked.page) + overflowing_texts(asked.page) == []
    chips = asked.chips

    asked.use(sheet.get_by_role("button", name="Backstab", exact=True))
    for boss in (asked, roller):
        boss.until(lambda: bool(boss.events_of("backstab")), "the Backstab")  # noqa: B023
    kinds = [event["event"] for event in roller.events]
    assert "dice" in kinds[kinds.index("backstab") :]
    assert roller.view["chips"][asked.view["seat"]] == asked.chips == chips - 1
    expect(roller.page.locator(".cdc-tray .die")).to_have_count(2)
    assert shown_dice(roller) == roller.view["dice"]

    asked, roller = until_asked((asked, roller))
    asked.use(asked.page.get_by_role("dialog").get_by_role("button", name="Don't ask me this turn"))
    roller.until(lambda: bool(roller.events_of("let-all-pass")), "the promise")
    if roller.view["promised"]:
        expect(roller.page.locator(".promise")).to_have_text("lets all rolls of this turn pass")


def test_the_table_of_all_rolls_can_be_opened(devices: Devices) -> None:
    page = devices.page(phone=True, guide=True)
    page.goto("/")
    on_home_screen(page, "Play with bots", GAME).click()
    page.locator(".cdc-coach").or_(page.locator(".decision")).first.wait_for()
    page.locator(".cdc-mini").wait_for()
    if page.locator(".decision[open]").count():
        page.keyboard.press("Escape")
    page.locator(".cdc-mini").click()
    table = page.get_by_role("dialog", name="The 36 rolls")
    expect(table.locator("td button")).to_have_count(ROLLS)
    table.get_by_role("button", name="White 5, black 4").click()
    expect(table.locator(".about h3")).to_contain_text("Expose and extort")
    settle(page)
    assert violations(page) + overflowing_texts(page) == []


STAMPS = """words => {
    const tray = document.querySelector(".cdc-tray");
    const room = tray.getBoundingClientRect();
    return words.filter((word) => {
        const stamp = document.createElement("span");
        stamp.className = "cdc-stamp bust";
        stamp.textContent = word;
        tray.append(stamp);
        const { left, right } = stamp.getBoundingClientRect();
        stamp.remove();
        return left < Math.max(room.left - 6, 0) || right > room.right + 6;
    });
}"""


def test_the_stamp_fits_the_tray_in_every_language(devices: Devices) -> None:
    ada, _ = seated(devices, phone=True)
    texts = [json.loads(file.read_text()) for file in sorted(TEXTS.glob("*.json"))]
    words = [text["board"][f"stamp-{kind}"] for text in texts for kind in ("bust", "stop")]
    assert len(words) == len(set(words)) == 2 * len(texts)
    ada.page.locator(".cdc-tray").wait_for()
    ada.page.add_style_tag(content=".cdc-stamp { animation: none !important; }")
    assert ada.page.evaluate(STAMPS, words) == []


def test_an_illegal_move_is_explained_with_its_rule(devices: Devices) -> None:
    people = seated(devices)
    play(people, until=lambda: any(must_roll_first(boss) for boss in people))
    first = next(boss for boss in people if must_roll_first(boss))
    first.page.locator('[data-move="stop"]').click(force=True)  # the button is not highlighted
    refusal = first.page.get_by_role("alert")
    expect(refusal).to_contain_text("Nobody may stop before the first roll")
    expect(refusal.locator(".rule")).to_have_text("CDC-2.1")


def must_roll_first(boss: Boss) -> bool:
    """Whether this person must make the first roll of a turn."""
    return boss.decision is not None and boss.view["phase"] == "turn" and boss.view["rolls"] == 0


@pytest.mark.soak
def test_two_people_play_a_whole_game_with_a_backstab(devices: Devices) -> None:
    ada, bo = seated(devices, phone=True)
    bo.answers = [0, 2]
    ada.answers = [1, 0]
    play((ada, bo))
    verdict = ada.page.locator(".verdict").inner_text()
    assert verdict in ada.outcome()
    assert verdict in bo.outcome()
    assert ada.events_of("backstab")
    assert ada.state["outcome"] == bo.state["outcome"]
    board: Locator = ada.page.locator(".cdc-area[class*=won-]")
    ada.page.locator(".sheet-head button").first.click()
    won = sum(area["leader"] in (0, 1) for area in ada.view["areas"])
    expect(board).to_have_count(won)
    ada.page.wait_for_timeout(POLL_INTERVAL)
    assert violations(ada.page) + overflowing_texts(ada.page) == []
