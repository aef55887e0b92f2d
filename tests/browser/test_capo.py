"""CAPO through the page: rounds by touch and by keys, a Battle face down, plays that are not allowed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import wire
from tests.browser.axe import barriers
from tests.browser.cut import cut_words
from tests.browser.house import House
from tests.browser.people import Person, Toucher, Typist, play
from tests.browser.wire import BOT, Table, run
from tests.server.process import order_table

GAME = "capo"
GO = ".cpo-ways .go"
FITS = ".cpo-hand .in-hand.lit:not(.else)"
PLAIN = ".cpo-ways .cpo-do:not(.go, .back)"
CHALLENGE = ".cpo-ways .foe"
COURAGE = 0.75  # how often somebody lays rather than passes


class Gambler(Person):
    """Somebody who picks what is lit, and lays it as soon as it is a play."""

    def step(self) -> None:
        """Use one lit thing."""
        self.page.locator(f"{GO}, {FITS}, {PLAIN}").first.wait_for()
        foes = self.page.locator(CHALLENGE)
        if foes.count() and self.luck.random() < COURAGE:
            self.use(foes.first)
        elif self.page.locator(GO).count():
            self.use(self.page.locator(GO).first)
        else:
            cards, others = self.page.locator(FITS), self.page.locator(PLAIN)
            is_bold = others.count() == 0 or self.luck.random() < COURAGE
            self._use_one(cards if cards.count() and is_bold else others)

    def _use_one(self, things: Locator) -> None:
        if count := things.count():
            self.use(things.nth(self.luck.randrange(count)))


class TouchingGambler(Gambler, Toucher):
    """... with a finger."""


class TypingGambler(Gambler, Typist):
    """... with keys."""


def against_bots(house: House, kind: type[Gambler], **wishes: Any) -> Gambler:
    """Somebody at a table with three bots."""
    order = order_table(house.server.address, {"is": "me"}, *[BOT] * 3, game=GAME, bot_speed="quick")
    gambler = house.person(kind, Table(*run(order)), 0, **wishes)
    gambler.luck = random.Random(5)
    return gambler


def two_gamblers(house: House, moment: wire.Moment) -> tuple[Gambler, Gambler]:
    """Ada and Bo at such a moment of hers, each on a device of their own."""
    table = wire.table_at(house.server.address, moment, game=GAME, seats=2)
    return house.person(Gambler, table, 0, phone=True), house.person(Gambler, table, 1)


def play_a_round(gambler: Gambler) -> None:
    """Play until the next round is dealt."""
    play([gambler], until=lambda: gambler.round > 1)
    assert gambler.is_over or gambler.round > 1
    assert gambler.moves_made >= 3


def test_a_round_is_played_by_touch_on_a_phone_and_titles_are_told(house: House) -> None:
    ada = against_bots(house, TouchingGambler, phone=True)
    play_a_round(ada)
    titles = ada.page.locator(".cpo-titles")
    if titles.count() == 0:  # cards are being laid again
        ada.use(ada.page.get_by_role("button", name="Titles of the last round"))
    expect(titles.locator("li")).to_have_count(4)
    expect(titles.locator("li").first).to_contain_text("Capo")
    expect(titles.locator("li").last).to_contain_text("Cafone")
    assert barriers(ada.page) + cut_words(ada.page) == []


def test_a_round_is_played_with_keys_alone(house: House) -> None:
    play_a_round(against_bots(house, TypingGambler))


def may_challenge(client: Any) -> bool:
    """Somebody can be challenged to a Battle."""
    return "challenge" in client.state["moves"]


def fights(gambler: Gambler) -> bool:
    """Whether this person is to choose a card for a Battle."""
    return gambler.decision is not None and gambler.view["phase"] == "fighting"


def choose_a_card(gambler: Gambler) -> str:
    """Lay a card face down; gives its name."""
    card = gambler.page.locator(FITS).first
    name = card.get_attribute("aria-label")
    gambler.use(card)
    gambler.use(gambler.page.locator(GO))
    gambler.until(lambda: not fights(gambler), "the choice of a card")
    return str(name)


def test_a_battle_is_face_down_until_both_have_chosen_and_then_turns_over(house: House) -> None:
    ada, bo = two_gamblers(house, may_challenge)
    ada.use(ada.page.locator(CHALLENGE))
    ada.until(lambda: fights(ada) and fights(bo), "the Battle")
    duels = ada.page.locator(".cpo-duel"), bo.page.locator(".cpo-duel")
    expect(duels[1].get_by_text("is choosing")).to_have_count(2)
    hers = choose_a_card(ada)
    expect(duels[1].get_by_text("has chosen")).to_have_count(1)
    expect(duels[1].locator(".front")).to_have_count(0)
    his = choose_a_card(bo)
    for duel in duels:
        expect(duel.get_by_role("img", name=hers, exact=True)).to_have_count(1)
        expect(duel.get_by_role("img", name=his, exact=True)).to_have_count(1)
    assert barriers(ada.page) + cut_words(ada.page) == []


@pytest.mark.soak
def test_three_people_and_a_bot_play_a_whole_game_with_a_battle_in_it(house: House) -> None:
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cy"}, BOT]
    order = order_table(house.server.address, *people, game=GAME, bot_speed="quick")
    table = Table(*run(order))
    gamblers = [house.person(Gambler, table, seat, phone=seat == 0) for seat in range(3)]
    for seat, gambler in enumerate(gamblers):
        gambler.luck = random.Random(seat)
    battles = 0
    while not all(gambler.is_over for gambler in gamblers):
        play(gamblers, until=lambda: any(map(fights, gamblers)))
        battles += any(map(fights, gamblers))
        play(gamblers, until=lambda: not any(map(fights, gamblers)))
    assert battles
    for gambler in gamblers:
        assert gambler.page.locator(".verdict").inner_text() in gambler.outcome()
        assert gambler.state["outcome"] == gamblers[0].state["outcome"]


def test_what_cannot_be_laid_says_why_with_its_rule(house: House) -> None:
    table = wire.table_at(house.server.address, is_beaten_by_some, game=GAME, seats=4)
    ada = house.person(Gambler, table, 0, phone=True)
    idle = ada.page.locator(".cpo-hand.awake .in-hand:not(.lit)")
    ada.use(idle.first)
    refusal = ada.page.get_by_role("alert")
    expect(refusal).to_contain_text("That does not beat what lies there")
    expect(refusal.locator(".rule")).to_have_text("CAPO-2.1")


def is_beaten_by_some(client: Any) -> bool:
    """A single lies there that some cards in hand beat and others do not."""
    top, lays = client.view["top"], client.view["lays"]
    return bool(top) and top["sort"] == "single" and 0 < len(lays) < len(set(client.view["hand"]))


def test_a_play_shows_what_it_would_bring_before_it_is_made(house: House) -> None:
    table = wire.table_at(house.server.address, wire.follows, game=GAME, seats=4)
    ada = house.person(Gambler, table, 0)
    move = ada.view["lays"][0]["move"]
    ada.use(ada.page.get_by_text("You can lay").locator("xpath=ancestor::details").locator(".cpo-play").first)
    expect(ada.page.locator(GO)).to_have_count(1)
    expect(ada.page.locator(".cpo-outlook")).to_contain_text("in your hand")
    left = len(ada.view["hand"]) - len(move.split(" ")[1].split("+"))
    expect(ada.page.locator(".cpo-outlook")).to_contain_text(f"{left} card" if left else "out")
