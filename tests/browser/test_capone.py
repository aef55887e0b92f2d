"""Capone through the page: a year by touch and keyboard, planned moves taken back and dragged."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.overflow import overflowing_texts
from tests.browser.people import (
    POLL_INTERVAL,
    KeyboardPerson,
    Message,
    Person,
    TouchPerson,
    on_home_screen,
    play,
)
from tests.browser.tables import Table, run
from tests.server.process import order_table

GAME = "capone"
WAY = '.cpn-desk .cpn-way[data-move]:not([aria-disabled="true"], [data-move="back"])'
OPTION = '.cpn-desk .cpn-option:not([aria-disabled="true"])'
CONFIRM = '.cpn-way[data-move="confirm"]:not([aria-disabled="true"])'
PLAY = '.cpn-way[data-move^="play"]:not([aria-disabled="true"])'
MEMBER = '.cpn-home .members button.lit[aria-pressed="false"]'
GUARD = '.cpn-home .guards button.lit[aria-pressed="false"]'
CARD = '.cpn-hand .cpn-card.lit[aria-pressed="false"]'
FIRST_ROW = ("bar", "pawnbroker", "bureau", "nightclub", "loans")  # always visible on a desktop
MAX_GAMES = 4
PHASES_OF_A_YEAR = {"exchange", "turn"}  # in every year; at its end only seats with a choice must act
TAP = "(buttons) => buttons.forEach((button) => button.click())"
A_WHILE = 300  # milliseconds


class Gangster(Person):
    """A player who prefers playing cards to discarding them."""

    def __init__(self, page: Page, rng: random.Random | None = None) -> None:
        super().__init__(page, rng)
        self.phases: set[str] = set()
        self.events: list[Message] = []

    def _on_message(self, message: Message) -> None:
        super()._on_message(message)
        if message["t"] == "state":
            self.events += message["events"]

    @property
    def plan(self) -> Message:
        """The planned move of this person."""
        plan: Message = self.view["plan"] or {}
        return plan

    def step(self) -> None:
        """Use one highlighted element."""
        page, phase = self.page, self.view["phase"]
        self.phases.add(phase)
        page.locator(f"{WAY}, {OPTION}, {MEMBER}, {GUARD}, {CARD}, {PLAY}, {CONFIRM}").first.wait_for()
        if phase == "turn" and not page.locator(WAY).count():
            self.use_any(CARD)
        elif page.locator(PLAY).count():
            self.use_if_present(page.locator(PLAY))
        elif page.locator(CONFIRM).count():
            self.use_if_present(page.locator(CONFIRM))
        elif phase == "exchange" and self.rng.random() < 0.5 and page.locator(CARD).count():
            self.use_any(CARD)
        elif phase == "year-end" and self.rng.random() < 0.7:
            self.use_any('[data-move="done"]')
        else:
            pieces = MEMBER if self.plan.get("guards") else f"{MEMBER}, {GUARD}"
            self.use_any(f"{WAY}, {OPTION}, {pieces}")

    def use_any(self, selector: str) -> None:
        """Use one of the elements, if the page shows any; it may lag behind the server's messages."""
        found = self.page.locator(selector)
        if count := found.count():
            self.use_if_present(found.nth(self.rng.randrange(count)))
        else:
            self.page.wait_for_timeout(POLL_INTERVAL)

    def card(self, name: str) -> Locator:
        """A card in hand."""
        sign = self.page.locator(f'use[href="#cpn-{name}"]')
        return self.page.locator(".cpn-hand .cpn-card").filter(has=sign).first

    def site(self, name: str) -> Locator:
        """A site in the city."""
        return self.page.locator(f'.cpn-site[data-site="{name}"]')


class TouchingGangster(Gangster, TouchPerson):
    """A gangster with a touch screen."""


class TypingGangster(Gangster, KeyboardPerson):
    """A gangster who uses only the keyboard."""


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(TouchingGangster, id="touch"),
        pytest.param(TypingGangster, id="keys", marks=pytest.mark.soak),
    ],
)
def test_a_year_is_played_by_touch_or_keyboard(devices: Devices, kind: type[Gangster]) -> None:
    ada = devices.person(kind, phone=kind is TouchingGangster)
    ada.go("/")
    ada.use(on_home_screen(ada.page, "Play with bots", GAME))
    ada.until(lambda: ada.decision is not None, "the first decision")
    play([ada], until=lambda: ada.view["year"] > 1)
    assert ada.phases > PHASES_OF_A_YEAR, "she made at least one planned move"
    expect(ada.page.locator(".cpn-sky")).to_contain_text("2")
    ada.page.get_by_role("button", name="The last year's end").click()
    summary = ada.page.get_by_role("region", name="Year 1 ends")
    expect(summary.locator("li.income")).to_have_count(3)
    expect(summary.locator("li.new-year")).to_have_count(1)
    assert violations(ada.page) + overflowing_texts(ada.page) == []


def seated(devices: Devices) -> tuple[Gangster, ...]:
    """Ada, Bo and Cy on three devices."""
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cy"}]
    table = Table(*run(order_table(devices.server.address, *people, game=GAME)))
    found = tuple(devices.person(Gangster, table, seat) for seat in range(3))
    for number, player in enumerate(found):
        player.rng = random.Random(number)
    return found


def until_turn(people: tuple[Gangster, ...], condition: Callable[[Gangster], bool]) -> Gangster:
    """Play until a condition holds for somebody who must play a card. Returns that player."""

    def is_reached(player: Gangster) -> bool:
        return player.decision is not None and player.view["phase"] == "turn" and condition(player)

    play(people, until=lambda: any(is_reached(player) for player in people))
    return next(player for player in people if is_reached(player))


def racket(person: Gangster) -> str | None:
    """A playable card whose two sites are free and visible."""
    free = {site["site"] for site in person.view["sites"] if site["owner"] is None}
    playable = [card for card in person.state["moves"].get("play", []) if card in FIRST_ROW]
    return next((card for card in playable if {f"{card}-1", f"{card}-2"} <= free), None)


def has_the_don(person: Gangster) -> bool:
    """Whether the Don and three guards are at home and a racket can be played."""
    people = person.view["people"][person.view["seat"]]
    return "don" in people["home"] and people["guards"] >= 3 and racket(person) is not None


def test_a_planned_move_is_secret_and_can_be_taken_back_step_by_step(devices: Devices) -> None:
    people = seated(devices)
    ada = until_turn(people, has_the_don)
    other = next(player for player in people if player is not ada)
    other.until(lambda: other.view["turn"] == ada.view["seat"] and other.view["phase"] == "turn", "the turn")
    before, known = other.view, len(other.events)
    card, page = str(racket(ada)), ada.page
    ada.card(card).click()
    page.locator(PLAY).click()
    page.locator(f'.cpn-option[data-move="site {card}-2"]').click()
    home = page.locator(".cpn-home")
    home.get_by_role("button", name="Don").click()
    home.get_by_role("button", name="Send 2 guards").click()
    ada.until(lambda: ada.plan.get("value") == 110, "the Don with two guards")
    expect(page.locator(".cpn-plan .gauge")).to_contain_text("110")
    expect(page.locator(".cpn-plan .fears")).to_contain_text("drive you out")

    home.get_by_role("button", name="Don").click()
    ada.until(
        lambda: ada.plan.get("members") == [] and ada.plan["guards"] == 2, "the Don at home, not the guards"
    )
    home.get_by_role("button", name="Send 3 guards").click()
    ada.until(lambda: ada.plan.get("guards") == 3, "another number of guards")
    ada.site(f"{card}-1").locator(".spot").click()
    ada.until(lambda: ada.plan.get("site") == f"{card}-1", "the other site")
    page.get_by_role("button", name="Take it all back").click()
    ada.until(lambda: ada.plan == {} and ada.view["phase"] == "turn", "nothing planned")
    other.until(lambda: len(other.events) >= known + 5, "events about plans")
    assert other.view == before
    assert {event.get("piece") for event in other.events[known:]} == {None}


def sending(devices: Devices) -> Gangster:
    """A player who has chosen a site and now chooses pieces for it."""
    ada = until_turn(seated(devices), has_the_don)
    card = str(racket(ada))
    ada.card(card).click()
    ada.page.locator(PLAY).click()
    ada.page.locator(f'.cpn-option[data-move="site {card}-2"]').click()
    expect(ada.page.locator(".cpn-home.sending")).to_be_visible()
    return ada


def test_fast_taps_are_not_lost(devices: Devices) -> None:
    ada = sending(devices)
    page, sent = ada.page, len(ada.sent)
    tap_quickly(page, "Don", "Don", "Send 2 guards")
    ada.until(lambda: ada.plan.get("value") == 110, "the Don with two guards")
    wanted = [message for message in ada.sent[sent:] if message["t"] == "move"]
    assert [message["move"] for message in wanted] == ["add don", "guards 2"]

    expect(page.locator(".cpn-plan .gauge")).to_contain_text("110")
    tap_quickly(page, "Send 3 guards", "Don", "Send 2 guards")
    ada.until(
        lambda: ada.plan.get("members") == [] and ada.plan["guards"] == 2, "two guards, the Don at home"
    )
    tap_quickly(page, "Don", "Take it all back", "Undo")
    ada.until(lambda: ada.plan == {} and ada.view["phase"] == "turn", "nothing planned")
    page.wait_for_timeout(A_WHILE)
    assert ada.view["phase"] == "turn", "the move before the plan was not taken back"


def test_taps_after_a_refused_one_are_dropped(devices: Devices) -> None:
    ada = sending(devices)
    page = ada.page
    tap_quickly(page, "Don")
    ada.until(lambda: ada.plan.get("members") == ["don"], "the Don on his way")
    away = page.locator(".cpn-home .members button[aria-disabled=true]").first
    confirm = page.locator(CONFIRM)
    page.evaluate(TAP, [away.element_handle(), confirm.element_handle()])
    expect(page.locator(".refusal-text")).to_be_visible()
    page.wait_for_timeout(A_WHILE)
    assert ada.plan.get("members") == ["don"], "not confirmed without the refused piece"


def tap_quickly(page: Page, *names: str) -> None:
    """Tap several buttons before the server answers."""
    found = [page.locator(".cpn-dock").get_by_role("button", name=name).element_handle() for name in names]
    page.evaluate(TAP, found)


def drag(thing: Locator, place: Locator) -> None:
    """Drag an element to the top of a place in several mouse moves."""
    start, goal = thing.bounding_box(), place.bounding_box()
    assert start is not None
    assert goal is not None
    mouse = thing.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(goal["x"] + 20, goal["y"] + 12, steps=15)
    mouse.up()


class Schemer(Gangster):
    """A player who takes over sites and buys out prisoners whenever possible."""

    def step(self) -> None:
        takeover = self.page.locator(f"{CARD}:has(use[href='#cpn-uebernahme'])")
        for chance in (self.page.locator(f'{WAY}[data-move^="buy-out"]'), takeover):
            if (
                self.view["phase"] in ("turn", "year-end")
                and not self.page.locator(PLAY).count()
                and chance.count()
            ):
                return self.use_if_present(chance.first)
        return super().step()


@pytest.mark.soak
def test_three_people_play_whole_games_with_a_takeover_and_a_buy_out(devices: Devices) -> None:
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cy"}]
    order = {"game": GAME, "options": {"years": 5}}
    for number in range(MAX_GAMES):
        table = Table(*run(order_table(devices.server.address, *people, **order)))
        schemers = [devices.person(Schemer, table, seat, phone=seat == 2) for seat in range(3)]
        for seat, schemer in enumerate(schemers):
            schemer.rng = random.Random(3 * number + seat)
        play(schemers, until=lambda: all(schemer.is_over for schemer in schemers))  # noqa: B023
        for schemer in schemers:
            expect(schemer.page.locator(".verdict")).to_be_visible()
            assert schemer.state["outcome"] == schemers[0].state["outcome"]
            assert rare_events(schemer) == rare_events(schemers[0])
        if rare_events(schemers[0]) == {"takeover", "buy-out"}:
            return
    raise AssertionError(f"{MAX_GAMES} games had no takeover and buy-out")


def rare_events(person: Gangster) -> set[str]:
    """The rare events that a player has seen."""
    seen = {str(word) for event in person.events for word in (event["event"], event.get("how"))}
    return seen & {"takeover", "buy-out"}


def test_cards_and_members_can_be_dragged_to_a_site(devices: Devices) -> None:
    people = seated(devices)
    ada = until_turn(people, has_the_don)
    card, page = str(racket(ada)), ada.page
    name = f"{card}-1"
    page.evaluate("scrollTo(0, 0)")
    drag(ada.card(card), ada.site(name))
    ada.until(lambda: ada.plan.get("site") == name, "the card on its site")
    don = page.locator("button.cpn-relative.lit").filter(has=page.locator('use[href="#cpn-don"]'))
    don.wait_for()
    drag(don, ada.site(name))
    ada.until(lambda: ada.plan.get("members") == ["don"], "the Don on his way")
    page.locator(CONFIRM).click()
    ada.until(lambda: ada.view["turn"] != ada.view["seat"], "the end of the turn")
    expect(ada.site(name).locator('.cpn-crew use[href="#cpn-don"]')).to_have_count(1)


def test_an_unplayable_card_is_explained_with_its_rule(devices: Devices) -> None:
    def legal(person: Gangster) -> str | None:
        has_nothing = person.view["steps"][person.view["seat"]] == 0
        return next(
            (card for card in person.view["hand"] if has_nothing and card in person.view["fronts"]), None
        )

    ada = until_turn(seated(devices), lambda player: legal(player) is not None)
    card = str(legal(ada))
    ada.card(card).click()
    ada.page.locator(f'[data-move="play {card}"]').click(force=True)
    refusal = ada.page.locator(".refusal-text")
    expect(refusal).to_contain_text("you have nothing invested")
    expect(refusal.locator(".rule")).to_have_text("CAPONE-4.1")
