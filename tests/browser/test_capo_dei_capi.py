"""Capo dei Capi through the page: two people, dice that are taught, a Backstab, a promise, a bust."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from caponata.games import capo_dei_capi
from tests.browser.axe import barriers
from tests.browser.cut import cut_words
from tests.browser.house import House
from tests.browser.people import GLANCE, Message, Person, on_shelf, play
from tests.browser.screens import settle
from tests.browser.wire import Table, run
from tests.server.process import order_table

GAME = "capo-dei-capi"
BUTTON = '.cdc-actions .cdc-way[data-move][aria-disabled="false"]'
USABLE = f"{BUTTON}, .cdc-house.lit, .cdc-token.lit"
SHEET = ".decision .decision-moves .act"
ROLLS = 36
AT_ONCE = 430  # milliseconds
TIME_CLICKS = """() => {
    window.clicks ??= (addEventListener("click", (event) => window.clicks.push(event.timeStamp), true), []);
}"""
TEXTS = Path(capo_dei_capi.__file__).parent / "texts"


class Boss(Person):
    """Somebody at the city's table, who rolls more often than not and has plans for the other's rolls."""

    def __init__(self, page: Page, luck: random.Random | None = None) -> None:
        super().__init__(page, luck)
        self.answers: list[int] = []  # to rolls that may be stabbed: the place of the button; then they pass
        self.events: list[Message] = []

    def _hear(self, message: Message) -> None:
        super()._hear(message)
        if message["t"] == "state":
            self.events += message["events"]

    @property
    def chips(self) -> int:
        """The chips in this person's hand."""
        return int(self.view["chips"][self.view["seat"]])

    def told(self, kind: str) -> list[Message]:
        """What this person's page was told of a kind."""
        return [event for event in self.events if event["event"] == kind]

    def step(self) -> None:
        """Use one lit thing."""
        things = self.page.locator(f"{USABLE}, {SHEET}")
        things.first.wait_for()
        sheet = self.page.locator(SHEET)
        if sheet.count():
            self.use(sheet.nth(self.answers.pop(0) if self.answers else 1))
            return
        roll = self.page.locator('[data-move="roll"]')
        if roll.count() and self.luck.random() < 0.6:
            self.use(roll)
            return
        if count := things.count():
            self.use(things.nth(self.luck.randrange(count)))


def table_of_two(house: House) -> Table:
    """Ada and Bo, each on a device of their own."""
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}]
    return Table(*run(order_table(house.server.address, *people, game=GAME)))


def seated(house: House, **wishes: Any) -> tuple[Boss, Boss]:
    """Both at the table, and both see it."""
    table = table_of_two(house)
    ada = house.person(Boss, table, 0, **wishes)
    bo = house.person(Boss, table, 1, hasty=wishes.get("hasty", False))
    ada.luck, bo.luck = random.Random(3), random.Random(4)
    return ada, bo


def until_asked(people: tuple[Boss, Boss]) -> tuple[Boss, Boss]:
    """Play until one of them may stab the other's roll; gives who is asked, and whose roll it is."""

    def is_asked(boss: Boss) -> bool:
        return boss.decision is not None and "backstab" in boss.state["moves"]

    play(people, until=lambda: any(is_asked(boss) for boss in people))
    asked = next(boss for boss in people if is_asked(boss))
    return asked, next(boss for boss in people if boss is not asked)


def test_a_second_click_in_the_same_place_is_not_the_next_move(house: House) -> None:
    """What a click brings up stands where the last thing stood."""
    people = seated(house, hasty=True)
    quick = 0
    while quick < 3:
        play(people, until=lambda: any(boss.decision is not None and rolls(boss).count() for boss in people))
        boss = next(boss for boss in people if boss.decision is not None and rolls(boss).count())
        sent = len(boss.moves_sent())
        if rolled_twice(boss):
            quick += 1
            assert len(boss.moves_sent()) == sent + 1


def rolled_twice(boss: Boss) -> bool:
    """Click to roll, and once more as soon as there is something else to decide; whether that was quick."""
    boss.page.evaluate(TIME_CLICKS)
    before, box = boss.decision, rolls(boss).bounding_box()
    if box is None:
        return False
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    boss.page.keyboard.press("Shift")  # the hand was elsewhere: this click is not the second of a pair
    boss.page.mouse.click(x, y)
    boss.until(lambda: boss.decision != before, "the roll")
    boss.page.mouse.click(x, y)
    boss.page.wait_for_timeout(GLANCE * 4)
    first, second = boss.page.evaluate("window.clicks.slice(-2)")
    return float(second) - float(first) < AT_ONCE


def rolls(boss: Boss) -> Locator:
    """The button that rolls, if it is time for that."""
    return boss.page.locator('[data-move="roll"][aria-disabled="false"]')


def shown_dice(boss: Boss) -> list[int]:
    """The faces of the dice on the table."""
    return [int(die.get_attribute("data-value") or 0) for die in boss.page.locator(".cdc-tray .die").all()]


def test_a_backstab_takes_a_roll_back_and_a_promise_is_heard_by_the_other(house: House) -> None:
    asked, roller = until_asked(seated(house))
    sheet = asked.page.get_by_role("dialog", name="wants this roll. Backstab?")
    expect(sheet).to_be_visible()
    assert barriers(asked.page) + cut_words(asked.page) == []
    chips = asked.chips

    asked.use(sheet.get_by_role("button", name="Backstab", exact=True))
    for boss in (asked, roller):
        boss.until(lambda: bool(boss.told("backstab")), "the Backstab")  # noqa: B023
    told = [event["event"] for event in roller.events]
    assert "dice" in told[told.index("backstab") :]
    assert roller.view["chips"][asked.view["seat"]] == asked.chips == chips - 1
    expect(roller.page.locator(".cdc-tray .die")).to_have_count(2)
    assert shown_dice(roller) == roller.view["dice"]

    asked, roller = until_asked((asked, roller))
    asked.use(asked.page.get_by_role("dialog").get_by_role("button", name="Don't ask me this turn"))
    roller.until(lambda: bool(roller.told("let-all-pass")), "the promise")
    if roller.view["promised"]:
        expect(roller.page.locator(".promise")).to_have_text("lets all rolls of this turn pass")


def test_the_page_tells_the_odds_the_view_has_and_shows_all_rolls(house: House) -> None:
    page = house.page(phone=True, guided=True)
    page.goto("/")
    on_shelf(page, "Play with bots", GAME).click()
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
    assert barriers(page) + cut_words(page) == []


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


def test_the_stamp_of_every_language_fits_the_tray_of_a_phone(house: House) -> None:
    ada, _ = seated(house, phone=True)
    texts = [json.loads(file.read_text()) for file in sorted(TEXTS.glob("*.json"))]
    words = [text["board"][f"stamp-{kind}"] for text in texts for kind in ("bust", "stop")]
    assert len(words) == len(set(words)) == 2 * len(texts)
    ada.page.locator(".cdc-tray").wait_for()
    ada.page.add_style_tag(content=".cdc-stamp { animation: none !important; }")
    assert ada.page.evaluate(STAMPS, words) == []


def test_what_cannot_be_done_says_why_with_its_rule(house: House) -> None:
    people = seated(house)
    play(people, until=lambda: any(starts(boss) for boss in people))
    first = next(boss for boss in people if starts(boss))
    first.page.locator('[data-move="stop"]').click(force=True)  # it is no button of those that are lit
    refusal = first.page.get_by_role("alert")
    expect(refusal).to_contain_text("Nobody may stop before the first roll")
    expect(refusal.locator(".rule")).to_have_text("CDC-2.1")


def starts(boss: Boss) -> bool:
    """Whether this person is about to make a turn's first roll."""
    return boss.decision is not None and boss.view["phase"] == "turn" and boss.view["rolls"] == 0


@pytest.mark.soak
def test_two_people_play_a_whole_game_with_a_backstab_in_it(house: House) -> None:
    ada, bo = seated(house, phone=True)
    bo.answers = [0, 2]
    ada.answers = [1, 0]
    play((ada, bo))
    verdict = ada.page.locator(".verdict").inner_text()
    assert verdict in ada.outcome()
    assert verdict in bo.outcome()
    assert ada.told("backstab")
    assert ada.state["outcome"] == bo.state["outcome"]
    board: Locator = ada.page.locator(".cdc-area[class*=won-]")
    ada.page.locator(".sheet-head button").first.click()
    won = sum(area["leader"] in (0, 1) for area in ada.view["areas"])
    expect(board).to_have_count(won)
    ada.page.wait_for_timeout(GLANCE)
    assert barriers(ada.page) + cut_words(ada.page) == []
