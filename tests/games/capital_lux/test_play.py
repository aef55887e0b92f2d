"""Turns, hometown, capital and the four professions."""

import pytest

from caponata.games.capital_lux.limits import limit, modifier_sum
from tests.games.capital_lux.positions import (
    acting,
    capital,
    chance,
    events,
    gold,
    hand,
    home,
    homes,
    lux,
    moves,
    odds,
    phase,
    play,
    refused,
)


def test_starter_plays_first_and_turns_go_clockwise() -> None:
    """[LUX-3.1]"""
    position = lux(hands=["pink-2 pink-3", "pink-2 pink-3", "pink-2 pink-3"], starter=1)
    order = []
    for _ in range(4):
        [seat] = acting(position)
        order.append(seat)
        play(position, seat, moves(position, seat)[0])
    assert order == [1, 2, 0, 1]


def test_starter_plays_first_after_the_draft() -> None:
    """[LUX-3.1]"""
    packets = ["green-2 green-3 green-4", "blue-2 blue-3 blue-4"]
    position = lux(hands=packets, starter=1, phase="first-pick", deal=3)
    play(position, 0, "pick green-2 green-3")
    play(position, 1, "pick blue-2 blue-3")
    assert acting(position) == [1]


def test_one_card_is_played_per_turn_and_passing_is_not_allowed() -> None:
    """[LUX-3.1]"""
    position = lux(hands=["green-2 blue-4 blue-4", "pink-3"])
    assert moves(position, 0) == ["home green-2", "capital green-2", "home blue-4", "capital blue-4"]
    assert refused(position, 0, "discard") == ("LUX-3.1", "play-a-card")
    assert refused(position, 0, "home pink-3") == ("LUX-3.1", "card-not-in-hand")
    assert refused(position, 1, "home pink-3") == ("LUX-3.1", "not-your-turn")


@pytest.mark.parametrize("card", ["green-3", "yellow-3", "blue-3", "pink-3"])
def test_card_played_home_stays_there_and_no_profession_acts(card: str) -> None:
    """[LUX-3.2]"""
    position = lux(hands=[f"{card} pink-6", "pink-5"], homes=["blue-2", ""], capital="green-4 blue-4")
    play(position, 0, f"home {card}")
    assert sorted(home(position, 0).split()) == sorted(["blue-2", card])
    assert hand(position, 0) == "pink-6"
    assert gold(position) == [0, 0]
    assert position.placed == 0
    assert capital(position) == "green-4 blue-4"
    assert acting(position) == [1]


def test_card_played_into_the_capital_stays_there_and_its_profession_must_act() -> None:
    """[LUX-3.3]"""
    position = lux(hands=["blue-3 pink-6", "pink-5"], capital="green-4")
    play(position, 0, "capital blue-3")
    assert capital(position) == "green-4 blue-3"
    chance(position, "modifier -3")
    assert acting(position) == [0]
    assert moves(position, 0) == ["place green", "place yellow", "place blue", "place pink"]
    assert refused(position, 0, "home pink-6") == ("LUX-3.8", "place-the-modifier")


# The Scholar


def test_the_scholar_draws_a_card_from_the_deck_into_the_hand() -> None:
    """[LUX-3.4]"""
    position = lux(hands=["green-3 pink-6", "pink-5"], deck="blue-2 blue-2 yellow-5")
    play(position, 0, "capital green-3")
    assert phase(position) == "scholar"
    assert odds(position) == {"draw yellow-5": 1, "draw blue-2": 2}
    chance(position, "draw yellow-5")
    assert hand(position, 0) == "yellow-5 pink-6"
    assert position.deck_size == 2
    assert acting(position) == [1]


def test_the_scholar_draws_nothing_from_an_empty_deck() -> None:
    """[LUX-3.5]"""
    position = lux(hands=["green-3 pink-6", "pink-5"], deck="")
    play(position, 0, "capital green-3")
    assert hand(position, 0) == "pink-6"
    assert capital(position) == "green-3"
    assert acting(position) == [1]


# The Merchant


def test_the_merchant_takes_a_gold_disc_from_the_pile() -> None:
    """[LUX-3.6]"""
    position = lux(hands=["yellow-3 pink-6", "pink-5"], gold=[1, 2])
    position.effects = []
    play(position, 0, "capital yellow-3")
    assert gold(position) == [2, 2]
    assert position.gold_pile == 4
    assert events(position) == ["gold"]
    assert acting(position) == [1]


def test_the_merchant_takes_nothing_from_an_empty_pile() -> None:
    """[LUX-3.7]"""
    position = lux(hands=["yellow-3 pink-6", "pink-5"], gold=[1, 7])
    position.effects = []
    play(position, 0, "capital yellow-3")
    assert gold(position) == [1, 7]
    assert position.gold_pile == 0
    assert events(position) == ["idle"]
    assert acting(position) == [1]


# The Agent


def test_the_agent_sees_the_modifier_first_and_then_places_it() -> None:
    """[LUX-3.8]"""
    position = lux(hands=["blue-3 pink-6", "pink-5"])
    play(position, 0, "capital blue-3")
    assert phase(position) == "agent-draws"
    assert acting(position) == []
    chance(position, "modifier +4")
    assert phase(position) == "agent"
    play(position, 0, "place pink")
    assert modifier_sum(position, 3) == 4
    assert limit(position, 3) == 4
    assert acting(position) == [1]


@pytest.mark.parametrize("colour", ["green", "yellow", "blue", "pink"])
def test_agent_may_place_above_any_colour_even_without_cards(colour: str) -> None:
    """[LUX-3.8]"""
    position = lux(hands=["blue-3 pink-6", "pink-5"], held="+2", phase="agent")
    assert refused(position, 0, f"place {colour}") is None


def test_several_modifiers_above_one_colour_add_up() -> None:
    """[LUX-3.9]"""
    position = lux(hands=["blue-3 pink-6", "pink-5"], capital="green-2", modifiers="+4 green 1, -1 green 0")
    play(position, 0, "capital blue-3")
    chance(position, "modifier -3")
    play(position, 0, "place green")
    assert modifier_sum(position, 0) == 0
    assert limit(position, 0) == 2


def test_all_four_modifiers_may_lie_above_one_colour() -> None:
    """[LUX-3.9]"""
    placed = "+4 pink 0, +2 pink 1, -1 pink 0, -3 pink 1"
    assert limit(lux(hands=["pink-2", "pink-2"], modifiers=placed), 3) == 2


def test_placed_modifier_is_not_drawn_again_in_the_round() -> None:
    """[LUX-3.9]"""
    position = lux(hands=["blue-3 pink-6", "pink-5"], modifiers="+4 green 1, -1 blue 0")
    play(position, 0, "capital blue-3")
    assert odds(position) == {"modifier +2": 1, "modifier -3": 1}
    assert position.total_weight() == 2


def test_fourth_modifier_is_drawn_with_certainty() -> None:
    """[LUX-3.10]"""
    position = lux(hands=["blue-3 pink-6", "pink-5"], modifiers="+4 green 0, +2 pink 1, -1 pink 0")
    play(position, 0, "capital blue-3")
    assert odds(position) == {"modifier -3": 1}
    chance(position, "modifier -3")
    play(position, 0, "place blue")
    assert limit(position, 2) == 0
    assert position.placed == 4


def test_the_agent_does_nothing_when_all_modifiers_are_placed() -> None:
    """[LUX-3.10]"""
    placed = "+4 green 0, +2 pink 1, -1 pink 0, -3 blue 1"
    position = lux(hands=["blue-3 pink-6", "pink-5"], modifiers=placed)
    play(position, 0, "capital blue-3")
    assert capital(position) == "blue-3"
    assert acting(position) == [1]


# The Cleric


def test_the_cleric_chooses_a_colour_and_takes_its_lowest_card_home() -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-4 pink-6", "pink-5"], capital="green-5 green-3 blue-6 blue-6 yellow-2")
    play(position, 0, "capital pink-4")
    assert moves(position, 0) == ["take green", "take yellow", "take blue"]
    play(position, 0, "take green")
    assert home(position, 0) == "green-3"
    assert hand(position, 0) == "pink-6"
    assert capital(position) == "green-5 yellow-2 blue-6 blue-6 pink-4"
    assert acting(position) == [1]


def test_card_taken_by_the_cleric_does_not_act() -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-4 pink-6", "pink-5"], capital="blue-6 yellow-2")
    play(position, 0, "capital pink-4", "take yellow")
    assert gold(position) == [0, 0]
    assert acting(position) == [1]


def test_the_cleric_must_take_a_card_when_she_can() -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-4 pink-6", "pink-5"], capital="green-5 blue-6")
    play(position, 0, "capital pink-4")
    assert refused(position, 0, "home pink-6") == ("LUX-3.12", "cleric-must-take")
    assert refused(position, 0, "discard") == ("LUX-3.12", "cleric-must-take")
    assert refused(position, 0, "take yellow") == ("LUX-3.12", "colour-is-empty")


@pytest.mark.parametrize("colour", ["green", "yellow", "blue"])
def test_cleric_is_not_asked_if_there_is_only_one_colour_to_take_from(colour: str) -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-4 pink-6", "pink-5"], capital=f"{colour}-5 {colour}-3 pink-2")
    position.effects = []
    play(position, 0, "capital pink-4")
    assert home(position, 0) == f"{colour}-3"
    assert events(position) == ["kept"]
    assert acting(position) == [1]


def test_the_cleric_never_takes_pink() -> None:
    """[LUX-3.13]"""
    position = lux(hands=["pink-4 pink-6", "pink-5"], capital="pink-2 pink-3 green-6 blue-6")
    play(position, 0, "capital pink-4")
    assert moves(position, 0) == ["take green", "take blue"]
    play(position, 0, "take blue")
    assert capital(position) == "green-6 pink-2 pink-3 pink-4"


@pytest.mark.parametrize("pink_cards", ["", "pink-2 pink-3"])
def test_cleric_with_nothing_to_take_is_legal_and_does_nothing(pink_cards: str) -> None:
    """[LUX-3.14]"""
    position = lux(hands=["pink-4 pink-6", "pink-5"], capital=pink_cards)
    position.effects = []
    assert "capital pink-4" in moves(position, 0)
    play(position, 0, "capital pink-4")
    assert homes(position) == ["", ""]
    assert capital(position) == f"{pink_cards} pink-4".strip()
    assert events(position) == ["idle"]
    assert acting(position) == [1]
