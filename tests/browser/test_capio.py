"""Capio in the browser: forty dice that can be told apart and grabbed, by hand, finger and key."""

from __future__ import annotations

import random
import re
import time
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import barriers
from tests.browser.cut import cut_words
from tests.browser.house import House
from tests.browser.racing import (
    DICE,
    GAME,
    OWN_LETTERS,
    PLACE,
    boxes,
    grab,
    names,
    only,
    racing,
    racing_slowly,
    ready,
    seated,
    with_an_unfit_die,
)
from tests.browser.screens import settle
from tests.browser.wire import run

TOUCH = 44  # pixels
SMALLEST_SYMBOL = 9  # pixels
LONG_AGO = 900  # milliseconds
CLICK = "(found, number) => (found[number % found.length]?.click(), found.length > 0)"
GRAB = """(found, number) => found[number % found.length]?.dispatchEvent(
    new PointerEvent("pointerdown", { bubbles: true })
) ?? false"""
COLOUR_BY_PLACE = (
    """(dice) => dice.map((die) => `${die.dataset.piece} ${die.dataset.die.split("-")[0]}`).sort()"""
)
WORST_FALL = """(dice) => dice.forEach((die) => {
    const number = Number(die.dataset.piece.split(" ")[1]);
    const shift = (number % 8) + Math.floor(number / 8) & 1 ? "2%" : "-2%";
    die.style.cssText += `; --turn: 11deg; --x: ${shift}; --y: ${shift}`;
})"""  # all turned as far as they may be, and neighbours moved towards each other
KINDS = ("target", "towers", "lines", "chain", "sets", "confusion")
PRESS = """([die, at]) => void setTimeout(
    () => document.querySelector(die)?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
    at - Date.now(),
)"""
SMALL_WORDS = """() => {
    const walker = document.createTreeWalker(document.querySelector(".cio"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const { parentElement: box, data } = walker.currentNode;
        if (data.trim() === "" || !box.checkVisibility() || box.closest("svg")) continue;
        const size = parseFloat(getComputedStyle(box).fontSize);
        if (size < 12) found.push(`${data}: ${size}`);
    }
    return found;
}"""


def test_forty_dice_lie_apart_on_a_phone_and_all_is_large_enough(house: House) -> None:
    page, *_ = racing(house, 4, phone=True)
    page.eval_on_selector_all(".cio-die", WORST_FALL)
    faces = boxes(page, ".cio-die .cio-face rect")
    assert len(faces) == DICE
    for one, other in combinations(faces, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    grab(page, only(page))
    page.locator(PLACE).first.wait_for()
    for left, top, right, bottom in boxes(page, f"{PLACE}, .cio-stop, .cio-held"):
        assert min(right - left, bottom - top) >= TOUCH - 0.5
    for left, top, right, bottom in boxes(page, ".cio-die"):
        assert min(right - left, bottom - top) >= TOUCH - 4  # what is drawn leaves room on all sides
    assert page.evaluate(SMALL_WORDS) == []


@pytest.mark.parametrize("height", [667, 812])
@pytest.mark.parametrize(("count", "language"), [(2, "de"), (3, "fr"), (4, "de")])
def test_a_race_fits_a_phone_without_scrolling(house: House, count: int, language: str, height: int) -> None:
    pages = seated(house, count, {}, phone=True, language=language)
    for page in pages:
        page.set_viewport_size({"width": 375, "height": height})
    for page in ready(pages):
        (_, floor, _, _), *_ = boxes(page, ".drawer")
        for _, top, _, bottom in boxes(
            page, ".cio-others, .cio-dice, .cio-card, .cio-stop, .cio-talk .prompt"
        ):
            assert 0 < top < bottom <= floor
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert cut_words(page) == []


def test_a_race_can_be_paused_on_a_small_phone(house: House) -> None:
    page, other = seated(house, 2, {}, phone=True)
    page.set_viewport_size({"width": 375, "height": 667})
    ready([page, other])
    menu = page.get_by_role("button", name="Table")
    ((left, top, right, bottom),) = boxes(page, ".table-head .button")
    assert min(right - left, bottom - top) >= TOUCH
    ((left_of_it, _, right_of_it, _),) = boxes(page, ".table-head .icon")
    assert left < left_of_it < right_of_it - SMALLEST_SYMBOL < right
    assert all(tab[2] <= left for tab in boxes(page, ".tabs [role=tab]"))
    assert barriers(page) == []
    menu.tap()
    page.get_by_role("button", name="Pause").tap()
    expect(other.locator(".cio-die")).to_have_count(0)
    page.locator(".prompt .act").tap()
    expect(other.locator(".cio-die")).to_have_count(DICE)
    page.locator("#tab-log").tap()
    expect(menu).to_be_hidden()


def test_others_small_cards_tell_colours_by_symbols_too(house: House) -> None:
    ada, bo = racing(house, 2, phone=True)
    die = only(ada)
    grab(ada, die)
    ada.locator(f"{PLACE}:not(.cio-beside)").first.tap()
    small = bo.locator(f".cio-dots i.{die.split('-')[0]} .cio-mark path")
    expect(small).to_have_count(1)
    ((left, top, right, bottom),) = boxes(bo, f".cio-dots i.{die.split('-')[0]}")
    assert min(right - left, bottom - top) >= SMALLEST_SYMBOL
    own = bo.locator(f".cio-legend .{die.split('-')[0]} path").get_attribute("d")
    assert small.get_attribute("d") == own


def test_three_people_race_for_one_die_and_one_gets_it(house: House) -> None:
    pages = racing(house, 3)
    die = only(pages[0])
    together = pages[0].evaluate("Date.now()") + LONG_AGO
    for page in pages:
        page.evaluate(PRESS, [f".cio-die[data-die='{die}']", together])
    for page in pages:
        expect(page.locator(f".cio-die[data-die='{die}']")).to_have_count(0)
    expect(pages[0].locator(".cio-held.full:not(.reaching), .cio-their-hand svg")).to_have_count(1)
    for page in pages:
        expect(page.locator(".cio-held.reaching")).to_have_count(0)
    assert sum(page.locator(".cio-held.full").count() for page in pages) == 1
    assert sum(page.locator(".cio-late").count() for page in pages) <= 2


def test_a_die_moves_to_my_hand_at_once_and_goes_back_if_i_was_late(house: House) -> None:
    ada, bo, line = racing_slowly(house)
    line.is_slow = True
    die = only(ada)
    grab(bo, die)
    expect(bo.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    grab(ada, die)
    expect(ada.locator(".cio-held.reaching")).to_have_count(1)
    expect(ada.locator(f".cio-die[data-die='{die}']")).to_have_count(0)
    ada.locator(PLACE).first.click()  # ahead of the table, too: it is laid when the die is really there
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(1)
    ada.wait_for_timeout(LONG_AGO)
    line.catch_up()
    expect(ada.locator(".cio-late")).to_have_text("Too late!")
    expect(ada.locator(".cio-held.full")).to_have_count(0)
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(0)
    expect(ada.locator(".notice")).to_contain_text("somebody was quicker")
    expect(ada.locator(".cio-other .cio-their-hand svg")).to_have_count(1)


def test_only_whoever_was_slower_is_told_so(house: House) -> None:
    """[CAPIO-3.9] [CAPIO-3.2]"""
    table, seat, unfit = run(with_an_unfit_die(house.server.address))
    page = house.page(table, seat)
    page.goto(f"/t/{table.id}")
    expect(page.locator(".cio-die")).to_have_count(DICE)
    colour, face = unfit.split("-")
    page.keyboard.press(OWN_LETTERS.get(colour, colour[0]))
    page.keyboard.press(face)
    expect(page.locator(".notice")).to_contain_text("fits nowhere on your cards")
    expect(page.locator(".cio-late")).to_have_count(0)


def test_dice_are_laid_as_fast_as_one_can_touch(house: House) -> None:
    """Nothing waits for the table: what is done ahead of it comes to pass in that order."""
    page, other = racing(house, 2, phone=True)
    for die in names(page)[:3]:
        grab(page, die)
        page.locator(".cio-card .cio-beside").first.dispatch_event("click")
    for each in (page, other):
        expect(each.locator(".cio-die")).to_have_count(DICE - 3)
    expect(page.locator(".cio-beside").first.locator(".cio-face")).to_have_count(3)
    expect(page.locator(".cio-late")).to_have_count(0)


def test_a_die_is_dragged_onto_a_card(house: House) -> None:
    page, _ = racing(house, 2)
    page.locator(".cio-die").first.hover()
    page.mouse.down()
    page.locator(".cio-beside").first.hover()
    page.mouse.up()
    expect(page.locator(".cio-beside .cio-face")).to_have_count(1)
    expect(page.locator(".cio-held.full")).to_have_count(0)


def test_what_somebody_else_got_slips_out_of_a_dragging_hand(house: House) -> None:
    ada, bo, line = racing_slowly(house)
    die = only(ada)
    line.is_slow = True
    grab(bo, die)
    expect(bo.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    ada.locator(f".cio-die[data-die='{die}']").hover()
    ada.mouse.down()
    ada.locator(".cio-beside").first.hover()
    expect(ada.locator(".cio-ghost")).to_have_count(1)
    line.catch_up()
    expect(ada.locator(".cio-late")).to_have_text("Too late!")
    expect(ada.locator(".cio-ghost")).to_have_count(0)
    ada.mouse.up()
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(0)


def test_of_two_dice_that_look_the_same_none_comes_back(house: House) -> None:
    """The first is on its way when the second is taken: both places stay empty."""
    ada, bo, line = racing_slowly(house)
    found = names(ada)
    die = next(die for die in found if found.count(die) > 1)
    same = ada.locator(f".cio-die[data-die='{die}']")
    line.is_slow = True
    taken = [str(same.nth(number).get_attribute("data-piece")) for number in (1, 0)]
    for piece in taken:
        ada.locator(f"[data-piece='{piece}']").dispatch_event("pointerdown", {"button": 0})
        ada.locator(".cio-card .cio-beside").first.dispatch_event("click")
    expect(ada.locator(".cio-beside").first.locator(".cio-face")).to_have_count(2)
    assert_gone(ada, taken)
    line.catch_up()
    expect(bo.locator(".cio-die")).to_have_count(DICE - 2)
    assert_gone(ada, taken)


def assert_gone(page: Page, pieces: list[str]) -> None:
    """Nothing lies any more where these pieces lay."""
    for piece in pieces:
        expect(page.locator(f".cio-cloth [data-piece='{piece}']")).to_have_count(0)


def test_a_press_that_was_meant_for_another_button_is_none(house: House) -> None:
    """STOP stands where everybody said that they were ready, and a last die is let go where STOP was."""
    ada, bo = seated(house, 2, {})
    bo.locator(".cio-buttons .act").click()
    ada.locator(".cio-buttons .act").click()
    expect(ada.locator(".cio-stop")).to_be_disabled()
    expect(ada.locator(".cio-stop")).to_be_enabled()
    grab(ada, only(ada))
    expect(ada.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    expect(ada.locator(".cio-stop")).to_be_enabled()
    bo.locator(".cio-stop").click()
    expect(ada.locator(".cio-buttons .act")).to_be_disabled()
    expect(ada.locator(".cio-buttons .act")).to_be_enabled()


def test_dice_fall_elsewhere_at_every_table(house: House) -> None:
    falls = []
    for _ in range(2):
        page, _ = racing(house, 2)
        falls.append(page.locator(".cio-die").evaluate_all(COLOUR_BY_PLACE))
    assert falls[0] != falls[1]


def test_two_people_need_two_devices_for_a_race(house: House) -> None:
    page = house.page()
    for game, kinds in ((GAME, {"open", "bot"}), ("capital-lux", {"open", "bot", "here"})):
        page.goto(f"/new/{game}")
        seat = page.locator(".seatplan").nth(1).locator("select").first
        seat.wait_for()
        offered = seat.locator("option").evaluate_all("options => options.map((option) => option.value)")
        assert set(offered) - {"me"} == kinds


def test_others_see_what_is_parked_and_what_lies_beside(house: House) -> None:
    ada, bo = ready(seated(house, 2, {"course": True}, phone=True))
    grab(ada, only(ada))
    ada.get_by_role("button", name="Park", exact=True).tap()
    ada.locator(".cio-both.lit").first.tap()
    expect(bo.locator(".cio-small.towers i.parked")).to_have_count(1)
    grab(ada, only(ada))
    ada.locator(".cio-card.towers .cio-beside").tap()
    expect(bo.locator(".cio-small.towers .cio-astray")).to_have_text("+1")
    expect(bo.locator(".cio-small.towers")).to_have_attribute("aria-label", "Towers: 2")


def test_on_a_phone_a_top_is_parked_by_two_touches(house: House) -> None:
    page, _ = ready(seated(house, 2, {"course": True}, phone=True))
    grab(page, only(page))
    page.get_by_role("button", name="Park", exact=True).tap()
    page.locator(".cio-both.lit").first.tap()
    expect(page.locator(".cio-both.parked")).to_have_count(1)
    expect(page.get_by_role("button", name="Park", exact=True)).to_have_attribute("aria-pressed", "false")


def test_stop_shows_the_reckoning_die_by_die_and_what_was_overlooked(house: House) -> None:
    page, other = racing(house, 2, phone=True)
    grab(other, only(other))
    other.locator(".cio-beside").first.tap()
    expect(other.locator(".cio-held.full")).to_have_count(0)
    page.get_by_role("button", name="STOP!").tap()
    for each in (page, other):
        expect(each.locator(".cio-reckoning > ol > li")).to_have_count(2)
        expect(each.locator(".caller ul.cio-missed li").first).to_be_visible()
    expect(page.locator(".cio-card .cio-overlooked .cio-face").first).to_be_visible()
    expect(page.locator(".cio-points")).to_have_count(3)
    page.get_by_role("button", name="Bo").tap()
    expect(page.locator(".cio-whose")).to_have_text("The cards of Bo")
    expect(page.locator(".cio-beside.costs .cio-face")).to_have_count(1)
    expect(page.locator(".cio-beside.costs")).to_have_attribute("aria-label", re.compile("costs a point$"))
    settle(page)
    assert barriers(page) + cut_words(page) == []


def test_the_reckoning_begins_with_the_caller_and_marks_each_die(house: House) -> None:
    """[CAPIO-4.4] [CAPIO-5.2] [CAPIO-5.3]"""
    ada, bo = ready(seated(house, 2, {"course": True}))
    grab(bo, only(bo))
    bo.locator(".cio-top.lit").first.click()  # parked
    for _ in range(2):  # no number is above 13
        highest = max(names(bo), key=lambda die: die[-1])
        for _ in range(2):
            expect(bo.locator(".cio-held.full")).to_have_count(0)
            grab(bo, highest if highest in names(bo) else max(names(bo), key=lambda die: die[-1]))
            bo.locator(".cio-target.lit").click()
    expect(ada.locator(".cio-die")).to_have_count(DICE - 5)
    bo.get_by_role("button", name="STOP!").click()
    for page in (ada, bo):
        expect(page.locator(".cio-reckoning > ol > li").first).to_have_class("caller")
    expect(bo.locator(".cio-tower.costs")).to_have_count(1)
    expect(bo.locator(".cio-target .cio-lies")).to_have_count(4)
    assert bo.locator(".cio-target .cio-lies.costs").count() >= 2
    assert bo.locator(".cio-target .cio-lies.scores").count() >= 1
    assert "costs a point" in str(bo.locator(".cio-target").get_attribute("aria-label"))


def learn(house: House) -> set[str]:
    """Sit down at a first table and hear all of the guide: the kinds of cards that it spoke of."""
    page, other = seated(house, 2, {}, phone=True, guided=True)
    kinds = set(page.locator(".cio-card").evaluate_all("cards => cards.map(card => card.classList[1])"))
    taught = set()
    lesson = page.locator(".cio-lesson")
    while lesson.count():
        assert cut_words(page) == []
        if page.locator(".cio-card.taught").count():
            taught.add(str(page.locator(".cio-card.taught").get_attribute("class")).split()[1])
        before = str(lesson.text_content())
        page.get_by_role("button", name="Got it").tap()
        expect(lesson.filter(has_text=before)).to_have_count(0)
    assert taught == kinds
    ready([page, other])
    expect(lesson).to_have_count(0)
    return taught


def test_the_guide_explains_each_card_before_its_dice_fall(house: House) -> None:
    assert learn(house) <= {*KINDS}


@pytest.mark.soak
def test_the_guide_explains_every_kind_of_card(house: House) -> None:
    taught: set[str] = set()
    while taught != {*KINDS}:
        taught |= learn(house)


class Racer:
    """Somebody who takes dice and lays them, and now and then calls STOP."""

    def __init__(self, page: Page, luck: random.Random) -> None:
        self.page = page
        self.luck = luck

    def step(self) -> None:
        """Use whatever is lit, if anything is."""
        if self._use(".cio-buttons .act", CLICK):
            return
        if self.page.locator(".cio-held.full").count():
            self._use(PLACE, CLICK)
        elif self.luck.random() >= 0.1 or not self._use(".cio-stop", CLICK):
            self._use(".cio-die.lit", GRAB)

    def _use(self, selector: str, how: str) -> bool:
        """Use one of some things at once: what is there now may be gone when one has looked twice."""
        found: bool = self.page.locator(selector).evaluate_all(how, self.luck.randrange(DICE))
        return found


def race(pages: list[Page], until: str, seconds: float) -> None:
    """Let people race until all see something."""
    racers = [Racer(page, random.Random(number)) for number, page in enumerate(pages)]
    end = time.monotonic() + seconds
    while not all(page.locator(until).count() for page in pages):
        assert time.monotonic() < end, [page.locator(".cio").get_attribute("data-phase") for page in pages]
        for racer in racers:
            racer.step()


def test_three_people_race_through_a_playthrough(house: House) -> None:
    pages = seated(house, 3, {})
    race(pages, ".cio-reckoning", 60)
    told = [page.locator(".cio-reckoning").inner_text() for page in pages]
    assert len(set(told)) == 1


@pytest.mark.soak
def test_three_people_race_through_a_whole_game(house: House) -> None:
    pages = seated(house, 3, {"quiet_after": 20})
    race(pages, ".verdict", 600)
    told = [page.locator(".verdict").inner_text() for page in pages]
    assert len(set(told)) == 1
