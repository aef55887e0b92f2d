"""Capio in the browser: forty dice that can be recognised and taken with mouse, touch and keyboard."""

from __future__ import annotations

import random
import re
import time
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.interception import RENDERED
from tests.browser.overflow import overflowing_texts
from tests.browser.racing import (
    DICE,
    GAME,
    OWN_LETTERS,
    PLACE,
    boxes,
    dice_in_middle,
    grab,
    racing,
    racing_with_slow_connection,
    ready,
    seated,
    table_with_unusable_die,
    unique_die,
)
from tests.browser.screens import settle
from tests.browser.tables import run

TOUCH_TARGET = 44  # pixels, the shortest allowed side
SMALLEST_SYMBOL = 9  # pixels
DELAY = 900  # milliseconds
CLICK = "(found, number) => (found[number % found.length]?.click(), found.length > 0)"
GRAB = """(found, number) => found[number % found.length]?.dispatchEvent(
    new PointerEvent("pointerdown", { bubbles: true })
) ?? false"""
COLOURS_BY_SLOT = (
    """(dice) => dice.map((die) => `${die.dataset.piece} ${die.dataset.die.split("-")[0]}`).sort()"""
)
WORST_LAYOUT = """(dice) => dice.forEach((die) => {
    const number = Number(die.dataset.piece.split(" ")[1]);
    const shift = (number % 8) + Math.floor(number / 8) & 1 ? "2%" : "-2%";
    die.style.cssText += `; --turn: 11deg; --x: ${shift}; --y: ${shift}`;
})"""  # the worst case: maximal rotation, and neighbours moved towards each other
KINDS = ("target", "towers", "lines", "chain", "sets", "confusion")
PRESS = """([die, at]) => void setTimeout(
    () => document.querySelector(die)?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
    at - Date.now(),
)"""
SMALL_TEXTS = """() => {
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


def test_dice_do_not_overlap_on_a_phone_and_targets_are_large_enough(devices: Devices) -> None:
    page, *_ = racing(devices, 4, phone=True)
    page.eval_on_selector_all(".cio-die", WORST_LAYOUT)
    faces = boxes(page, ".cio-die .cio-face rect")
    assert len(faces) == DICE
    for one, other in combinations(faces, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    grab(page, unique_die(page))
    page.locator(PLACE).first.wait_for()
    for left, top, right, bottom in boxes(page, f"{PLACE}, .cio-stop, .cio-held"):
        assert min(right - left, bottom - top) >= TOUCH_TARGET - 0.5
    for left, top, right, bottom in boxes(page, ".cio-die"):
        assert min(right - left, bottom - top) >= TOUCH_TARGET - 4  # dice have a margin
    assert page.evaluate(SMALL_TEXTS) == []


@pytest.mark.parametrize("height", [667, 812])
@pytest.mark.parametrize(("count", "language"), [(2, "de"), (3, "fr"), (4, "de")])
def test_a_race_fits_a_phone_without_scrolling(
    devices: Devices, count: int, language: str, height: int
) -> None:
    pages = seated(devices, count, {}, phone=True, language=language)
    for page in pages:
        page.set_viewport_size({"width": 375, "height": height})
    for page in ready(pages):
        (_, floor, _, _), *_ = boxes(page, ".drawer")
        for _, top, _, bottom in boxes(
            page, ".cio-others, .cio-dice, .cio-card, .cio-stop, .cio-talk .prompt"
        ):
            assert 0 < top < bottom <= floor
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert overflowing_texts(page) == []


def test_a_race_can_be_paused_on_a_small_phone(devices: Devices) -> None:
    page, other = seated(devices, 2, {}, phone=True)
    page.set_viewport_size({"width": 375, "height": 667})
    ready([page, other])
    menu = page.get_by_role("button", name="Table")
    ((left, top, right, bottom),) = boxes(page, ".table-head .button")
    assert min(right - left, bottom - top) >= TOUCH_TARGET
    ((icon_left, _, icon_right, _),) = boxes(page, ".table-head .icon")
    assert left < icon_left < icon_right - SMALLEST_SYMBOL < right
    assert all(tab[2] <= left for tab in boxes(page, ".tabs [role=tab]"))
    assert violations(page) == []
    menu.tap()
    page.get_by_role("button", name="Pause").tap()
    expect(other.locator(".cio-die")).to_have_count(0)
    page.locator(".prompt .act").tap()
    expect(other.locator(".cio-die")).to_have_count(DICE)
    page.locator("#tab-log").tap()
    expect(menu).to_be_hidden()


def test_small_cards_show_colours_as_symbols(devices: Devices) -> None:
    ada, bo = racing(devices, 2, phone=True)
    die = unique_die(ada)
    grab(ada, die)
    ada.locator(f"{PLACE}:not(.cio-beside)").first.tap()
    small = bo.locator(f".cio-dots i.{die.split('-')[0]} .cio-mark path")
    expect(small).to_have_count(1)
    ((left, top, right, bottom),) = boxes(bo, f".cio-dots i.{die.split('-')[0]}")
    assert min(right - left, bottom - top) >= SMALLEST_SYMBOL
    in_legend = bo.locator(f".cio-legend .{die.split('-')[0]} path").get_attribute("d")
    assert small.get_attribute("d") == in_legend


def test_only_one_of_three_seats_gets_a_die(devices: Devices) -> None:
    pages = racing(devices, 3)
    die = unique_die(pages[0])
    press_time = pages[0].evaluate("Date.now()") + DELAY
    for page in pages:
        page.evaluate(PRESS, [f".cio-die[data-die='{die}']", press_time])
    for page in pages:
        expect(page.locator(f".cio-die[data-die='{die}']")).to_have_count(0)
    expect(pages[0].locator(".cio-held.full:not(.reaching), .cio-their-hand svg")).to_have_count(1)
    for page in pages:
        expect(page.locator(".cio-held.reaching")).to_have_count(0)
    assert sum(page.locator(".cio-held.full").count() for page in pages) == 1
    assert sum(page.locator(".cio-late").count() for page in pages) <= 2


def test_a_taken_die_moves_immediately_and_returns_if_another_seat_was_faster(devices: Devices) -> None:
    ada, bo, connection = racing_with_slow_connection(devices)
    connection.holds_updates = True
    die = unique_die(ada)
    grab(bo, die)
    expect(bo.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    grab(ada, die)
    expect(ada.locator(".cio-held.reaching")).to_have_count(1)
    expect(ada.locator(f".cio-die[data-die='{die}']")).to_have_count(0)
    ada.locator(PLACE).first.click()  # placed before the server has confirmed the take
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(1)
    ada.wait_for_timeout(DELAY)
    connection.release()
    expect(ada.locator(".cio-late")).to_have_text("Too late!")
    expect(ada.locator(".cio-held.full")).to_have_count(0)
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(0)
    expect(ada.locator(".notice")).to_contain_text("somebody was quicker")
    expect(ada.locator(".cio-other .cio-their-hand svg")).to_have_count(1)


def test_an_unusable_die_is_not_reported_as_too_late(devices: Devices) -> None:
    """[CAPIO-3.9] [CAPIO-3.2]"""
    table, seat, unfit = run(table_with_unusable_die(devices.server.address))
    page = devices.page(table, seat)
    page.goto(f"/t/{table.id}")
    expect(page.locator(".cio-die")).to_have_count(DICE)
    page.evaluate(RENDERED)  # the board handles keys once the dice are rendered
    colour, face = unfit.split("-")
    page.keyboard.press(OWN_LETTERS.get(colour, colour[0]))
    page.keyboard.press(face)
    expect(page.locator(".notice")).to_contain_text("fits nowhere on your cards")
    expect(page.locator(".cio-late")).to_have_count(0)


def test_dice_can_be_placed_without_waiting_for_the_server(devices: Devices) -> None:
    """Pending steps are executed in order."""
    page, other = racing(devices, 2, phone=True)
    for die in dice_in_middle(page)[:3]:
        grab(page, die)
        page.locator(".cio-card .cio-beside").first.dispatch_event("click")
    for viewer in (page, other):
        expect(viewer.locator(".cio-die")).to_have_count(DICE - 3)
    expect(page.locator(".cio-beside").first.locator(".cio-face")).to_have_count(3)
    expect(page.locator(".cio-late")).to_have_count(0)


def test_a_die_can_be_dragged_to_a_card(devices: Devices) -> None:
    page, _ = racing(devices, 2)
    page.locator(".cio-die").first.hover()
    page.mouse.down()
    page.locator(".cio-beside").first.hover()
    page.mouse.up()
    expect(page.locator(".cio-beside .cio-face")).to_have_count(1)
    expect(page.locator(".cio-held.full")).to_have_count(0)


def test_a_drag_ends_when_another_seat_gets_the_die(devices: Devices) -> None:
    ada, bo, connection = racing_with_slow_connection(devices)
    die = unique_die(ada)
    connection.holds_updates = True
    grab(bo, die)
    expect(bo.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    ada.locator(f".cio-die[data-die='{die}']").hover()
    ada.mouse.down()
    ada.locator(".cio-beside").first.hover()
    expect(ada.locator(".cio-ghost")).to_have_count(1)
    connection.release()
    expect(ada.locator(".cio-late")).to_have_text("Too late!")
    expect(ada.locator(".cio-ghost")).to_have_count(0)
    ada.mouse.up()
    expect(ada.locator(".cio-mine .cio-lies")).to_have_count(0)


def test_two_equal_dice_taken_in_a_row_both_disappear(devices: Devices) -> None:
    """The second die is taken before the first is confirmed: both slots stay empty."""
    ada, bo, connection = racing_with_slow_connection(devices)
    found = dice_in_middle(ada)
    die = next(die for die in found if found.count(die) > 1)
    same = ada.locator(f".cio-die[data-die='{die}']")
    connection.holds_updates = True
    taken = [str(same.nth(number).get_attribute("data-piece")) for number in (1, 0)]
    for piece in taken:
        ada.locator(f"[data-piece='{piece}']").dispatch_event("pointerdown", {"button": 0})
        ada.locator(".cio-card .cio-beside").first.dispatch_event("click")
    expect(ada.locator(".cio-beside").first.locator(".cio-face")).to_have_count(2)
    assert_gone(ada, taken)
    connection.release()
    expect(bo.locator(".cio-die")).to_have_count(DICE - 2)
    assert_gone(ada, taken)


def assert_gone(page: Page, pieces: list[str]) -> None:
    """The slots of these pieces are empty."""
    for piece in pieces:
        expect(page.locator(f".cio-cloth [data-piece='{piece}']")).to_have_count(0)


def test_a_new_button_ignores_presses_for_a_moment(devices: Devices) -> None:
    """STOP appears in place of Ready, and the button that lets a die go in place of STOP."""
    ada, bo = seated(devices, 2, {})
    bo.locator(".cio-buttons .act").click()
    ada.locator(".cio-buttons .act").click()
    expect(ada.locator(".cio-stop")).to_be_disabled()
    expect(ada.locator(".cio-stop")).to_be_enabled()
    grab(ada, unique_die(ada))
    expect(ada.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    expect(ada.locator(".cio-stop")).to_be_enabled()
    bo.locator(".cio-stop").click()
    expect(ada.locator(".cio-buttons .act")).to_be_disabled()
    expect(ada.locator(".cio-buttons .act")).to_be_enabled()


def test_dice_are_laid_out_differently_at_every_table(devices: Devices) -> None:
    layouts = []
    for _ in range(2):
        page, _ = racing(devices, 2)
        layouts.append(page.locator(".cio-die").evaluate_all(COLOURS_BY_SLOT))
    assert layouts[0] != layouts[1]


def test_seats_cannot_share_a_device_in_a_race(devices: Devices) -> None:
    page = devices.page()
    for game, kinds in ((GAME, {"open", "bot"}), ("capital-lux", {"open", "bot", "here"})):
        page.goto(f"/new/{game}")
        seat = page.locator(".seatplan").nth(1).locator("select").first
        seat.wait_for()
        offered = seat.locator("option").evaluate_all("options => options.map((option) => option.value)")
        assert set(offered) - {"me"} == kinds


def test_other_seats_see_parked_dice_and_dice_beside_cards(devices: Devices) -> None:
    ada, bo = ready(seated(devices, 2, {"course": True}, phone=True))
    grab(ada, unique_die(ada))
    ada.get_by_role("button", name="Park", exact=True).tap()
    ada.locator(".cio-both.lit").first.tap()
    expect(bo.locator(".cio-small.towers i.parked")).to_have_count(1)
    grab(ada, unique_die(ada))
    ada.locator(".cio-card.towers .cio-beside").tap()
    expect(bo.locator(".cio-small.towers .cio-astray")).to_have_text("+1")
    expect(bo.locator(".cio-small.towers")).to_have_attribute("aria-label", "Towers: 2")


def test_a_die_is_parked_with_two_taps_on_a_phone(devices: Devices) -> None:
    page, _ = ready(seated(devices, 2, {"course": True}, phone=True))
    grab(page, unique_die(page))
    page.get_by_role("button", name="Park", exact=True).tap()
    page.locator(".cio-both.lit").first.tap()
    expect(page.locator(".cio-both.parked")).to_have_count(1)
    expect(page.get_by_role("button", name="Park", exact=True)).to_have_attribute("aria-pressed", "false")


def test_stop_shows_the_scores_and_the_overlooked_dice(devices: Devices) -> None:
    page, other = racing(devices, 2, phone=True)
    grab(other, unique_die(other))
    other.locator(".cio-beside").first.tap()
    expect(other.locator(".cio-held.full")).to_have_count(0)
    page.get_by_role("button", name="STOP!").tap()
    for viewer in (page, other):
        expect(viewer.locator(".cio-reckoning > ol > li")).to_have_count(2)
        expect(viewer.locator(".caller ul.cio-missed li").first).to_be_visible()
    expect(page.locator(".cio-card .cio-overlooked .cio-face").first).to_be_visible()
    expect(page.locator(".cio-points")).to_have_count(3)
    page.get_by_role("button", name="Bo").tap()
    expect(page.locator(".cio-whose")).to_have_text("The cards of Bo")
    expect(page.locator(".cio-beside.costs .cio-face")).to_have_count(1)
    expect(page.locator(".cio-beside.costs")).to_have_attribute("aria-label", re.compile("costs a point$"))
    settle(page)
    assert violations(page) + overflowing_texts(page) == []


def test_scores_begin_with_the_caller_and_mark_each_die(devices: Devices) -> None:
    """[CAPIO-4.4] [CAPIO-5.2] [CAPIO-5.3]"""
    ada, bo = ready(seated(devices, 2, {"course": True}))
    grab(bo, unique_die(bo))
    bo.locator(".cio-top.lit").first.click()  # parked
    for _ in range(2):  # a target is at most 13: four high dice exceed it
        highest = max(dice_in_middle(bo), key=lambda die: die[-1])
        for _ in range(2):
            expect(bo.locator(".cio-held.full")).to_have_count(0)
            grab(
                bo,
                highest
                if highest in dice_in_middle(bo)
                else max(dice_in_middle(bo), key=lambda die: die[-1]),
            )
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


def finish_guide(devices: Devices) -> set[str]:
    """Go through the whole guide at a first table. Returns the kinds of cards it explained."""
    page, other = seated(devices, 2, {}, phone=True, guide=True)
    kinds = set(page.locator(".cio-card").evaluate_all("cards => cards.map(card => card.classList[1])"))
    taught = set()
    lesson = page.locator(".cio-lesson")
    while lesson.count():
        assert overflowing_texts(page) == []
        if page.locator(".cio-card.taught").count():
            taught.add(str(page.locator(".cio-card.taught").get_attribute("class")).split()[1])
        before = str(lesson.text_content())
        page.get_by_role("button", name="Got it").tap()
        expect(lesson.filter(has_text=before)).to_have_count(0)
    assert taught == kinds
    ready([page, other])
    expect(lesson).to_have_count(0)
    return taught


def test_the_guide_explains_each_card_before_the_dice_are_thrown(devices: Devices) -> None:
    assert finish_guide(devices) <= {*KINDS}


@pytest.mark.soak
def test_the_guide_explains_every_kind_of_card(devices: Devices) -> None:
    taught: set[str] = set()
    while taught != {*KINDS}:
        taught |= finish_guide(devices)


class Racer:
    """A player who takes and places dice, and sometimes calls STOP."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page = page
        self.rng = rng

    def step(self) -> None:
        """Use a highlighted element, if there is one."""
        if self._use(".cio-buttons .act", CLICK):
            return
        if self.page.locator(".cio-held.full").count():
            self._use(PLACE, CLICK)
        elif self.rng.random() >= 0.1 or not self._use(".cio-stop", CLICK):
            self._use(".cio-die.lit", GRAB)

    def _use(self, selector: str, script: str) -> bool:
        """Use one of the elements in a single call, because they may be removed at any time."""
        found: bool = self.page.locator(selector).evaluate_all(script, self.rng.randrange(DICE))
        return found


def race(pages: list[Page], until: str, seconds: float) -> None:
    """Play until all pages show an element."""
    racers = [Racer(page, random.Random(number)) for number, page in enumerate(pages)]
    end = time.monotonic() + seconds
    while not all(page.locator(until).count() for page in pages):
        assert time.monotonic() < end, [page.locator(".cio").get_attribute("data-phase") for page in pages]
        for racer in racers:
            racer.step()


def test_three_people_play_a_playthrough(devices: Devices) -> None:
    pages = seated(devices, 3, {})
    race(pages, ".cio-reckoning", 60)
    texts = [page.locator(".cio-reckoning").inner_text() for page in pages]
    assert len(set(texts)) == 1


@pytest.mark.soak
def test_three_people_play_a_whole_game(devices: Devices) -> None:
    pages = seated(devices, 3, {"quiet_after": 20})
    race(pages, ".verdict", 600)
    texts = [page.locator(".verdict").inner_text() for page in pages]
    assert len(set(texts)) == 1
