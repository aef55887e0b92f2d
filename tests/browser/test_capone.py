"""Capone through the page: a year by finger and by keys, plays that are put together, taken back, dragged."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import barriers
from tests.browser.cut import cut_words
from tests.browser.house import House
from tests.browser.people import GLANCE, Message, Person, Toucher, Typist, on_shelf, play
from tests.browser.wire import Table, run
from tests.server.process import order_table

GAME = "capone"
WAY = '.cpn-desk .cpn-way[data-move]:not([aria-disabled="true"], [data-move="back"])'
OPTION = '.cpn-desk .cpn-option:not([aria-disabled="true"])'
CONFIRM = '.cpn-way[data-move="confirm"]:not([aria-disabled="true"])'
PLAY = '.cpn-way[data-move^="play"]:not([aria-disabled="true"])'
MEMBER = '.cpn-home .members button.lit[aria-pressed="false"]'
GUARD = '.cpn-home .guards button.lit[aria-pressed="false"]'
CARD = '.cpn-hand .cpn-card.lit[aria-pressed="false"]'
FIRST_ROW = ("bar", "pawnbroker", "bureau", "nightclub", "loans")  # always in sight at a desk
MOST_GAMES = 4
PHASES_OF_A_YEAR = {"exchange", "turn"}  # in every year; at its end only those are asked who can do anything
TAP = "(buttons) => buttons.forEach((button) => button.click())"
WHILE = 300  # milliseconds


class Gangster(Person):
    """Somebody at the table of families, who plays cards rather than throw them away."""

    def __init__(self, page: Page, luck: random.Random | None = None) -> None:
        super().__init__(page, luck)
        self.phases: set[str] = set()
        self.events: list[Message] = []

    def _hear(self, message: Message) -> None:
        super()._hear(message)
        if message["t"] == "state":
            self.events += message["events"]

    @property
    def plan(self) -> Message:
        """What this person is putting together."""
        plan: Message = self.view["plan"] or {}
        return plan

    def step(self) -> None:
        """Use one lit thing."""
        page, phase = self.page, self.view["phase"]
        self.phases.add(phase)
        page.locator(f"{WAY}, {OPTION}, {MEMBER}, {GUARD}, {CARD}, {PLAY}, {CONFIRM}").first.wait_for()
        if phase == "turn" and not page.locator(WAY).count():
            self.use_any(CARD)
        elif page.locator(PLAY).count():
            self.use(page.locator(PLAY))
        elif page.locator(CONFIRM).count():
            self.use(page.locator(CONFIRM))
        elif phase == "exchange" and self.luck.random() < 0.5 and page.locator(CARD).count():
            self.use_any(CARD)
        elif phase == "year-end" and self.luck.random() < 0.7:
            self.use_any('[data-move="done"]')
        else:
            pieces = MEMBER if self.plan.get("guards") else f"{MEMBER}, {GUARD}"
            self.use_any(f"{WAY}, {OPTION}, {pieces}")

    def use_any(self, selector: str) -> None:
        """Use one of some things, if the page shows any: it may be a step behind what the table told."""
        found = self.page.locator(selector)
        if count := found.count():
            self.use(found.nth(self.luck.randrange(count)))
        else:
            self.page.wait_for_timeout(GLANCE)

    def card(self, name: str) -> Locator:
        """A card in hand."""
        sign = self.page.locator(f'use[href="#cpn-{name}"]')
        return self.page.locator(".cpn-hand .cpn-card").filter(has=sign).first

    def site(self, name: str) -> Locator:
        """A site in the city."""
        return self.page.locator(f'.cpn-site[data-site="{name}"]')


class TouchingGangster(Gangster, Toucher):
    """With a phone."""


class TypingGangster(Gangster, Typist):
    """With keys alone."""


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(TouchingGangster, id="touch"),
        pytest.param(TypingGangster, id="keys", marks=pytest.mark.soak),
    ],
)
def test_a_year_is_played_by_touch_or_with_keys_alone(house: House, kind: type[Gangster]) -> None:
    ada = house.person(kind, phone=kind is TouchingGangster)
    ada.go("/")
    ada.use(on_shelf(ada.page, "Play with bots", GAME))
    ada.until(lambda: ada.decision is not None, "the first decision")
    play([ada], until=lambda: ada.view["year"] > 1)
    assert ada.phases > PHASES_OF_A_YEAR, "and she put at least one play together"
    expect(ada.page.locator(".cpn-sky")).to_contain_text("2")
    ada.page.get_by_role("button", name="The last year's end").click()
    tale = ada.page.get_by_role("region", name="Year 1 ends")
    expect(tale.locator("li.income")).to_have_count(3)
    expect(tale.locator("li.new-year")).to_have_count(1)
    assert barriers(ada.page) + cut_words(ada.page) == []


def seated(house: House) -> tuple[Gangster, ...]:
    """Ada, Bo and Cy, each on a device of their own."""
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cy"}]
    table = Table(*run(order_table(house.server.address, *people, game=GAME)))
    found = tuple(house.person(Gangster, table, seat) for seat in range(3))
    for number, each in enumerate(found):
        each.luck = random.Random(number)
    return found


def until_turn(people: tuple[Gangster, ...], wanted: Callable[[Gangster], bool]) -> Gangster:
    """Play until somebody is about to play a card, and something is so; gives who that is."""

    def is_then(each: Gangster) -> bool:
        return each.decision is not None and each.view["phase"] == "turn" and wanted(each)

    play(people, until=lambda: any(is_then(each) for each in people))
    return next(each for each in people if is_then(each))


def racket(person: Gangster) -> str | None:
    """A card in hand that can be played on either of two free sites which are in sight."""
    free = {site["site"] for site in person.view["sites"] if site["owner"] is None}
    playable = [card for card in person.state["moves"].get("play", []) if card in FIRST_ROW]
    return next((card for card in playable if {f"{card}-1", f"{card}-2"} <= free), None)


def has_the_don(person: Gangster) -> bool:
    """Whether the Don and three guards are at home, and there is a racket to send them to."""
    people = person.view["people"][person.view["seat"]]
    return "don" in people["home"] and people["guards"] >= 3 and racket(person) is not None


def test_a_play_is_put_together_in_secret_and_taken_back_piece_by_piece(house: House) -> None:
    people = seated(house)
    ada = until_turn(people, has_the_don)
    other = next(each for each in people if each is not ada)
    other.until(lambda: other.view["turn"] == ada.view["seat"] and other.view["phase"] == "turn", "the turn")
    before, told = other.view, len(other.events)
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
    other.until(lambda: len(other.events) >= told + 5, "that there were plans")
    assert other.view == before
    assert {event.get("piece") for event in other.events[told:]} == {None}


def sending(house: House) -> Gangster:
    """Somebody who has chosen a site, and now sends people there."""
    ada = until_turn(seated(house), has_the_don)
    card = str(racket(ada))
    ada.card(card).click()
    ada.page.locator(PLAY).click()
    ada.page.locator(f'.cpn-option[data-move="site {card}-2"]').click()
    expect(ada.page.locator(".cpn-home.sending")).to_be_visible()
    return ada


def test_quick_hands_lose_no_tap(house: House) -> None:
    ada = sending(house)
    page, sent = ada.page, len(ada.sent)
    tap_at_once(page, "Don", "Don", "Send 2 guards")
    ada.until(lambda: ada.plan.get("value") == 110, "the Don with two guards")
    wanted = [message for message in ada.sent[sent:] if message["t"] == "move"]
    assert [message["move"] for message in wanted] == ["add don", "guards 2"]

    expect(page.locator(".cpn-plan .gauge")).to_contain_text("110")
    tap_at_once(page, "Send 3 guards", "Don", "Send 2 guards")
    ada.until(
        lambda: ada.plan.get("members") == [] and ada.plan["guards"] == 2, "two guards, the Don at home"
    )
    tap_at_once(page, "Don", "Take it all back", "Undo")
    ada.until(lambda: ada.plan == {} and ada.view["phase"] == "turn", "nothing planned")
    page.wait_for_timeout(WHILE)
    assert ada.view["phase"] == "turn", "and what was done before the plan stays done"


def test_nothing_is_done_behind_what_was_refused(house: House) -> None:
    ada = sending(house)
    page = ada.page
    tap_at_once(page, "Don")
    ada.until(lambda: ada.plan.get("members") == ["don"], "the Don on his way")
    away = page.locator(".cpn-home .members button[aria-disabled=true]").first
    confirm = page.locator(CONFIRM)
    page.evaluate(TAP, [away.element_handle(), confirm.element_handle()])
    expect(page.locator(".cpn-refusal")).to_be_visible()
    page.wait_for_timeout(WHILE)
    assert ada.plan.get("members") == ["don"], "not confirmed without whom she wanted"


def tap_at_once(page: Page, *names: str) -> None:
    """Tap some buttons faster than any answer comes."""
    found = [page.locator(".cpn-dock").get_by_role("button", name=name).element_handle() for name in names]
    page.evaluate(TAP, found)


def drag(thing: Locator, place: Locator) -> None:
    """Pull a thing to the top of a place, as a hand does: not in one leap."""
    start, goal = thing.bounding_box(), place.bounding_box()
    assert start is not None
    assert goal is not None
    mouse = thing.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(goal["x"] + 20, goal["y"] + 12, steps=15)
    mouse.up()


class Schemer(Gangster):
    """Takes over what can be taken over, and leaves nobody in prison."""

    def step(self) -> None:
        takeover = self.page.locator(f"{CARD}:has(use[href='#cpn-uebernahme'])")
        for chance in (self.page.locator(f'{WAY}[data-move^="buy-out"]'), takeover):
            if (
                self.view["phase"] in ("turn", "year-end")
                and not self.page.locator(PLAY).count()
                and chance.count()
            ):
                return self.use(chance.first)
        return super().step()


@pytest.mark.soak
def test_three_people_play_whole_games_until_one_had_a_takeover_and_a_buy_out(house: House) -> None:
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cy"}]
    order = {"game": GAME, "options": {"years": 5}}
    for number in range(MOST_GAMES):
        table = Table(*run(order_table(house.server.address, *people, **order)))
        schemers = [house.person(Schemer, table, seat, phone=seat == 2) for seat in range(3)]
        for seat, schemer in enumerate(schemers):
            schemer.luck = random.Random(3 * number + seat)
        play(schemers, until=lambda: all(schemer.is_over for schemer in schemers))  # noqa: B023
        for schemer in schemers:
            expect(schemer.page.locator(".verdict")).to_be_visible()
            assert schemer.state["outcome"] == schemers[0].state["outcome"]
            assert done(schemer) == done(schemers[0])
        if done(schemers[0]) == {"takeover", "buy-out"}:
            return
    raise AssertionError(f"{MOST_GAMES} games had no takeover and buy-out")


def done(person: Gangster) -> set[str]:
    """Which of the two rare deeds somebody has seen."""
    seen = {str(word) for event in person.events for word in (event["event"], event.get("how"))}
    return seen & {"takeover", "buy-out"}


def test_cards_and_people_are_dragged_to_a_site(house: House) -> None:
    people = seated(house)
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


def test_a_card_that_cannot_be_played_says_why_with_its_rule(house: House) -> None:
    def legal(person: Gangster) -> str | None:
        has_nothing = person.view["steps"][person.view["seat"]] == 0
        return next(
            (card for card in person.view["hand"] if has_nothing and card in person.view["fronts"]), None
        )

    ada = until_turn(seated(house), lambda each: legal(each) is not None)
    card = str(legal(ada))
    ada.card(card).click()
    ada.page.locator(f'[data-move="play {card}"]').click(force=True)
    refusal = ada.page.locator(".cpn-refusal")
    expect(refusal).to_contain_text("you have nothing invested")
    expect(refusal.locator(".rule")).to_have_text("CAPONE-4.1")
