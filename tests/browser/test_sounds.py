"""Sounds, vibration and announcements for screen readers."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser import tables
from tests.browser.devices import Devices
from tests.browser.people import Person, TouchPerson

NOTES = {"tick": 320, "turn": 784}  # pitches in hertz
RACE_NOTES = {"go": (392,), "stop": (440, 330, 220)}
RECORD_SIGNALS = """
    window.notes = [];
    window.buzzes = [];
    const Tone = window.OscillatorNode;
    window.OscillatorNode = class extends Tone {
        constructor(context, options) {
            super(context, options);
            window.notes.push(options.frequency);
        }
    };
    navigator.vibrate = (pattern) => window.buzzes.push(pattern);
"""
ANNOUNCE = """async () => {
    const { announce } = await import("/web/kit.js");
    const region = [...document.querySelectorAll(".unseen[aria-live]")].at(-1);
    const announced = [];
    const added = (changes) => changes.flatMap((change) => [...change.addedNodes]);
    new MutationObserver((changes) => announced.push(...added(changes).map((node) => node.textContent)))
        .observe(region, { childList: true, subtree: true });
    const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const words of ["Bo passes.", "Bo passes.", "Cleo passes."]) {
        announce([words]);
        await rendered();
    }
    return announced;
}"""


def heard(page: Page) -> set[int]:
    """Pitches of all notes played so far."""
    return set(page.evaluate("window.notes"))


def buzzes(page: Page) -> int:
    """Number of vibrations so far."""
    return int(page.evaluate("window.buzzes.length"))


def at_a_table(devices: Devices, kind: type[Person], *, phone: bool = False, **settings: bool) -> Person:
    """A person who must play a card, on a device that records its sounds."""
    table = tables.table_at(devices.server.address, tables.can_play_a_card, bots=1)
    person = kind(devices.page(table, phone=phone, settings=settings))
    person.page.add_init_script(RECORD_SIGNALS)
    person.go(f"/t/{table.id}")
    person.until(lambda: person.decision is not None, "the decision")
    person.page.locator(".lux-card.lit").first.wait_for()
    return person


def test_sound_and_vibration_are_off_by_default(devices: Devices) -> None:
    ada = at_a_table(devices, TouchPerson, phone=True)
    ada.act()
    assert (heard(ada.page), buzzes(ada.page)) == (set(), 0)
    ada.go("/settings")
    ada.page.locator(".switch", has_text="Sounds").tap()
    ada.until(lambda: NOTES["turn"] in heard(ada.page), "the notes of a turn")
    ada.page.locator(".switch", has_text="Vibration").tap()
    ada.until(lambda: buzzes(ada.page) == 1, "a buzz")


def test_turns_and_moves_have_sounds_and_vibration(devices: Devices) -> None:
    ada = at_a_table(devices, TouchPerson, phone=True, sound=True, buzz=True)
    ada.until(lambda: NOTES["turn"] in heard(ada.page) and buzzes(ada.page) == 1, "the signals of a turn")
    ada.act()
    ada.until(lambda: NOTES["tick"] in heard(ada.page), "the tick of a move")


def test_go_and_stop_have_sounds_in_a_race(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.in_phase("gathering"), game="capio")
    pages = [devices.page(table, seat, settings={"sound": True}) for seat in (0, 1)]
    for page in pages:
        page.add_init_script(RECORD_SIGNALS)
        page.goto(f"/t/{table.id}")
        page.locator(".cio-buttons .act").click()
    ada = pages[0]
    ada.locator(".cio-stop").wait_for()
    assert heard(ada) >= {*RACE_NOTES["go"]}
    assert not heard(ada) & {*RACE_NOTES["stop"]}
    ada.locator(".cio-stop").click()
    ada.locator(".cio-reckoning").wait_for()
    assert heard(ada) >= {*RACE_NOTES["stop"]}


def test_a_repeated_sentence_is_announced_twice(devices: Devices) -> None:
    page = devices.page()
    page.goto("/")
    page.locator(".game .act").first.wait_for()
    assert page.evaluate(ANNOUNCE) == ["Bo passes.", "Bo passes.", "Cleo passes."]
