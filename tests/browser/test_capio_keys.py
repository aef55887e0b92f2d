"""Capio by keys alone: a letter and a number take a die, a number chooses a card."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.racing import DICE, OWN_LETTERS, PLACE, boxes, grab, names, only, racing, seated


def test_a_die_is_taken_and_laid_with_keys_alone(house: House) -> None:
    page, _ = racing(house, 2)
    for taken in (1, 2):
        colour, face = only(page).split("-")
        page.keyboard.press(OWN_LETTERS.get(colour, colour[0]))
        page.keyboard.press(face)
        expect(page.locator(".cio-held.full")).to_have_count(1)
        page.keyboard.press(str(taken))
        assert page.evaluate("document.activeElement.matches('.cio-card button.lit')")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator(".cio-held.full")).to_have_count(0)
        expect(page.locator(".cio-die")).to_have_count(DICE - taken)
    page.keyboard.press("s")
    assert page.evaluate("document.activeElement.matches('.cio-stop')")
    page.keyboard.press("Enter")
    expect(page.locator(".cio-reckoning")).to_be_visible()


def test_a_number_goes_to_that_card_and_never_beside_it(house: House) -> None:
    for phone in (False, True):
        page, _ = racing(house, 2, phone=phone)
        names_of = "cards => cards.map(card => [card.dataset.slot, card.getAttribute('aria-label')])"
        in_order = page.locator(".cio-card").evaluate_all(names_of)
        assert [slot for slot, _ in in_order] == ["0", "1", "2"]
        grab(page, only(page))
        expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
        for number, (_, name) in enumerate(in_order, 1):
            page.keyboard.press(str(number))
            focused = page.locator(".cio-card button.lit:focus")
            expect(focused).to_have_count(1)
            assert "cio-beside" not in str(focused.get_attribute("class"))
            assert page.locator(".cio-card:focus-within").get_attribute("aria-label") == name
    boxes_in_order = boxes(racing(house, 2)[0], ".cio-card")
    assert [left for left, *_ in boxes_in_order] == sorted(left for left, *_ in boxes_in_order)


def test_in_a_race_the_letter_of_purple_takes_nothing_back(house: House) -> None:
    """[CAPIO-3.3]"""
    page, _ = racing(house, 2)
    asked: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: asked.append(str(sent))))
    page.reload()
    expect(page.locator(".cio-die")).to_have_count(DICE)
    grab(page, only(page))
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    for letter in "ur":
        page.keyboard.press(letter)
    page.locator(f"{PLACE}:not(.cio-beside)").first.click()
    expect(page.locator(".cio-held.full")).to_have_count(0)
    page.keyboard.press("u")
    grab(page, only(page))
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    assert not any('"undo"' in each for each in asked)
    assert page.locator("dialog[open]").count() == 0
    expect(page.locator(".cio-mine .cio-lies:visible")).to_have_count(1)


def test_before_go_and_at_the_reckoning_no_letter_of_a_colour_takes_anything_back(house: House) -> None:
    """[CAPIO-3.3]"""
    ada, bo = seated(house, 2, {"countdown": 3})
    asked: list[str] = []
    ada.on("websocket", lambda socket: socket.on("framesent", lambda sent: asked.append(str(sent))))
    ada.reload()
    for page in (bo, ada):
        page.locator(".cio-buttons .act").click()
    for phase in ("throwing", "reckoning"):
        expect(ada.locator(".cio")).to_have_attribute("data-phase", phase)
        for letter in "ur":
            ada.keyboard.press(letter)
        assert ada.locator("dialog[open]").count() == 0
        if phase == "throwing":
            expect(ada.locator(".cio-die")).to_have_count(DICE)
            bo.locator(".cio-stop").click()
    ada.locator(".cio-buttons .act").click()
    expect(ada.locator(".cio-buttons .act")).to_have_count(0)
    assert not any('"undo"' in each for each in asked)
    expect(bo.locator(".consent")).to_have_count(0)


def test_keys_for_a_die_that_is_not_there_are_answered(house: House) -> None:
    """[CAPIO-3.2]"""
    page, _ = racing(house, 2)
    lying = {*names(page)}
    missing = next(f"red-{face}" for face in range(1, 7) if f"red-{face}" not in lying)
    page.keyboard.press("r")
    page.keyboard.press(missing[-1])
    expect(page.locator(".notice")).to_contain_text(f"There is no red {missing[-1]} in the middle")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("a colour's letter and the number take a die")


def test_after_stop_the_way_on_is_under_the_same_key(house: House) -> None:
    ada, bo = racing(house, 2)
    ada.keyboard.press("s")
    expect(ada.locator(".cio-stop")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(bo.locator(".cio-reckoning")).to_be_visible()
    bo.keyboard.press("s")
    for page in (ada, bo):
        expect(page.locator(".cio-buttons .act")).to_be_focused()
        page.keyboard.press("Enter")
    for page in (ada, bo):
        expect(page.locator(".cio")).to_have_attribute("data-phase", "gathering")
        expect(page.locator(".cio-buttons .act")).to_be_focused()
        page.keyboard.press("Enter")
    for page in (ada, bo):
        expect(page.locator(".cio-die")).to_have_count(DICE)


def test_stop_is_under_no_key_that_said_ready(house: House) -> None:
    """A stray Enter would call it."""
    ada, bo = seated(house, 2, {})
    bo.locator(".cio-buttons .act").click()
    ada.keyboard.press("s")
    ada.keyboard.press("Enter")
    expect(ada.locator(".cio-stop")).to_be_enabled()
    assert ada.evaluate("document.activeElement === document.body")
