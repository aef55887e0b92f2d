"""CAPO through the page: rounds by touch and keyboard, a Battle, illegal plays."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import tables
from tests.browser.axe import violations
from tests.browser.devices import Devices
from tests.browser.overflow import overflowing_texts
from tests.browser.people import KeyboardPerson, Person, TouchPerson, play
from tests.browser.tables import BOT, Table, run
from tests.server.process import order_table

GAME = "capo"
GO = ".cpo-ways .go"
FITS = ".cpo-hand .in-hand.lit:not(.else)"
PLAIN = ".cpo-ways .cpo-do:not(.go, .back)"
CHALLENGE = ".cpo-ways .foe"
PLAY_RATE = 0.75  # how often a player plays rather than passes


class Gambler(Person):
    """A player who picks highlighted cards and plays them as soon as they make a play."""

    def step(self) -> None:
        """Use one highlighted element."""
        self.page.locator(f"{GO}, {FITS}, {PLAIN}").first.wait_for()
        foes = self.page.locator(CHALLENGE)
        if foes.count() and self.rng.random() < PLAY_RATE:
            self.use_if_present(foes.first)
        elif self.page.locator(GO).count():
            self.use_if_present(self.page.locator(GO).first)
        else:
            cards, others = self.page.locator(FITS), self.page.locator(PLAIN)
            plays_cards = others.count() == 0 or self.rng.random() < PLAY_RATE
            self._use_one(cards if cards.count() and plays_cards else others)

    def _use_one(self, things: Locator) -> None:
        if count := things.count():
            self.use_if_present(things.nth(self.rng.randrange(count)))


class TouchingGambler(Gambler, TouchPerson):
    """A gambler with a touch screen."""


class TypingGambler(Gambler, KeyboardPerson):
    """A gambler who uses only the keyboard."""


def against_bots(devices: Devices, kind: type[Gambler], **options: Any) -> Gambler:
    """A person at a table with three bots."""
    order = order_table(devices.server.address, {"is": "me"}, *[BOT] * 3, game=GAME, bot_speed="quick")
    gambler = devices.person(kind, Table(*run(order)), 0, **options)
    gambler.rng = random.Random(5)
    return gambler


def two_gamblers(devices: Devices, condition: tables.Condition) -> tuple[Gambler, Gambler]:
    """Ada and Bo on two devices, when the condition holds for Ada."""
    table = tables.table_at(devices.server.address, condition, game=GAME, seats=2)
    return devices.person(Gambler, table, 0, phone=True), devices.person(Gambler, table, 1)


def play_a_round(gambler: Gambler) -> None:
    """Play until the next round is dealt."""
    play([gambler], until=lambda: gambler.round > 1)
    assert gambler.is_over or gambler.round > 1
    assert gambler.moves_made >= 3


def test_a_round_is_played_by_touch_and_its_titles_are_shown(devices: Devices) -> None:
    ada = against_bots(devices, TouchingGambler, phone=True)
    play_a_round(ada)
    titles = ada.page.locator(".cpo-titles")
    if titles.count() == 0:  # the next round has begun
        ada.use(ada.page.get_by_role("button", name="Titles of the last round"))
    expect(titles.locator("li")).to_have_count(4)
    expect(titles.locator("li").first).to_contain_text("Capo")
    expect(titles.locator("li").last).to_contain_text("Cafone")
    assert violations(ada.page) + overflowing_texts(ada.page) == []


def test_a_round_is_played_by_keyboard(devices: Devices) -> None:
    play_a_round(against_bots(devices, TypingGambler))


def may_challenge(client: Any) -> bool:
    """The seat may challenge somebody to a Battle."""
    return "challenge" in client.state["moves"]


def must_fight(gambler: Gambler) -> bool:
    """Whether this person must choose a card for a Battle."""
    return gambler.decision is not None and gambler.view["phase"] == "fighting"


def choose_a_card(gambler: Gambler) -> str:
    """Choose a card for a Battle. Returns its name."""
    card = gambler.page.locator(FITS).first
    name = card.get_attribute("aria-label")
    gambler.use(card)
    gambler.use(gambler.page.locator(GO))
    gambler.until(lambda: not must_fight(gambler), "the choice of a card")
    return str(name)


def test_battle_cards_stay_hidden_until_both_have_chosen(devices: Devices) -> None:
    ada, bo = two_gamblers(devices, may_challenge)
    ada.use(ada.page.locator(CHALLENGE))
    ada.until(lambda: must_fight(ada) and must_fight(bo), "the Battle")
    duels = ada.page.locator(".cpo-duel"), bo.page.locator(".cpo-duel")
    expect(duels[1].get_by_text("is choosing")).to_have_count(2)
    hers = choose_a_card(ada)
    expect(duels[1].get_by_text("has chosen")).to_have_count(1)
    expect(duels[1].locator(".front")).to_have_count(0)
    his = choose_a_card(bo)
    for duel in duels:
        expect(duel.get_by_role("img", name=hers, exact=True)).to_have_count(1)
        expect(duel.get_by_role("img", name=his, exact=True)).to_have_count(1)
    assert violations(ada.page) + overflowing_texts(ada.page) == []


@pytest.mark.soak
def test_three_people_and_a_bot_play_a_whole_game_with_a_battle(devices: Devices) -> None:
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cy"}, BOT]
    order = order_table(devices.server.address, *people, game=GAME, bot_speed="quick")
    table = Table(*run(order))
    gamblers = [devices.person(Gambler, table, seat, phone=seat == 0) for seat in range(3)]
    for seat, gambler in enumerate(gamblers):
        gambler.rng = random.Random(seat)
    battles = 0
    while not all(gambler.is_over for gambler in gamblers):
        play(gamblers, until=lambda: any(map(must_fight, gamblers)))
        battles += any(map(must_fight, gamblers))
        play(gamblers, until=lambda: not any(map(must_fight, gamblers)))
    assert battles
    for gambler in gamblers:
        assert gambler.page.locator(".verdict").inner_text() in gambler.outcome()
        assert gambler.state["outcome"] == gamblers[0].state["outcome"]


def test_an_illegal_play_is_explained_with_its_rule(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, some_cards_beat_the_top, game=GAME, seats=4)
    ada = devices.person(Gambler, table, 0, phone=True)
    idle = ada.page.locator(".cpo-hand.awake .in-hand:not(.lit)")
    ada.use(idle.first)
    refusal = ada.page.get_by_role("alert")
    expect(refusal).to_contain_text("That does not beat what lies there")
    expect(refusal.locator(".rule")).to_have_text("CAPO-2.1")


def some_cards_beat_the_top(client: Any) -> bool:
    """Some cards in hand beat the single on the table, and others do not."""
    top, lays = client.view["top"], client.view["lays"]
    return bool(top) and top["sort"] == "single" and 0 < len(lays) < len(set(client.view["hand"]))


def test_a_play_shows_its_consequences_before_it_is_made(devices: Devices) -> None:
    table = tables.table_at(devices.server.address, tables.can_follow, game=GAME, seats=4)
    ada = devices.person(Gambler, table, 0)
    move = ada.view["lays"][0]["move"]
    ada.use(ada.page.get_by_text("You can lay").locator("xpath=ancestor::details").locator(".cpo-play").first)
    expect(ada.page.locator(GO)).to_have_count(1)
    expect(ada.page.locator(".cpo-outlook")).to_contain_text("in your hand")
    left = len(ada.view["hand"]) - len(move.split(" ")[1].split("+"))
    expect(ada.page.locator(".cpo-outlook")).to_contain_text(f"{left} card" if left else "out")
