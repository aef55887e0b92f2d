"""Sounds and buzzes: asked for, and then at the right moments; and what screen readers hear."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser import wire
from tests.browser.house import House
from tests.browser.people import Person, Toucher

NOTES = {"tick": 320, "turn": 784}  # pitches
RACE = {"go": (392,), "stop": (440, 330, 220)}
SPIES = """
    window.notes = [];
    window.buzzes = [];
    const Tone = window.OscillatorNode;
    window.OscillatorNode = class extends Tone {
        constructor(air, how) {
            super(air, how);
            window.notes.push(how.frequency);
        }
    };
    navigator.vibrate = (how) => window.buzzes.push(how);
"""
SPEAK = """async () => {
    const { speak } = await import("/web/notices.js");
    const region = [...document.querySelectorAll(".unseen[aria-live]")].at(-1);
    const said = [];
    const added = (changes) => changes.flatMap((change) => [...change.addedNodes]);
    new MutationObserver((changes) => said.push(...added(changes).map((node) => node.textContent)))
        .observe(region, { childList: true, subtree: true });
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const words of ["Bo passes.", "Bo passes.", "Cleo passes."]) {
        speak([words]);
        await drawn();
    }
    return said;
}"""


def heard(page: Page) -> set[int]:
    """The pitches of all notes so far."""
    return set(page.evaluate("window.notes"))


def buzzes(page: Page) -> int:
    """How often the device has buzzed."""
    return int(page.evaluate("window.buzzes.length"))


def at_a_table(house: House, kind: type[Person], *, phone: bool = False, **settings: bool) -> Person:
    """Somebody who is to play a card, on a device whose sounds are noted down."""
    table = wire.table_at(house.server.address, wire.plays_on, bots=1)
    person = kind(house.page(table, phone=phone, settings=settings))
    person.page.add_init_script(SPIES)
    person.go(f"/t/{table.id}")
    person.until(lambda: person.decision is not None, "the decision")
    person.page.locator(".lux-card.lit").first.wait_for()
    return person


def test_a_device_is_silent_and_still_until_it_is_asked_for_more(house: House) -> None:
    ada = at_a_table(house, Toucher, phone=True)
    ada.act()
    assert (heard(ada.page), buzzes(ada.page)) == (set(), 0)
    ada.go("/settings")
    ada.page.locator(".switch", has_text="Sounds").tap()
    ada.until(lambda: NOTES["turn"] in heard(ada.page), "the notes of a turn")
    ada.page.locator(".switch", has_text="Vibration").tap()
    ada.until(lambda: buzzes(ada.page) == 1, "a buzz")


def test_turns_and_moves_can_be_heard_and_felt(house: House) -> None:
    ada = at_a_table(house, Toucher, phone=True, sound=True, buzz=True)
    ada.until(lambda: NOTES["turn"] in heard(ada.page) and buzzes(ada.page) == 1, "one's turn")
    ada.act()
    ada.until(lambda: NOTES["tick"] in heard(ada.page), "the tick of a move")


def test_go_and_stop_can_be_heard_in_a_race(house: House) -> None:
    table = wire.table_at(house.server.address, wire.in_phase("gathering"), game="capio")
    pages = [house.page(table, seat, settings={"sound": True}) for seat in (0, 1)]
    for page in pages:
        page.add_init_script(SPIES)
        page.goto(f"/t/{table.id}")
        page.locator(".cio-buttons .act").click()
    ada = pages[0]
    ada.locator(".cio-stop").wait_for()
    assert heard(ada) >= {*RACE["go"]}
    assert not heard(ada) & {*RACE["stop"]}
    ada.locator(".cio-stop").click()
    ada.locator(".cio-reckoning").wait_for()
    assert heard(ada) >= {*RACE["stop"]}


def test_a_sentence_that_comes_twice_is_heard_twice(house: House) -> None:
    page = house.page()
    page.goto("/")
    page.locator(".game .act").first.wait_for()
    assert page.evaluate(SPEAK) == ["Bo passes.", "Bo passes.", "Cleo passes."]
