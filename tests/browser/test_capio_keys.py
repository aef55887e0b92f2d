"""Capio by keyboard: a letter and a number take a die, a number chooses a card."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.racing import (
    DICE,
    OWN_LETTERS,
    PLACE,
    boxes,
    dice_in_middle,
    grab,
    racing,
    seated,
    unique_die,
)


def test_a_die_is_taken_and_placed_by_keyboard(devices: Devices) -> None:
    page, _ = racing(devices, 2)
    for taken in (1, 2):
        colour, face = unique_die(page).split("-")
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


def test_a_number_focuses_that_card_and_never_the_place_beside_it(devices: Devices) -> None:
    for phone in (False, True):
        page, _ = racing(devices, 2, phone=phone)
        names_of = "cards => cards.map(card => [card.dataset.slot, card.getAttribute('aria-label')])"
        in_order = page.locator(".cio-card").evaluate_all(names_of)
        assert [slot for slot, _ in in_order] == ["0", "1", "2"]
        grab(page, unique_die(page))
        expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
        for number, (_, name) in enumerate(in_order, 1):
            page.keyboard.press(str(number))
            focused = page.locator(".cio-card button.lit:focus")
            expect(focused).to_have_count(1)
            assert "cio-beside" not in str(focused.get_attribute("class"))
            assert page.locator(".cio-card:focus-within").get_attribute("aria-label") == name
    boxes_in_order = boxes(racing(devices, 2)[0], ".cio-card")
    assert [left for left, *_ in boxes_in_order] == sorted(left for left, *_ in boxes_in_order)


def test_the_letter_of_purple_does_not_undo_in_a_race(devices: Devices) -> None:
    """[CAPIO-3.3]"""
    page, _ = racing(devices, 2)
    sent_messages: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: sent_messages.append(str(sent))))
    page.reload()
    expect(page.locator(".cio-die")).to_have_count(DICE)
    grab(page, unique_die(page))
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    for letter in "ur":
        page.keyboard.press(letter)
    page.locator(f"{PLACE}:not(.cio-beside)").first.click()
    expect(page.locator(".cio-held.full")).to_have_count(0)
    page.keyboard.press("u")
    grab(page, unique_die(page))
    expect(page.locator(".cio-held.full:not(.reaching)")).to_have_count(1)
    assert not any('"undo"' in message for message in sent_messages)
    assert page.locator("dialog[open]").count() == 0
    expect(page.locator(".cio-mine .cio-lies:visible")).to_have_count(1)


def test_letters_of_colours_do_not_undo_before_and_after_a_race(devices: Devices) -> None:
    """[CAPIO-3.3]"""
    ada, bo = seated(devices, 2, {"countdown": 3})
    sent_messages: list[str] = []
    ada.on("websocket", lambda socket: socket.on("framesent", lambda sent: sent_messages.append(str(sent))))
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
    assert not any('"undo"' in message for message in sent_messages)
    expect(bo.locator(".consent")).to_have_count(0)


def test_keys_for_a_missing_die_are_refused_with_a_reason(devices: Devices) -> None:
    """[CAPIO-3.2]"""
    page, _ = racing(devices, 2)
    lying = {*dice_in_middle(page)}
    missing = next(f"red-{face}" for face in range(1, 7) if f"red-{face}" not in lying)
    page.keyboard.press("r")
    page.keyboard.press(missing[-1])
    expect(page.locator(".notice")).to_contain_text(f"There is no red {missing[-1]} in the middle")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("a colour's letter and the number take a die")


def test_the_ready_button_is_focused_after_stop_by_keyboard(devices: Devices) -> None:
    ada, bo = racing(devices, 2)
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


def test_stop_is_not_focused_after_ready_by_keyboard(devices: Devices) -> None:
    """A stray Enter would trigger it."""
    ada, bo = seated(devices, 2, {})
    bo.locator(".cio-buttons .act").click()
    ada.keyboard.press("s")
    ada.keyboard.press("Enter")
    expect(ada.locator(".cio-stop")).to_be_enabled()
    assert ada.evaluate("document.activeElement === document.body")
